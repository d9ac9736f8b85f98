"""What a process is at when it is killed, and what must have become of it in the end.

Whatever the place of the kill: recovered, and asked for again, a deed comes to the same end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from crashes import begun, ended
from crashes.begun import DRAFTS, EXPORTS, HANDOVER, Prepare, a_commit, a_fault
from crashes.ended import Ended
from write_path.changes import ADDRESS, REFUND, SEND, STAGE


@dataclass(frozen=True, slots=True)
class Deed:
    """``role`` is that of the run. ``again`` is what is asked for after the kill, where that is not
    the order itself."""

    role: str
    prepare: Prepare
    ended: Ended
    again: Prepare | None = None


_LIMITED = a_fault("rate_limited", how="seconds", seconds=1800)

DEEDS: Mapping[str, Deed] = {
    "commit": Deed(ADDRESS.role, a_commit(ADDRESS), ended.committed),
    "lost answer": Deed(
        ADDRESS.role, a_commit(ADDRESS, a_fault("cut", when="after")), ended.committed
    ),
    "lost request": Deed(
        ADDRESS.role, a_commit(ADDRESS, a_fault("cut", when="before")), ended.committed
    ),
    "conflict": Deed(
        ADDRESS.role, a_commit(ADDRESS, begun.the_record_moves), ended.refused("VERSION_CONFLICT")
    ),
    "refused rate": Deed(ADDRESS.role, a_commit(ADDRESS, _LIMITED), ended.committed),
    "expired": Deed(
        ADDRESS.role, a_commit(ADDRESS, begun.the_approval_ends), ended.refused("APPROVAL_EXPIRED")
    ),
    "refund": Deed(REFUND.role, a_commit(REFUND), ended.committed),
    "refund never sent": Deed(REFUND.role, a_commit(REFUND), ended.unknown(effects=0)),
    "message": Deed(SEND.role, a_commit(SEND), ended.unknown(effects=1)),
    "shared": Deed(STAGE.role, a_commit(STAGE), ended.committed),
    "draft": Deed(DRAFTS, lambda _: begun.draft(), ended.committed),
    "start": Deed(EXPORTS, lambda _: begun.start(), ended.accepted),
    "poll": Deed(EXPORTS, begun.a_poll, ended.polled),
    "stop": Deed(EXPORTS, begun.a_stop, ended.stopped),
    "preview": Deed(ADDRESS.role, begun.a_preview, ended.proposed),
    "decide": Deed(HANDOVER.role, begun.a_second_approval, ended.decided),
    "cancel run": Deed(ADDRESS.role, begun.a_cancelled_run, ended.cancelled),
    "recover": Deed(ADDRESS.role, begun.a_recovery, ended.committed, begun.the_same_commit),
    "resolve": Deed(REFUND.role, begun.a_resolution, ended.resolved),
}
"""By the name that ``labels.tsv`` gives them."""
