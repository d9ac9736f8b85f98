"""Whatever a contract says, its module says the same, as data and docstrings, and runs nothing."""

from __future__ import annotations

import ast
import builtins
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

import black
import pytest
from emit.models.building import imported_tool, package, request
from emit.models.test_golden import calls_at_import
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from toolcharter.emit.request import ToolModuleRequest

PIECES = (
    *('"', "'", '"""', "'''", "\\", "\\\\", "\n", "\n\n", "\r\n", "\t", " ", "{", "}", "{{", "}}"),
    *("{{ 7*7 }}", "{% for x in range(10**9) %}", "{# no #}", "${HOME}", "%s", "\x00", "\x1b[2J"),
    *(
        "\u202e",
        "\u2066",
        "\u200b",
        "\ufeff",
        "\u2028",
        "\x85",
        "\U000e0041",
        "\u3164",
        "é",
        "日本",
    ),
    *('"""\nimport os\nos.system("touch toolcharter_pwned")\n"""', "#", "# type: ignore", "a" * 90),
    *("__import__('os').system('touch toolcharter_pwned')", "\\N{BULLET}", "\\x41", "\\", "end."),
)
HOSTILE = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map("".join) | st.text(
    st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20
)
SPACE = re.compile("[ \t\n]+")

pytestmark = pytest.mark.promise("G2")


@st.composite
def hostile_requests(draw: Any) -> ToolModuleRequest:
    """A request with hostile text in every hole: prose, names, words, constants, defaults."""
    wire = draw(st.lists(HOSTILE, min_size=5, max_size=5, unique=True))
    words = draw(st.lists(HOSTILE, min_size=2, max_size=3, unique=True))
    tags = draw(st.lists(HOSTILE, min_size=2, max_size=2, unique=True))
    branches = [
        {
            "type": "object",
            "additionalProperties": False,
            "required": [wire[0]],
            "properties": {wire[0]: {"const": tag}},
            "description": draw(HOSTILE),
        }
        for tag in tags
    ]
    schema = {
        "type": "object",
        "additionalProperties": False,
        "description": draw(HOSTILE),
        "properties": {
            wire[0]: {"enum": words, "description": draw(HOSTILE), "default": words[0]},
            wire[1]: {"const": draw(HOSTILE), "title": draw(HOSTILE)},
            wire[2]: {"type": "string", "pattern": draw(HOSTILE), "default": draw(HOSTILE)},
            wire[3]: {
                "type": "array",
                "items": {"oneOf": branches, "description": draw(HOSTILE)},
                "description": draw(HOSTILE),
            },
            wire[4]: {"$ref": "#/$defs/x", "examples": [draw(HOSTILE)]},
        },
        "$defs": {"x": {"type": "object", "properties": {}, "additionalProperties": {}}},
    }
    return request(
        input=schema,
        answer=schema,
        views={"support": schema},
        description=draw(HOSTILE),
        contract_file=f"tools/{draw(HOSTILE)}/use_thing.v1.yaml",
        preconditions={"is_open": draw(HOSTILE)},
    )


@settings(
    max_examples=60,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(hostile_requests())
def test_hostile_text_in_every_hole_stays_text(made: ToolModuleRequest) -> None:
    text = package([made])["tools/use_thing_v1.py"]
    text.encode()
    tree = ast.parse(text)
    assert calls_at_import(text) <= {"Field", "ConfigDict"}
    assert black.format_str(text, mode=black.Mode()) == text
    # A line ends in a line feed alone here: a carriage return before it belongs to a word.
    said = words_of(made.description.replace("\r\n", "\n"))
    assert words_of(ast.get_docstring(tree, clean=False) or "")[: len(said)] == said
    assert constants(tree) >= strings_of(made)
    assert invisible(text) == ""
    folder = Path(tempfile.mkdtemp())
    try:
        with imported_tool(made, folder) as module:
            assert module.UseThingV1Adapter.tool == "use_thing_v1"
    finally:
        shutil.rmtree(folder)
    assert not Path("toolcharter_pwned").exists()


def words_of(text: str) -> list[str]:
    return [word for word in SPACE.split(text) if word]


def constants(tree: ast.AST) -> set[object]:
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}


def strings_of(made: ToolModuleRequest) -> set[str]:
    """What must stand in the module as a literal, character by character."""
    properties = made.input["properties"]
    enum, constant, plain, listed, _ = properties.values()
    found = {*enum["enum"], constant["const"], plain["default"]}
    found |= {
        tag["const"] for branch in listed["items"]["oneOf"] for tag in branch["properties"].values()
    }
    names = {name for name in properties if not name.isidentifier() or not name.isascii()}
    return found | names


def invisible(text: str) -> str:
    """Characters that a reviewer would not see: none may stand in a module."""
    unseen = re.compile(
        "[\x00-\x09\x0b-\x1f\x7f-\xa0\xad\u200b-\u200f\u2028-\u202f\u2060-\u206f\u3164\ufeff"
        "\U000e0000-\U000e007f]"
    )
    return "".join(unseen.findall(text))


@pytest.mark.parametrize("keyword", ["customTypePath", "customBasePath", "x-python-type"])
def test_a_keyword_that_the_engine_would_turn_into_an_import_is_not_handed_over(
    keyword: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    schema = {
        "type": "object",
        "additionalProperties": False,
        keyword: "antigravity.Thing",
        "properties": {"customer_id": {"type": "string", keyword: "antigravity.Thing"}},
    }
    made = request(input=schema)
    assert "antigravity" not in package([made])["tools/use_thing_v1.py"]
    imports: list[str] = []
    plain_import = builtins.__import__

    def spying(name: str, *rest: Any, **more: Any) -> Any:
        imports.append(name)
        return plain_import(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", spying)
    with imported_tool(made, tmp_path) as module:
        assert module.UseThingV1Input.model_fields["customer_id"].annotation is not None
    assert imports
    assert not [name for name in imports if name.startswith("antigravity")]
