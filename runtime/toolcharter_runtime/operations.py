"""The operator's side: writes whose outcome nobody knows, and how each is brought to an end.

Walks in: a store. Walks out: the queue of unknown outcomes over all tenants, one operation in full,
and two ways to resolve it: the service is asked again, or a named person says how it ended. Elapsed
time resolves nothing, and an end never changes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeVar

from toolcharter_runtime._asking_again import ask_again
from toolcharter_runtime._ledger import resolve as _resolve
from toolcharter_runtime._ledger.keys import may_be_id
from toolcharter_runtime._ledger.proposals import AlteredProposalError, document_of
from toolcharter_runtime._ledger.resolve import NotUnknown, Resolution
from toolcharter_runtime._names import is_name
from toolcharter_runtime._shown_operation import Anomaly, ShownOperation, shown
from toolcharter_runtime._store.records import TERMINAL, OperationRow
from toolcharter_runtime._store.seals import BrokenSealError
from toolcharter_runtime._store.transaction import Reading, Store, Transaction
from toolcharter_runtime._words import words
from toolcharter_runtime.errors import (
    AlteredRecordError,
    CatalogError,
    ResolutionRefusedError,
)

if TYPE_CHECKING:
    from toolcharter_runtime._trace.recorder import Recorder
    from toolcharter_runtime.dispatcher import Dispatcher

__all__ = ["Anomaly", "Operations", "Queue", "Resolution", "ShownOperation"]

T = TypeVar("T")

_MOST = 1000


class Queue(Store, Protocol):
    """A store that also knows which operations of any tenant are unknown."""

    async def unknown(self, most: int) -> Sequence[tuple[str, str]]:
        """Tenants and ids of operations whose outcome nobody knows, the oldest first."""
        ...


class Operations:
    """The operations of a store, for the people who run the service.

    ``tenant`` may be left out for an operation whose outcome is unknown: it is looked for in the
    queue. ``trace`` is told who ended an unknown outcome. Every method raises AlteredRecordError
    where a row is not as the runtime wrote it, and ResolutionRefusedError for an operation that is
    not there.
    """

    def __init__(self, store: Queue, *, trace: Recorder | None = None) -> None:
        self._store = store
        self._trace = trace

    async def unknown(self, *, most: int = _MOST) -> tuple[ShownOperation, ...]:
        """Operations whose outcome nobody knows, of all tenants, the oldest first; at most
        ``most``."""
        ids_of: dict[str, list[str]] = defaultdict(list)
        for tenant, operation_id in await self._store.unknown(most):
            ids_of[tenant].append(operation_id)
        found: list[ShownOperation] = []
        for tenant, ids in ids_of.items():
            rows = await self._read(tenant, lambda rows, ids=ids: _found(rows, ids))  # type: ignore[misc]
            found += (each for each in rows if each.state == "unknown")
        return tuple(sorted(found, key=lambda each: (each.claimed_at, each.operation_id)))

    async def show(self, operation_id: str, *, tenant: str | None = None) -> ShownOperation:
        """One operation, whatever its state."""
        (found,) = await self._read(
            await self._tenant(operation_id, tenant),
            lambda rows: _found(rows, [operation_id], is_named=True),
        )
        return found

    async def resolve(
        self,
        operation_id: str,
        *,
        as_: Resolution,
        by: str,
        reason: str,
        tenant: str | None = None,
    ) -> ShownOperation:
        """End an unknown outcome on the word of ``by``, who has found out how it ended. Both words
        are one visible line of at most 300 characters, and stay with the operator: the agent is
        told the outcome, and that a person has confirmed it."""
        if as_ not in ("succeeded", "failed"):
            raise ValueError("an operation is resolved as succeeded or as failed")
        if self._trace is None:
            return await self._resolve(operation_id, as_, by, reason, tenant)
        tell = partial(self._trace.resolution, operation_id, as_=as_, by=by, tenant=tenant)
        try:
            resolved = await self._resolve(operation_id, as_, by, reason, tenant)
        except BaseException as error:
            tell(came_to=error)
            raise
        tell(came_to=resolved)
        return resolved

    async def _resolve(
        self, operation_id: str, as_: Resolution, by: str, reason: str, tenant: str | None
    ) -> ShownOperation:
        by, reason = words(by, "the name"), words(reason, "the reason")

        def step(tx: Transaction) -> ShownOperation:
            row = _resolve.resolve(tx, operation_id, as_=as_, by=by, reason=reason)
            if row is None or isinstance(row, NotUnknown):
                raise _refused(operation_id, None if row is None else row.row)
            return _shown(tx, row)

        where = await self._tenant(operation_id, tenant)
        try:
            return await self._store.transact(where, step)
        except (BrokenSealError, AlteredProposalError) as error:
            raise _altered(error) from None

    async def ask(
        self, operation_id: str, *, dispatcher: Dispatcher, tenant: str | None = None
    ) -> ShownOperation:
        """Ask the service what became of an unknown operation, through a dispatcher that serves
        its tools over the same store, and record what that proves. Where it proves nothing, the
        state is ``unknown`` as before."""
        path = dispatcher._writes
        if path is None:
            raise CatalogError("the dispatcher has no store")
        where = await self._tenant(operation_id, tenant)
        before = await self.show(operation_id, tenant=where)
        if before.state != "unknown":
            raise ResolutionRefusedError(
                "ended" if before.state in TERMINAL else "going_on",
                operation_id=operation_id,
                state=before.state,
                resolved_by=before.resolved_by,
            )
        await ask_again(path, where, operation_id)
        return await self.show(operation_id, tenant=where)

    async def _tenant(self, operation_id: str, tenant: str | None) -> str:
        if not may_be_id(operation_id):
            raise ResolutionRefusedError("unknown_id", operation_id=operation_id)
        if tenant is not None and is_name(tenant):
            return tenant
        if tenant is not None:
            raise ResolutionRefusedError("unknown_id", operation_id=operation_id)
        for found, each in await self._store.unknown(_MOST):
            if each == operation_id:
                return found
        raise ResolutionRefusedError("unknown_id", operation_id=operation_id)

    async def _read(self, tenant: str, work: Callable[[Reading], T]) -> T:
        try:
            return await self._store.read(tenant, work)
        except (BrokenSealError, AlteredProposalError) as error:
            raise _altered(error) from None


def _found(
    rows: Reading, ids: Sequence[str], *, is_named: bool = False
) -> tuple[ShownOperation, ...]:
    found = []
    for operation_id in ids:
        row = rows.operation(operation_id)
        if row is not None:
            found.append(_shown(rows, row))
        elif is_named:
            raise ResolutionRefusedError("unknown_id", operation_id=operation_id)
    return tuple(found)


def _shown(rows: Reading, row: OperationRow) -> ShownOperation:
    anomalies = tuple(rows.anomalies(row.id))
    return shown(row, document_of(rows, row), anomalies, now=rows.now())


def _refused(operation_id: str, row: OperationRow | None) -> ResolutionRefusedError:
    if row is None:
        return ResolutionRefusedError("unknown_id", operation_id=operation_id)
    return ResolutionRefusedError(
        "ended" if row.state in TERMINAL else "going_on",
        operation_id=operation_id,
        state=row.state,
        resolved_by=row.resolved_by,
    )


def _altered(error: BrokenSealError | AlteredProposalError) -> AlteredRecordError:
    if isinstance(error, BrokenSealError):
        return AlteredRecordError(f"{error.kind} {error.key}")
    return AlteredRecordError(f"proposal {error}")
