from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from toolcharter.diagnostics import Diagnostic
from toolcharter.output.cache import Cache
from toolcharter.pipeline import compile_catalog

Find = Callable[[Mapping[str, bytes]], tuple[Diagnostic, ...]]
"""What the whole front finds in a catalog."""


@pytest.fixture(scope="session")
def find(tmp_path_factory: pytest.TempPathFactory) -> Find:
    """Compiles catalogs without emitting; contracts that a case leaves alone come from a cache."""
    cache = Cache(tmp_path_factory.mktemp("units"), b"secret")

    def found_in(tree: Mapping[str, bytes]) -> tuple[Diagnostic, ...]:
        return compile_catalog(tree, emit=False, compiler="tests", cache=cache).diagnostics

    return found_in
