"""The abstract classes that generated adapters extend.

One instance of an adapter serves all calls of a dispatcher, many at a time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from toolcharter_runtime._call import Call, Operation, Raw

if TYPE_CHECKING:
    from pydantic import BaseModel

ArgumentsT = TypeVar("ArgumentsT")
AnswerT = TypeVar("AnswerT")

Preconditions: TypeAlias = tuple[Callable[[Call, ArgumentsT], Awaitable[bool]], ...]
"""Bound methods in the order of the dispatch row; each answers whether the fact holds."""

Connection: TypeAlias = Any
"""The SQLAlchemy ``Connection`` of the ledger's open transaction."""


class PreconditionSet(ABC, Generic[ArgumentsT]):
    """The facts that the owning service must confirm before the operation."""

    __slots__ = ()

    def preconditions(self) -> Preconditions[ArgumentsT]:
        """What is asked before the operation, in the order of the dispatch row."""
        return ()


class Adapter(PreconditionSet[ArgumentsT], Generic[ArgumentsT, AnswerT]):
    """Carries out one tool version. One instance serves all calls, many at a time."""

    __slots__ = ()

    tool: ClassVar[str]
    arguments_model: ClassVar[type[BaseModel]]

    @abstractmethod
    async def op(self, call: Call, arguments: ArgumentsT) -> AnswerT | Raw:
        """Carry out the operation and return the whole answer; the runtime projects it."""


class SharedTransactionAdapter(PreconditionSet[ArgumentsT], Generic[ArgumentsT, AnswerT]):
    """Carries out a write inside the transaction that also records it; it never commits itself."""

    __slots__ = ()

    tool: ClassVar[str]
    arguments_model: ClassVar[type[BaseModel]]

    @abstractmethod
    def op(self, call: Call, arguments: ArgumentsT, connection: Connection) -> AnswerT | Raw:
        """Carry out the operation on the open transaction and return the whole answer."""


class Follower(PreconditionSet[Operation[ArgumentsT]], Generic[ArgumentsT, AnswerT]):
    """Asks about an operation, or asks to stop it.

    ``operation_models`` maps the wire name of each followed write to the model of its arguments.
    """

    __slots__ = ()

    tool: ClassVar[str]
    operation_models: ClassVar[Mapping[str, type[BaseModel]]]

    @abstractmethod
    async def op(self, call: Call, operation: Operation[ArgumentsT]) -> AnswerT | Raw:
        """Answer what the service knows about the operation."""
