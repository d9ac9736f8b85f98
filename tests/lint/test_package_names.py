"""The generated package shadows nothing that it, the runtime or its host imports."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, packages_distributions, requires

import pytest
from lint.conftest import Find
from lint.overlay import BASE
from toolcharter.ir.reserved_names import NEEDED_PACKAGES
from toolcharter.source.tree import read_tree

_RUNTIME = "toolcharter-runtime"


def _named(find: Find, package: str) -> list[str]:
    tree = read_tree(BASE)
    settings = tree["toolcharter.yaml"]
    changed = re.sub(rb"(?m)^package: .*$", f"package: {package}".encode(), settings)
    assert changed != settings
    return [
        each.message
        for each in find({**tree, "toolcharter.yaml": changed})
        if each.code == "codegen/keyword"
    ]


@pytest.mark.parametrize(
    "package",
    [
        *("orjson", "jsonschema_rs", "jiter", "rfc8785", "pydantic", "typing_extensions"),
        *("opentelemetry", "sqlalchemy", "psycopg", "click", "toolcharter_runtime"),
        *("json", "tomllib", "import", "sitecustomize"),
    ],
)
def test_a_package_that_would_hide_another_is_refused(package: str, find: Find) -> None:
    assert [message for message in _named(find, package) if f"`{package}`" in message]


@pytest.mark.parametrize("package", ["orjson_tools", "click_desk", "shop"])
def test_a_package_with_a_name_of_its_own_is_not(package: str, find: Find) -> None:
    assert _named(find, package) == []


def test_everything_that_the_runtime_requires_is_listed() -> None:
    modules: dict[str, set[str]] = {}
    for module, distributions in packages_distributions().items():
        for name in distributions:
            modules.setdefault(_folded(name), set()).add(module)
    needed = {
        module
        for name in _closure(_RUNTIME)
        for module in modules.get(name, ())
        if re.fullmatch("[a-z][a-z0-9_]*", module)
    }
    assert {"orjson", "sqlalchemy", "typing_extensions"} <= needed
    assert needed - NEEDED_PACKAGES == set()


def _closure(name: str) -> set[str]:
    """The distributions that one requires, with what it requires of them for any extra of its."""
    found: set[str] = set()
    waiting = [_folded(name)]
    while waiting:
        each = waiting.pop()
        if each in found:
            continue
        found.add(each)
        try:
            required = requires(each) or []
        except PackageNotFoundError:
            continue
        for line in required:
            is_ours = each == _RUNTIME
            if is_ours or "extra" not in line:
                waiting.append(_folded(re.split(r"[^A-Za-z0-9._-]", line, maxsplit=1)[0]))
    return found


def _folded(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
