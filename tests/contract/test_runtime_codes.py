"""What both halves know stands once on each side."""

from __future__ import annotations

from toolcharter.contract.runtime_codes import RUNTIME_CODES
from toolcharter.ir.upstream_codes import ANSWER_CODES
from toolcharter_runtime import Code


def test_the_compiler_and_the_runtime_know_the_same_codes() -> None:
    assert {code.value for code in Code} == RUNTIME_CODES


def test_what_an_answer_may_mean_is_among_them() -> None:
    assert set(ANSWER_CODES) < RUNTIME_CODES
