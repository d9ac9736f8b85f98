"""Profiles of the property tests: the usual one, and ``soak`` for ``make soak``."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("soak", max_examples=2000, deadline=None)
