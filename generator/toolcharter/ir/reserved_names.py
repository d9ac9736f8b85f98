"""Names that generated code cannot use, since Python or a generated class has them already.

Walks in: the preconditions and the settings. Walks out: diagnostics. Without this check the emitter
would have to invent a name, and an author would look for a method that is not there.
"""

from __future__ import annotations

import keyword
import sys
from collections.abc import Iterator, Mapping

from toolcharter.diagnostics import Diagnostic
from toolcharter.ir.model import Precondition, Settings

ADAPTER_MEMBERS = frozenset(
    {"arguments_model", "current_version", "op", "operation_models", "preconditions", "tool"}
)
"""What an adapter calls its own members."""

NEEDED_PACKAGES = frozenset(
    {
        *("toolcharter", "toolcharter_runtime"),
        *("jiter", "jsonschema_rs", "orjson", "rfc8785"),
        *("annotated_types", "pydantic", "pydantic_core", "typing_extensions", "typing_inspection"),
        *("importlib_metadata", "opentelemetry", "zipp"),
        *("alembic", "click", "greenlet", "mako", "markupsafe", "psycopg", "psycopg_binary"),
        *("psycopg_pool", "sqlalchemy"),
        *("pip", "pkg_resources", "pytest", "setuptools", "site", "sitecustomize"),
        *("usercustomize", "wheel"),
    }
)
"""What a generated package, or whoever uses it, imports beside the standard library: a package of
that name which stands before it on the path would be imported in its place. A test compares the
list with what the runtime and its extras require."""


def reserved_name_diagnostics(
    preconditions: Mapping[str, Precondition], settings: Settings
) -> Iterator[Diagnostic]:
    """Preconditions and a package that cannot be called what they are called."""
    for precondition in preconditions.values():
        if keyword.iskeyword(precondition.name) or precondition.name in ADAPTER_MEMBERS:
            yield Diagnostic(
                code="codegen/keyword",
                span=precondition.span,
                message=f"A precondition cannot be called `{precondition.name}`: "
                "that is a word of Python or of the generated adapter.",
                hint=f"Say what must hold, as in `is_{precondition.name}`.",
            )
    package = settings.package
    if (
        keyword.iskeyword(package)
        or package in sys.stdlib_module_names
        or package in NEEDED_PACKAGES
    ):
        yield Diagnostic(
            code="codegen/keyword",
            span=settings.span,
            message=f"The generated package cannot be called `{package}`: "
            "that is a word of Python, or a package that generated code needs.",
            hint=f"Write another `package`, as in `{package}_tools`.",
        )
