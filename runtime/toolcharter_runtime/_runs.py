"""Runs and what they may do.

A run's capability set is fixed when it opens and can only shrink. The dispatcher keeps what it
granted; the ``Run`` that the host holds is a name for it. So a run that was built by hand, copied,
changed in place, or opened elsewhere gives nothing.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, WeakValueDictionary

from toolcharter_runtime._call import Requester
from toolcharter_runtime._caller import Caller
from toolcharter_runtime._catalog import hint
from toolcharter_runtime._codes import Code
from toolcharter_runtime._ledger.keys import RequestName
from toolcharter_runtime._names import A_NAME, is_name
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._rooms import Room
from toolcharter_runtime._run_state import RunState, TenantState
from toolcharter_runtime.errors import RunError

if TYPE_CHECKING:
    from toolcharter_runtime.clock import Clock
    from toolcharter_runtime.formats.v1 import LimitsRow, RoleRow

_RUN_ID = re.compile(r"[!-~]{1,128}")

_MOST_REMEMBERED = 10_000
"""Of how many run ids without a run the counters are kept, those opened last."""

_RunKey = tuple[str, str, str]
"""Tenant and identity of the requester, and the run id."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, weakref_slot=True)
class Run:
    """One agent's execution; ``Dispatcher.open`` makes it. What is shown here is a copy: the
    dispatcher goes by what it granted."""

    id: str
    role: str
    requester: Requester
    tools: frozenset[str]
    deadline: datetime | None
    snapshot: str
    _book: RunBook = field(repr=False)

    def narrow(self, tools: Iterable[str]) -> Run:
        """A run with only ``tools``, each of which this run has; the counters stay shared."""
        return self._book.narrow(self, frozenset(tools))


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """What a run may do. ``principal`` is the identity that its agent acts under; ``views`` maps
    the tools of its role to the views it sees them in."""

    run_id: str
    role: str
    environment: str
    requester: Requester
    principal: str | None
    permissions: frozenset[str]
    tools: frozenset[str]
    views: Mapping[str, str]
    deadline: datetime | None
    calls_per_run: int
    state: RunState

    @property
    def caller(self) -> Caller:
        """On whose behalf the run's calls are made."""
        return Caller(
            requester=self.requester,
            run_id=self.run_id,
            deadline=self.deadline,
            cancellation=self.state.cancellation,
        )

    def view_of(self, wire_name: str) -> str | None:
        """The view in which this run sees a tool; None where it has no such tool."""
        return self.views.get(wire_name) if wire_name in self.tools else None

    def check_not_cancelled(self) -> None:
        """Refuse (RUN_CANCELLED) what is asked of a cancelled run."""
        if self.state.cancellation.requested:
            raise Refusal(Code.RUN_CANCELLED)

    def check_permissions(self, needed: frozenset[str]) -> None:
        """Refuse (PERMISSION_DENIED) where the requester lacks one of them."""
        if not needed <= self.permissions:
            raise Refusal(Code.PERMISSION_DENIED)

    def check_deadline(self, clock: Clock) -> None:
        """Refuse (DEADLINE_EXCEEDED) once the time of the run is over."""
        if self.deadline is not None and clock.now() >= self.deadline:
            raise Refusal(Code.DEADLINE_EXCEEDED)

    def room(self, tool: str, limits: LimitsRow) -> Room:
        """Where the run's calls of a tool wait until they may be made."""
        rooms = self.state.rooms
        found = rooms.get(tool)
        if found is None:
            found = rooms[tool] = Room.of(limits, tool, self.state.tenant.turnstiles)
        return found


class RunBook:
    """Opens runs, and knows for each what was granted."""

    def __init__(
        self, *, roles: Mapping[str, RoleRow], permissions: Iterable[str], snapshot: str
    ) -> None:
        self._roles = {name: _RoleTools.of(row) for name, row in roles.items()}
        self._known_permissions = frozenset(permissions)
        self._snapshot = snapshot
        self._grants: WeakKeyDictionary[Run, Grant] = WeakKeyDictionary()
        self._states: WeakValueDictionary[_RunKey, RunState] = WeakValueDictionary()
        self._remembered: OrderedDict[_RunKey, RunState] = OrderedDict()
        self._tenants: WeakValueDictionary[str, TenantState] = WeakValueDictionary()

    def open(
        self,
        *,
        role: str,
        requester: Requester,
        run_id: str,
        tools: Iterable[str],
        deadline: datetime | None,
        principal: str | None,
    ) -> Run:
        """A new run; RunError says what of it is refused."""
        known = self._roles.get(role)
        if known is None:
            raise RunError(f"this dispatcher does not serve the role {role!r}")
        _check(requester, run_id, deadline, principal)
        named = frozenset(tools)
        if unknown := named - known.views.keys():
            name = min(unknown)
            raise RunError(f"the role {role} has no tool {name!r}{hint(name)}")
        grant = Grant(
            run_id=run_id,
            role=role,
            environment=known.environment,
            requester=requester,
            principal=principal,
            permissions=requester.permissions & self._known_permissions,
            tools=known.reads | named,
            views=known.views,
            deadline=deadline,
            calls_per_run=known.calls_per_run,
            state=self._state((requester.tenant, requester.identity, run_id)),
        )
        return self._issue(grant)

    def narrow(self, run: Run, tools: frozenset[str]) -> Run:
        """A run with only ``tools``; RunError where the first one lacks any of them."""
        grant = self.grant_of(run)
        if unknown := tools - grant.tools:
            raise RunError(f"the run has no tool {min(unknown)!r}")
        return self._issue(replace(grant, tools=tools))

    def grant_of(self, run: Run) -> Grant:
        """What was granted to the run; RunError where it was not opened here."""
        grant = self._grants.get(run) if isinstance(run, Run) else None
        if grant is None:
            raise RunError("this run was not opened by this dispatcher")
        return grant

    def _state(self, key: _RunKey) -> RunState:
        """What is known of a run id. A host may open one run for each of its calls, so what no
        run holds any more is still remembered for a while."""
        state = self._states.get(key)
        if state is None:
            tenant = self._tenants.setdefault(key[0], TenantState())
            state = self._states[key] = RunState(tenant)
        self._remembered[key] = state
        self._remembered.move_to_end(key)
        if len(self._remembered) > _MOST_REMEMBERED:
            self._remembered.popitem(last=False)
        return state

    def _issue(self, grant: Grant) -> Run:
        run = Run(
            id=grant.run_id,
            role=grant.role,
            requester=grant.requester,
            tools=grant.tools,
            deadline=grant.deadline,
            snapshot=self._snapshot,
            _book=self,
        )
        self._grants[run] = grant
        return run


@dataclass(frozen=True, slots=True, kw_only=True)
class _RoleTools:
    """A role row, copied, so that a later change of the catalog's tables changes nothing."""

    reads: frozenset[str]
    views: Mapping[str, str]
    calls_per_run: int
    environment: str

    @classmethod
    def of(cls, row: RoleRow) -> _RoleTools:
        return cls(
            reads=frozenset(row["reads"]),
            views={**row["reads"], **row["previews"], **row["writes"]},
            calls_per_run=row["calls_per_run"],
            environment=row["environment"],
        )


def request_name(request_id: str | None, occurrence: int) -> RequestName:
    """What the host calls a request; RunError where that has not the form of a run id."""
    if request_id is None:
        if type(occurrence) is not int or occurrence < 0:
            raise RunError("an occurrence is a whole number from 0")
        return occurrence
    if not isinstance(request_id, str) or not _RUN_ID.fullmatch(request_id):
        raise RunError("a request id is 1 to 128 visible ASCII characters")
    return request_id


def _check(
    requester: Requester, run_id: str, deadline: datetime | None, principal: str | None
) -> None:
    if not isinstance(requester, Requester):
        raise RunError("a run needs the requester for whom it acts")
    if not isinstance(run_id, str) or not _RUN_ID.fullmatch(run_id):
        raise RunError("a run id is 1 to 128 visible ASCII characters")
    if deadline is not None and (not isinstance(deadline, datetime) or deadline.tzinfo is None):
        raise RunError("the deadline of a run is a datetime with an offset")
    if principal is not None and not is_name(principal):
        raise RunError(f"the principal of a run is a {A_NAME}")
