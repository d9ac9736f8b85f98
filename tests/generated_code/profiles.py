"""How long the property tests of this folder run: briefly, or as long as ``TOOLCHARTER_SOAK`` says."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings


def examples(brief: int) -> settings:
    """``brief`` examples, or a hundred times as many in a soak; the same ones in every short run."""
    soaks = bool(os.environ.get("TOOLCHARTER_SOAK"))
    return settings(
        max_examples=brief * 100 if soaks else brief,
        derandomize=not soaks,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
