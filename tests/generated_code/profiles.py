"""How long the property tests of this folder run: briefly, or long where somebody asks for it."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings


def examples(brief: int) -> settings:
    """``brief`` examples, the same in every run; or, with ``TOOLCHARTER_SOAK`` in the environment
    or the hypothesis profile ``soak``, a hundred times as many and others each time.

    Only a soak makes a failing example smaller: that takes minutes where an example compiles a
    catalog.
    """
    soaks = "TOOLCHARTER_SOAK" in os.environ or settings.get_current_profile_name() == "soak"
    return settings(
        max_examples=brief * 100 if soaks else brief,
        phases=[Phase.generate, Phase.shrink] if soaks else [Phase.generate],
        derandomize=not soaks,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
