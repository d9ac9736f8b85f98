"""The linked catalog: frozen values that say what is true, never how Python spells it.

Walks in: nothing; ``link`` builds these once. Every value that somebody wrote carries the span of
the place where it stands; a derived value carries the span of what it was derived from.

A *contract* is one file. It makes one *tool version*, or, for a change, two of them: a preview and
its commit. The *environment* is everything that contracts share: settings, types, tables, policies,
services. A *catalog* is an environment, its contracts and its roles.
"""

from toolcharter.ir.model.catalog import Catalog, Role, RoleTool
from toolcharter.ir.model.contract import Contract, ToolVersion
from toolcharter.ir.model.effect import Follows, Reversibility, Target, WriteEffect
from toolcharter.ir.model.environment import EffectLimits, Environment, Settings
from toolcharter.ir.model.execution import Adapter, Failure, Limits, Retry
from toolcharter.ir.model.facets import (
    AppliedPrecondition,
    Fact,
    Idempotency,
    Judgement,
    Operation,
    Page,
    Plan,
    Status,
    Suppression,
    View,
    Visibility,
)
from toolcharter.ir.model.forms import EFFECT_OF_FORM, EffectClass, Form
from toolcharter.ir.model.interface import ContractInterface, Reference, ToolInterface
from toolcharter.ir.model.names import Digest, Located, ToolRef, WireName
from toolcharter.ir.model.policy import Consequence, Level, PolicyRule
from toolcharter.ir.model.shape import JsonSchema, Pointer, Reveal, Shape
from toolcharter.ir.model.tables import (
    ErrorCode,
    Exclusion,
    IdType,
    Kind,
    Precondition,
    Service,
    Space,
)

__all__ = [
    "EFFECT_OF_FORM",
    "Adapter",
    "AppliedPrecondition",
    "Catalog",
    "Consequence",
    "Contract",
    "ContractInterface",
    "Digest",
    "EffectClass",
    "EffectLimits",
    "Environment",
    "ErrorCode",
    "Exclusion",
    "Fact",
    "Failure",
    "Follows",
    "Form",
    "IdType",
    "Idempotency",
    "JsonSchema",
    "Judgement",
    "Kind",
    "Level",
    "Limits",
    "Located",
    "Operation",
    "Page",
    "Plan",
    "Pointer",
    "PolicyRule",
    "Precondition",
    "Reference",
    "Retry",
    "Reveal",
    "Reversibility",
    "Role",
    "RoleTool",
    "Service",
    "Settings",
    "Shape",
    "Space",
    "Status",
    "Suppression",
    "Target",
    "ToolInterface",
    "ToolRef",
    "ToolVersion",
    "View",
    "Visibility",
    "WireName",
    "WriteEffect",
]
