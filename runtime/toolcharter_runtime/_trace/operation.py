"""An operation that somebody takes up again: recovery, or a person who asks once more.

Walks in: what ``Recording`` is told. Walks out: the event ``recovery`` or ``question``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from toolcharter_runtime._trace.walk import Walk

if TYPE_CHECKING:
    from toolcharter_runtime._store.records import OperationRow
    from toolcharter_runtime._trace.journal import Journal
    from toolcharter_runtime._trace.structure import StandIns

Kind: TypeAlias = Literal["recovery", "question"]


class OperationWalk(Walk):
    """What is found out about one operation."""

    __slots__ = ("_kind", "_row")

    def __init__(
        self, journal: Journal, stand_ins: StandIns, kind: Kind, row: OperationRow
    ) -> None:
        super().__init__(journal, stand_ins)
        self._kind = kind
        self._row = row

    def beginning(self) -> dict[str, Any]:
        row = self._row
        return {
            "operation": self.stand_ins.id(row.id),
            "tool": row.tool,
            "attempt": row.attempt,
            "steps": self.steps,
        }

    def event(self) -> tuple[str, dict[str, Any]]:
        unlike = {"unlike": sorted(self.unlike)} if self.unlike else {}
        return self._kind, self.beginning() | unlike

    def least(self) -> tuple[str, dict[str, Any]]:
        return self._kind, {"tool": self._row.tool, "unlike": ["record"]}
