"""What a cell came to, as far as whoever struck could see it."""

from __future__ import annotations

from dataclasses import dataclass

from fault_matrix.asks import Answer, Ask
from fault_matrix.ledger import Rows
from toolcharter_runtime._store.records import OperationRow
from toolcharter_runtime.errors import DecisionRefusedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Came:
    """``ask`` is the call that the fault met, or the commit of the proposal whose decision it met.

    ``told`` is what callers were told while the fault was there, in order; nobody who was killed or
    went away is among them. ``before`` are the rows before the fault, ``row`` the operation as it
    stood in the middle of it. ``causes`` are the codes and fields that were to be told, ``refusals``
    what approvers were refused. ``lasts`` says that the fault outlasted every try that the contract
    allows, ``contradicted_by`` what the service said against the end that ``row`` had come to.
    """

    ask: Ask
    told: tuple[Answer, ...] = ()
    before: Rows | None = None
    row: OperationRow | None = None
    causes: tuple[tuple[str, str | None], ...] = ()
    refusals: tuple[DecisionRefusedError, ...] = ()
    lasts: bool = False
    contradicted_by: str | None = None
