"""What other files may know of a contract."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from toolcharter.diagnostics import Span
from toolcharter.ir.model.forms import EFFECT_OF_FORM, EffectClass, Form
from toolcharter.ir.model.names import Located, ToolRef


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A tool version that a contract names. ``purpose`` says as what: ``use`` (instead of a
    deprecated one), ``compensation``, ``poll``, ``cancel``, ``status`` or ``follows``."""

    purpose: str
    ref: ToolRef
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolInterface:
    """What other files may know of one tool version. ``views`` holds the names that a role may bind
    (``standard`` too, where it is built in); kinds are those of identifiers. ``yields_kinds`` says
    for each view which ones an agent learns."""

    ref: ToolRef
    form: Form
    views: tuple[str, ...]
    takes_kinds: tuple[str, ...]
    yields_kinds: Mapping[str, tuple[str, ...]]

    @property
    def effect_class(self) -> EffectClass:
        """The business effect, which the form decides."""
        return EFFECT_OF_FORM[self.form]

    def yields(self, kind: str) -> bool:
        """Whether an agent learns identifiers of the kind through some view."""
        return any(kind in kinds for kinds in self.yields_kinds.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractInterface:
    """What other files may know of a contract; everything that rules over a catalog look at.

    ``types`` names the shared types that it uses, ``handle_kinds`` the kinds whose handles it takes
    or gives, ``error_codes`` every code that it may answer, declared or implied, ``silenced`` the
    rules that it names in suppressions.
    """

    file: str
    name: Located[str]
    version: int
    is_change: bool
    state: str
    stability: str
    purpose: Located[str]
    consequence: str | None
    touches: tuple[str, ...]
    is_external: bool
    creates_kind: str | None
    permissions: tuple[str, ...]
    preconditions: tuple[str, ...]
    error_codes: tuple[str, ...]
    types: tuple[str, ...]
    handle_kinds: tuple[str, ...]
    tools: tuple[ToolInterface, ...]
    references: tuple[Reference, ...]
    silenced: tuple[Located[str], ...]
