"""The templates of generated code, rendered in a sandbox.

Walks in: the name of a template and a finished view object. Walks out: text. A template is a shape
with holes: it may loop and choose, it computes nothing, sees no globals, and what fills a hole is
never read as a template again.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from toolcharter.ir.canonical import digest
from toolcharter.ir.model import Digest

if TYPE_CHECKING:
    from jinja2.sandbox import ImmutableSandboxedEnvironment


def render(template: str, view: object) -> str:
    """The text of ``python/tool.py.jinja`` and its like; the view is the only name they know."""
    return _environment().get_template(template).render(view=view)


@cache
def templates_digest() -> Digest:
    """The SHA-256 over every template, by name and content."""
    found = b""
    for path in sorted(_folder().rglob("*.jinja")):
        contents = path.read_bytes()
        name = path.relative_to(_folder()).as_posix()
        found += f"{name}\0{len(contents)}\0".encode() + contents
    return digest(found)


@cache
def _environment() -> ImmutableSandboxedEnvironment:
    # Imported here, so that a run that renders nothing does not pay for it.
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(_folder()),
        undefined=StrictUndefined,
        autoescape=False,  # The output is Python: literals and docstrings have escaped it.
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.clear()
    return environment


def _folder() -> Path:
    """Beside the package in an installation, at the root of the repository in a checkout."""
    package = Path(str(files("toolcharter")))
    for folder in (package / "templates", package.parent.parent / "templates"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the templates of toolcharter are not installed beside {package}")
