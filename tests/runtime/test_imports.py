"""What importing costs, and what is public."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import toolcharter_runtime
from toolcharter_runtime.formats import v1

RUNTIME = Path(toolcharter_runtime.__file__).parent

HEAVY = {
    *("pydantic", "pydantic_core", "sqlalchemy", "jsonschema_rs", "opentelemetry"),
    *("asyncio", "anyio", "orjson", "jiter", "rfc8785", "logging", "datetime", "jsonschema"),
}


def modules_after(program: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{program}\nimport sys\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": ":".join(sys.path)},
        check=True,
    )
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "program",
    [
        "import toolcharter_runtime",
        "from toolcharter_runtime.formats import v1",
        "from toolcharter_runtime import Requester, ToolError, Raw, Call, CatalogError",
        "import sample_tools",
        "from sample_tools.identifiers import CustomerId; CustomerId('C-1')",
    ],
)
def test_what_generated_code_imports_loads_nothing_heavy(program: str) -> None:
    assert modules_after(program) & HEAVY == set()


def test_making_a_dispatcher_imports_no_model_and_no_tool() -> None:
    program = """
from sample_tools import CATALOG
from toolcharter_runtime import Dispatcher
names = CATALOG["tools"]
Dispatcher(CATALOG, dict.fromkeys(names, lambda: None))
"""
    loaded = modules_after(program)
    assert "pydantic" not in loaded
    assert not [name for name in loaded if name.startswith("sample_tools.tools.")]


def test_everything_public_is_listed_and_can_be_loaded() -> None:
    assert set(toolcharter_runtime.__all__) == {
        *("JSON", "Call", "CatalogError", "Clock", "Code", "Dispatcher", "HostError", "LogSink"),
        *("Outcome", "Raw", "Requester", "Run", "RunError", "Sink", "ToolError"),
    }
    for name in toolcharter_runtime.__all__:
        assert getattr(toolcharter_runtime, name) is not None
    assert set(toolcharter_runtime.__all__) <= set(dir(toolcharter_runtime))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        toolcharter_runtime.nothing  # noqa: B018


def test_a_type_checker_sees_the_same_names() -> None:
    text = (RUNTIME / "__init__.py").read_text()
    for_checker = set(re.findall(r"import (\w+) as \1$", text, re.MULTILINE))
    assert for_checker == set(toolcharter_runtime.__all__)


def test_every_public_name_stands_in_the_documentation() -> None:
    page = (RUNTIME.parent / "README.md").read_text()
    for name in (*toolcharter_runtime.__all__, *toolcharter_runtime.Code):
        assert f"`{name}`" in page, name


def test_modules_that_are_not_public_start_with_an_underscore() -> None:
    public = {path.stem for path in RUNTIME.glob("[!_]*.py")}
    assert public == {
        *("approvals", "clock", "dispatcher", "errors", "operations", "outcomes", "store"),
        "traces",
    }


def test_the_format_module_exports_what_it_defines_and_what_adapters_need() -> None:
    for name in v1.__all__:
        assert hasattr(v1, name)
    rows = re.findall(r"^class (\w+)\(TypedDict\)", Path(v1.__file__).read_text(), re.MULTILINE)
    assert set(rows) <= set(v1.__all__)
