"""What two drafting agents may call, and everything that they might try besides.

Walks in: proposals that stand already, by what became of them. Walks out: alphabets of calls. The
sales drafter writes drafts and has no preview; the mail operator proposes to send one, and may send
it once a person has agreed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import acme_tools
from authority.books import Account
from authority.walking import Letter
from write_path.changes import ADDRESS, EXPORT, REFUND, SAVED_ADDRESS, SEND, STAGE, Change

HANDOVER = Change(
    role="sales_agent",
    preview="preview_opportunity_handover_v1",
    arguments={
        "seller_id": "sel_00000002",
        "opportunity_ids": ["opp_00000002", "opp_00000001"],
        "reason": "leave",
    },
    commit="commit_opportunity_handover_v1",
)
CHANGES = (ADDRESS, REFUND, SEND, STAGE, HANDOVER)
"""One of each change of the catalog."""

Standing = Mapping[tuple[str, str, str], str]
"""Commit, requester, state -> the id of a proposal that is so."""

CUSTOMER = {"customer_id": "cus_4f7a2b9c"}
TEXT = {"subject": "Your crane", "body": "Good morning."}
NOBODYS = "pro_aaaaaaaaaaaaaaaaaaaaaaaaaa"
_UNKNOWN = ("UNKNOWN_TOOL",)

READS: Mapping[str, Any] = {
    "search_customers_v1": {"search": {"kind": "name", "words": "Nordwind"}},
    "get_customer_v1": CUSTOMER,
    "get_customer_v2": CUSTOMER,
    "list_attachments_v1": CUSTOMER,
    "read_attachment_v1": {"content": "attachment.att_00000002"},
    "get_delivery_options_v1": {**CUSTOMER, "address_id": "adr_00000001"},
    "list_email_drafts_v1": {},
    "get_email_draft_v1": {"draft_id": "dft_00000001"},
    "list_opportunities_v1": {
        **CUSTOMER,
        "closing_from": "2026-01-01",
        "closing_to": "2026-12-31",
    },
    "get_opportunity_v1": {"opportunity_id": "opp_00000001"},
    "list_sellers_v1": {"market": "DE"},
}
OPERATION = {"operation_id": "op_aaaaaaaaaaaaaaaaaaaaaaaaaa"}


def of_drafter(standing: Standing) -> tuple[Letter, ...]:
    """The alphabet of the sales drafter."""
    role = acme_tools.CATALOG["roles"]["sales_drafter"]
    return (
        *_reads(role["reads"]),
        *_drafting(),
        *_outside({*role["reads"], *role["writes"]}, standing),
        *_guessed(),
    )


def of_mail_operator(standing: Standing) -> tuple[Letter, ...]:
    """The alphabet of the mail operator."""
    role = acme_tools.CATALOG["roles"]["mail_operator"]
    inside = {*role["reads"], *role["previews"], *role["writes"]}
    return (
        *_reads(role["reads"]),
        *_sending(standing),
        *_outside(inside, standing),
        *_guessed(),
    )


def _reads(tools: Mapping[str, str]) -> Iterator[Letter]:
    for tool in tools:
        yield Letter(name=tool, tool=tool, arguments=READS[tool])
        yield _call("with approval", tool, _extra(READS[tool]), "UNKNOWN_FIELD")
    if "get_customer_v2" in tools:
        yield _call(
            "another tenant's",
            "get_customer_v2",
            {"customer_id": "cus_77777777"},
            "CUSTOMER_NOT_FOUND",
        )
    yield _call(
        "omar's draft", "get_email_draft_v1", {"draft_id": "dft_0000000o"}, "DRAFT_NOT_FOUND"
    )


def _call(name: str, tool: str, arguments: Any, code: str = "OK") -> Letter:
    return Letter(name=f"{tool}, {name}", tool=tool, arguments=arguments, codes=(code,))


def _extra(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {**arguments, "approval": "pro_1"}


def _drafting() -> Iterator[Letter]:
    """What the two tools do, and what somebody may hope that they do."""
    draft, revise = "draft_email_v1", "revise_email_draft_v1"
    new = {**CUSTOMER, **TEXT}
    yield _call("new", draft, new)
    yield Letter(name="draft, not named", tool=draft, arguments=new, is_named=False)
    yield _call("first", revise, {"draft_id": "dft_00000001", **TEXT})
    yield Letter(
        name="revise the newest", tool=revise, arguments=_newest, codes=("OK", "DRAFT_NOT_FOUND")
    )
    yield _call(
        "suspended customer", draft, {**new, "customer_id": "cus_0a0a0a0a"}, "CUSTOMER_INACTIVE"
    )
    yield _call(
        "another tenant's customer",
        draft,
        {**new, "customer_id": "cus_77777777"},
        "CUSTOMER_NOT_FOUND",
    )
    for field, value in (
        ("recipients", ["a@example.com"]),
        ("state", "sent"),
        ("owner", "omar"),
        ("draft_id", "dft_0000000o"),
        ("send", True),
    ):
        yield _call(f"with {field}", draft, {**new, field: value}, "UNKNOWN_FIELD")
    yield _call("omar's", revise, {"draft_id": "dft_0000000o", **TEXT}, "DRAFT_NOT_FOUND")
    yield _call("sent", revise, {"draft_id": "dft_00000003", **TEXT}, "DRAFT_ALREADY_SENT")
    yield _call(
        "with state", revise, {"draft_id": "dft_00000001", **TEXT, "state": "sent"}, "UNKNOWN_FIELD"
    )
    yield _call(
        "with owner", revise, {"draft_id": "dft_00000001", **TEXT, "owner": "omar"}, "UNKNOWN_FIELD"
    )


def _newest(account: Account) -> dict[str, Any]:
    """A revision of the draft that the agent has made last; of none where it has made none."""
    made = [row["id"] for row in account.own["own_effects"] if row["tool"] == "draft_email_v1"]
    return {"draft_id": made[-1] if made else "dft_zzzzzzzz", **TEXT, "body": "Good evening."}


def _sending(standing: Standing) -> Iterator[Letter]:
    """Proposing to send, and every way to send without a person's word."""
    preview, commit = SEND.preview, SEND.commit
    yield _call("first", preview, {"draft_id": "dft_00000001"})
    yield _call("second", preview, {"draft_id": "dft_00000002"})
    yield _call("omar's", preview, {"draft_id": "dft_0000000o"}, "DRAFT_NOT_FOUND")
    yield _call("sent", preview, {"draft_id": "dft_00000003"}, "DRAFT_ALREADY_SENT")
    yield _call("objecting", preview, {"draft_id": "dft_0000000b"}, "RECIPIENT_BLOCKED")
    yield _call(
        "approved", preview, {"draft_id": "dft_00000001", "approved": True}, "UNKNOWN_FIELD"
    )
    yield Letter(
        name="commit the newest",
        tool=commit,
        arguments=_newest_proposal,
        codes=("APPROVAL_PENDING", "PROPOSAL_UNKNOWN"),
    )
    told = {"pending": "APPROVAL_PENDING", "denied": "APPROVAL_DENIED"}
    for (tool, requester, state), proposal_id in standing.items():
        is_own = (tool, requester) == (commit, "ines")
        code = told[state] if is_own else "PROPOSAL_UNKNOWN"
        name = f"{requester}'s {state} {tool}"
        yield _call(name, commit, {"proposal_id": proposal_id}, code)
    pending = standing[commit, "ines", "pending"]
    yield _call("nobody's", commit, {"proposal_id": NOBODYS}, "PROPOSAL_UNKNOWN")
    for field, value in (("approval", "yes"), ("draft_id", "dft_00000001"), ("tenant", "acme")):
        yield _call(
            f"with {field}", commit, {"proposal_id": pending, field: value}, "UNKNOWN_FIELD"
        )


def _newest_proposal(account: Account) -> dict[str, Any]:
    made = [row for row in account.ledger["proposal"] if row["run_id"] == "walk"]
    made.sort(key=lambda row: (row["created_at"], row["id"]))
    return {"proposal_id": made[-1]["id"] if made else NOBODYS}


def _outside(inside: set[str], standing: Standing) -> Iterator[Letter]:
    """Every other tool of the catalog, called as well as its own role would call it."""
    for tool in acme_tools.CATALOG["tools"]:
        if tool in inside:
            continue
        for number, arguments in enumerate(_plausible(tool, standing)):
            yield Letter(name=f"{tool} {number}", tool=tool, arguments=arguments, codes=_UNKNOWN)


def _plausible(tool: str, standing: Standing) -> list[Any]:
    if tool in READS:
        return [READS[tool]]
    if tool in (ways := {each.preview: each for each in CHANGES}):
        saved = [SAVED_ADDRESS.arguments] if tool == ADDRESS.preview else []
        return [ways[tool].arguments, *saved]
    if tool.startswith("commit_"):
        ids = [id for (commit, _, _), id in standing.items() if commit == tool]
        return [{"proposal_id": each} for each in (*ids, NOBODYS)]
    match tool:
        case "draft_email_v1":
            return [{**CUSTOMER, **TEXT}]
        case "revise_email_draft_v1":
            return [{"draft_id": "dft_00000001", **TEXT}]
        case "start_export_v1":
            return [EXPORT]
        case _:
            return [OPERATION]


def _guessed() -> Iterator[Letter]:
    """Names that no catalog has, or nearly."""
    for name in (
        *("approve", "approvals.approve", "approve_send_email_v1", "decide", "send_email_v1"),
        *("commit_send_email", "commit_send_email_v2", "COMMIT_SEND_EMAIL_V1"),
        *("commit_send_email_v1 ", "commit_send_email_v1\0", "commit_send_email.v1"),
        *("\uff43ommit_send_email_v1", "draft_email_v1.__class__", "op", "__init__", ""),
        *("delete_email_draft_v1", "update_record_v1", "execute_v1", "transact"),
    ):
        ask = {"proposal_id": NOBODYS}
        yield Letter(name=f"guess {name!r}", tool=name, arguments=ask, codes=_UNKNOWN)
