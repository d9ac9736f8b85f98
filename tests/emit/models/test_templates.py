"""Templates are shapes with holes: text is rendered once, and nothing is computed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import TemplateNotFound, UndefinedError
from jinja2.exceptions import SecurityError
from toolcharter.emit import templates


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(templates, "_folder", lambda: tmp_path)
    templates._environment.cache_clear()
    yield tmp_path
    templates._environment.cache_clear()


def test_what_fills_a_hole_is_not_read_as_a_template(folder: Path) -> None:
    (folder / "t.jinja").write_text("{{ view }}")
    assert templates.render("t.jinja", "{{ 7*7 }}{% raw %}{# no #}") == "{{ 7*7 }}{% raw %}{# no #}"


def test_a_hole_without_a_value_is_loud(folder: Path) -> None:
    (folder / "t.jinja").write_text("{{ view.nothing }}")
    with pytest.raises(UndefinedError):
        templates.render("t.jinja", object())


@pytest.mark.parametrize("template", ["{{ range(3) }}", "{{ dict() }}", "{{ cycler }}"])
def test_a_template_has_no_globals(template: str, folder: Path) -> None:
    (folder / "t.jinja").write_text(template)
    with pytest.raises(UndefinedError):
        templates.render("t.jinja", object())


def test_a_template_cannot_reach_into_python_or_change_its_view(folder: Path) -> None:
    (folder / "t.jinja").write_text("{{ view.__class__.__mro__ }}")
    with pytest.raises(SecurityError):
        templates.render("t.jinja", "text")
    (folder / "u.jinja").write_text("{{ view.append(1) }}")
    with pytest.raises(SecurityError):
        templates.render("u.jinja", [])


def test_the_folder_of_the_checkout_is_found_and_an_absent_template_is_loud() -> None:
    assert (templates._folder() / "python" / "tool.py.jinja").is_file()
    with pytest.raises(TemplateNotFound):
        templates.render("python/absent.jinja", None)


def test_templates_that_are_not_installed_are_missed_loudly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(templates, "files", lambda package: tmp_path / "a" / "b" / package)
    with pytest.raises(FileNotFoundError, match="templates of toolcharter"):
        templates._folder()
    (tmp_path / "a" / "b" / "toolcharter" / "templates").mkdir(parents=True)
    assert templates._folder() == tmp_path / "a" / "b" / "toolcharter" / "templates"
