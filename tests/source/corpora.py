"""Where documents of other people lie that tests may read, and what to do where they do not.

They are found in $TOOLCHARTER_CORPORA, else in ``shared/corpora`` beside the repository. A test
that needs an absent one is skipped; in CI it fails.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_BESIDE = Path(__file__).resolve().parents[3] / "shared" / "corpora"


def corpus(name: str) -> Path:
    """The folder of one corpus; skips the test that asks for an absent one."""
    found = Path(os.environ.get("TOOLCHARTER_CORPORA", _BESIDE)) / name
    if not found.is_dir():
        reason = f"the corpus {name} is not on this machine (TOOLCHARTER_CORPORA)"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return found
