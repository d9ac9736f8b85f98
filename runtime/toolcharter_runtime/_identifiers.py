"""Identifiers as types, so that a type checker refuses a swapped one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema


class Identifier(str):
    """A string that names one record of one kind.

    Subclasses set ``max_length`` and, where both regex engines agree on it, ``pattern``. A model
    checks them and refuses an identifier of another kind; a plain call checks nothing, as ``str``
    does not.
    """

    __slots__ = ()

    pattern: ClassVar[str]
    max_length: ClassVar[int]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({super().__repr__()})"

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: type[Any], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        from pydantic_core import core_schema

        def refuse_other_kinds(value: Any) -> Any:
            if isinstance(value, Identifier) and not isinstance(value, cls):
                raise ValueError(f"{type(value).__name__} is not {cls.__name__}")
            return value

        text = core_schema.str_schema(
            strict=True,
            max_length=getattr(cls, "max_length", None),
            pattern=getattr(cls, "pattern", None),
        )
        return core_schema.no_info_before_validator_function(
            refuse_other_kinds,
            core_schema.no_info_after_validator_function(cls, text),
        )
