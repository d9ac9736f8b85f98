"""Facts that the owning service confirms before an operation.

Walks in: the dispatch row and an adapter. Walks out: a check of arguments that asks each fact in
the order of the row. A fact with paths is asked only where one of them leads to a value that is not
null. Only ``True`` confirms; anything but a truth value is a fault of the adapter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, TypeAlias

from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime.errors import CatalogError

if TYPE_CHECKING:
    from toolcharter_runtime._adapters import PreconditionSet
    from toolcharter_runtime._call import JSON, Call
    from toolcharter_runtime.formats.v1 import PreconditionRow

_Ask: TypeAlias = Callable[..., Any]


class Preconditions:
    """The preconditions of one tool version, bound to its adapter."""

    def __init__(
        self, tool: str, rows: Sequence[PreconditionRow], adapter: PreconditionSet[Any]
    ) -> None:
        methods = adapter.preconditions()
        if [each.__name__ for each in methods] != [row["name"] for row in rows]:
            raise CatalogError(f"the adapter of {tool} does not have the preconditions compiled")
        self._steps = [
            (row["at"], method, row["error"]) for row, method in zip(rows, methods, strict=True)
        ]

    def through(self, door: Callable[[_Ask], _Ask]) -> Preconditions:
        """The same questions, each put through a door."""
        same = copy(self)
        same._steps = [(paths, door(ask), error) for paths, ask, error in self._steps]
        return same

    async def check(self, call: Call, arguments: Any, value: JSON) -> None:
        """Ask about ``arguments``, the model of ``value``; raise the error of the first that is
        false."""
        for paths, ask, error in self._steps:
            if paths and not any(is_present(value, path) for path in paths):
                continue
            pending = ask(call, arguments)
            try:
                answer = await pending
            except TypeError:
                if hasattr(pending, "__await__"):
                    raise
                raise CatalogError(f"the precondition {_name_of(ask)} is no `async def`") from None
            if answer is False:
                raise Refusal(error)
            if answer is not True:
                raise TypeError("a precondition answers True or False")


def _name_of(ask: object) -> str:
    return str(getattr(ask, "__name__", "that was asked"))


def is_present(value: JSON, path: Sequence[str]) -> bool:
    """Whether ``path`` leads to a value; ``*`` stands for each item of a list or value of a map."""
    for depth, name in enumerate(path):
        if name == "*":
            parts = value.values() if isinstance(value, dict) else value
            rest = path[depth + 1 :]
            return isinstance(value, dict | list) and any(
                is_present(part, rest)
                for part in parts  # type: ignore[union-attr]
            )
        if not isinstance(value, dict) or name not in value:
            return False
        value = value[name]
    return value is not None
