"""What the starter's README tells to type works where a user types it."""

from __future__ import annotations

import json
import re
import textwrap
from pathlib import Path

import pytest

from .conftest import Environment, run

pytestmark = pytest.mark.slow


def code_of(readme: Path) -> str:
    """The Python of a page, in order."""
    blocks = re.findall(r"(?ms)^ *```python\n(.*?)^ *```", readme.read_text(encoding="utf-8"))
    assert len(blocks) > 1
    return "".join(textwrap.dedent(each) for each in blocks)


def test_the_python_of_the_readme_serves_a_call(service: Environment, project: Path) -> None:
    code = code_of(project / "catalog/README.md")
    answer = json.loads(run(service.python, "-c", code))
    assert answer["ok"] is True
    assert answer["result"]["tickets"] == []
