"""What is in the wheels, and what runs where only they are installed."""

from __future__ import annotations

import json
import shutil
import tarfile
import zipfile
from pathlib import Path

import pytest

from .conftest import REPO, Distributions, Environment, build, only, run

pytestmark = pytest.mark.slow


def files_of(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def sources(folder: str, prefix: str) -> set[str]:
    root = REPO / folder
    names = {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}
    return {
        prefix + name for name in names if not name.endswith(".pyc") and not name.startswith(".")
    }


def test_the_compiler_wheel_holds_its_sources_schemas_starter_and_templates_and_nothing_else(
    distributions: Distributions,
) -> None:
    found = files_of(distributions.compiler_wheel)
    expected = sources("generator/toolcharter", "toolcharter/") | sources(
        "templates", "toolcharter/templates/"
    )
    assert {path for path in found if ".dist-info/" not in path} == expected
    for needed in (
        "toolcharter/py.typed",
        "toolcharter/contract/schemas/contract.schema.json",
        "toolcharter/starter/toolcharter.yaml",
        "toolcharter/templates/python/package.py.jinja",
    ):
        assert needed in found


def test_the_runtime_wheel_holds_its_sources_and_nothing_else(distributions: Distributions) -> None:
    found = files_of(distributions.runtime_wheel)
    expected = sources("runtime/toolcharter_runtime", "toolcharter_runtime/")
    assert {path for path in found if ".dist-info/" not in path} == expected
    assert "toolcharter_runtime/py.typed" in found


def test_every_distribution_carries_the_licence(distributions: Distributions) -> None:
    licence = (REPO / "LICENSE").read_bytes()
    assert b"Apache License" in licence
    for wheel in (distributions.compiler_wheel, distributions.runtime_wheel):
        with zipfile.ZipFile(wheel) as archive:
            (name,) = (each for each in archive.namelist() if each.endswith("/licenses/LICENSE"))
            assert archive.read(name) == licence
            (about,) = (each for each in archive.namelist() if each.endswith("/METADATA"))
            assert b"\nLicense-Expression: Apache-2.0\n" in archive.read(about)
    for sdist in (distributions.compiler_sdist, distributions.runtime_sdist):
        with tarfile.open(sdist) as archive:
            assert any(name.count("/") == 1 and "LICENSE" in name for name in archive.getnames())


def test_the_installed_compiler_checks_what_it_compiled(
    compiler: Environment, project: Path
) -> None:
    command = compiler.folder / "bin" / "toolcharter"
    run(command, "check", cwd=project)
    run(command, "compile", "--check", "--no-cache", cwd=project)
    assert json.loads(run(command, "schema"))["$schema"].endswith("/2020-12/schema")


def test_the_compiler_needs_no_runtime(compiler: Environment) -> None:
    code = "import importlib.util as u; print(u.find_spec('toolcharter_runtime'))"
    assert run(compiler.python, "-c", code) == "None\n"


IMPORT_ALL = """
import importlib, importlib.util, pkgutil, sys
import ticket_tools
found = [each.name for each in pkgutil.walk_packages(ticket_tools.__path__, "ticket_tools.")]
for name in found:
    importlib.import_module(name)
for name in ("toolcharter", "jinja2", "black", "click", "yaml", "datamodel_code_generator"):
    assert importlib.util.find_spec(name) is None, name
print(len([name for name in found if name.startswith("ticket_tools.tools.")]))
"""


def test_a_generated_package_is_imported_where_only_the_runtime_is_installed(
    service: Environment, project: Path
) -> None:
    modules = list((project / "generated/ticket_tools/tools").glob("*_v*.py"))
    assert run(service.python, "-c", IMPORT_ALL) == f"{len(modules)}\n"
    assert modules


def test_a_generated_package_is_installed_with_every_file_that_its_manifest_lists(
    service: Environment,
) -> None:
    code = (
        "import hashlib, json, pathlib, ticket_tools\n"
        "root = pathlib.Path(ticket_tools.__file__).parent\n"
        "listed = json.loads((root / 'manifest.json').read_bytes())['generated']\n"
        "for path, digest in listed.items():\n"
        "    if path != 'pyproject.toml':\n"
        "        found = hashlib.sha256((root / path).read_bytes()).hexdigest()\n"
        "        assert digest.removeprefix('sha256:') == found, path\n"
        "here = {p.relative_to(root).as_posix() for p in root.rglob('*') if p.is_file()}\n"
        "here = {path for path in here if not path.endswith('.pyc')}\n"
        "assert here == {*listed, 'manifest.json'} - {'pyproject.toml'}, here ^ set(listed)\n"
    )
    run(service.python, "-c", code)


LEFT_BEHIND = (
    *("build/lib/ticket_tools/dispatch.py", "dist/ticket_tools-0.whl", "x.egg-info/PKG-INFO"),
    *(".mypy_cache/3.11/x.json", ".env", "tools/.cache/x", "tools/.a.py.0123abcd.tmp"),
    *("__pycache__/dispatch.cpython-311.pyc", "tools/__pycache__/x.pyc"),
)


def test_what_editors_and_builders_leave_in_a_generated_package_is_not_packed(
    project: Path, tmp_path: Path
) -> None:
    package = tmp_path / "ticket_tools"
    shutil.copytree(project / "generated/ticket_tools", package)
    for name in LEFT_BEHIND:
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text("")
    out = package / "dist"
    build(package, out)
    build(package, out)  # the second time, the results of the first lie there
    listed = set(json.loads((package / "manifest.json").read_bytes())["generated"])
    with tarfile.open(only(out, "*.tar.gz")) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    assert packed == listed | {"manifest.json", "PKG-INFO"}
    found = files_of(only(out, "*-py3-*.whl"))
    expected = {f"ticket_tools/{name}" for name in listed - {"pyproject.toml"}}
    assert {name for name in found if ".dist-info/" not in name} == {
        *expected,
        "ticket_tools/manifest.json",
    }
