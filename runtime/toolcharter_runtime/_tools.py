"""One tool version, ready to be called.

Walks in: its row, its package and the factory of its adapter. Everything that can be worked out
once (validators, projections, the adapter itself) is worked out when it is first needed and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any

from toolcharter_runtime import _json_text, _json_value
from toolcharter_runtime._adapters import PreconditionSet
from toolcharter_runtime._answers import Answers
from toolcharter_runtime._catalog import read_schemas
from toolcharter_runtime._codes import Code
from toolcharter_runtime._defaults import filler
from toolcharter_runtime._fault_location import FaultLocator
from toolcharter_runtime._preconditions import Preconditions, is_present
from toolcharter_runtime._refusal import Refusal
from toolcharter_runtime._validators import is_valid, validator
from toolcharter_runtime._views import Project, projection
from toolcharter_runtime.errors import CatalogError

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON
    from toolcharter_runtime.formats.v1 import CatalogRow, SchemasFile, ToolRow

_REFUSED_AS = {"draining": Code.VERSION_RETIRED, "withdrawn": Code.TOOL_WITHDRAWN}


class Tool:
    """A tool version of a catalog."""

    def __init__(
        self, wire_name: str, catalog: CatalogRow, factory: Callable[[], Any] | None
    ) -> None:
        row = catalog["tools"][wire_name]
        self.wire_name = wire_name
        self.version = row["version"]
        self.row: ToolRow = row
        self.permissions = frozenset(row["permissions"])
        self.errors = _errors_of(row, catalog)
        self.error_rows = catalog["errors"]
        self.retry = row["retry"]
        self.limits = row["limits"]
        self.timeout = timedelta(milliseconds=self.limits["timeout_ms"])
        self._most_bytes = self.limits["request_bytes"]
        self.is_wired = factory is not None
        self.needs_store = row["form"] != "read"
        self._refused_as = _REFUSED_AS.get(row["state"])
        self._package = catalog["package"]
        self._factory = factory
        self._views: dict[str, tuple[Project, Any]] = {}

    def check_served(self) -> None:
        """A version that drains serves the runs of the snapshot before, and no new one."""
        if self._refused_as is not None:
            raise Refusal(self._refused_as)

    def read_text(self, raw: bytes) -> JSON:
        """The canonical value of arguments as JSON text, within the limit of the tool."""
        return _json_text.read(raw, limit=self._most_bytes)

    def read_value(self, value: object) -> JSON:
        """The canonical value of arguments that somebody has parsed, within the same limit."""
        return _json_value.canonical(value, limit=self._most_bytes)

    def check_arguments(self, arguments: JSON) -> None:
        """Hold ``arguments`` against the input schema, then fill its defaults in."""
        if not is_valid(self._input, arguments):
            raise self._locator.refusal(arguments)
        is_changed = self._fill is not None and self._fill(arguments)
        if is_changed and not is_valid(self._input, arguments):
            raise CatalogError(f"a default of {self.wire_name} makes its arguments invalid")

    def safe_fields(self, arguments: JSON) -> Mapping[str, JSON] | None:
        """The values that the contract allows in a record."""
        if not self.row["safe_fields"]:
            return None
        found: dict[str, JSON] = {}
        for path in self.row["safe_fields"]:
            if is_present(arguments, path):
                value: Any = arguments
                for name in path:
                    value = value[name]
                found[".".join(path)] = value
        return found

    def model(self, arguments: JSON) -> Any:
        """The model of valid arguments, as the adapter takes it."""
        # What model_validate calls; its own layer costs more than the work for a small model.
        return self._model.validate_python(arguments)

    def shown(self, answer: JSON, view: str, *, fixed: Mapping[str, JSON] | None = None) -> JSON:
        """What a view shows of a valid answer, held against the schema of the view. ``fixed`` are
        the fields of a fixed shape, which every view shows."""
        project, engine = self._views.get(view) or self._view(view)
        result: JSON = project(answer) if fixed is None else {**project(answer), **fixed}
        if not is_valid(engine, result):
            raise Refusal(Code.OUTPUT_INVALID)
        return result

    @cached_property
    def adapter(self) -> Any:
        """The adapter, made at the first call; CatalogError where it is one for another tool."""
        adapter = self._factory() if self._factory is not None else None
        if (
            not isinstance(adapter, PreconditionSet)
            or getattr(adapter, "tool", None) != self.wire_name
        ):
            raise CatalogError(f"the factory for {self.wire_name} makes another adapter")
        return adapter

    @cached_property
    def _model(self) -> Any:
        return self.adapter.arguments_model.__pydantic_validator__

    @cached_property
    def preconditions(self) -> Preconditions:
        """The questions of the dispatch row, bound to the adapter."""
        return Preconditions(self.wire_name, self.row["preconditions"], self.adapter)

    @cached_property
    def answers(self) -> Answers:
        """The reader of what the adapter answers."""
        return Answers(self.schemas["answer"], self.limits["result_bytes"])

    @cached_property
    def schemas(self) -> SchemasFile:
        """The schemas of the tool, checked against the digest of the row."""
        return read_schemas(self._package, self.wire_name, self.row["schemas"])

    @cached_property
    def _input(self) -> Any:
        return validator(self.schemas["input"])

    @cached_property
    def _locator(self) -> FaultLocator:
        return FaultLocator(self.schemas["input"])

    @cached_property
    def _fill(self) -> Any:
        return filler(self.schemas["input"])

    def _view(self, name: str) -> tuple[Project, Any]:
        view = self.schemas["views"][name]
        made = projection(view["reveal"], view["schema"]), validator(view["schema"])
        return self._views.setdefault(name, made)


def _errors_of(row: ToolRow, catalog: CatalogRow) -> frozenset[str]:
    """The domain codes of a tool; each must have its line in the catalog's table."""
    codes = frozenset(row["errors"]).union(each["error"] for each in row["preconditions"])
    if unknown := codes - catalog["errors"].keys():
        raise CatalogError(f"{row['tool']} lists {min(unknown)}, which has no meaning")
    return codes
