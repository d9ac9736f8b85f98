"""Every arrangement and every expectation, by the names that the table has for them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from fault_matrix import (
    approvals,
    cancels,
    commits,
    expect_calls,
    expect_long_work,
    expect_people,
    expect_writes,
    long_operations,
    previews,
    reads,
)
from fault_matrix.came import Came
from fault_matrix.faults import Arrangement
from fault_matrix.scene import Scene

Expectation: TypeAlias = Callable[[Scene, Came], Awaitable[None]]

FAMILIES = (reads, previews, approvals, commits, long_operations, cancels)

ARRANGEMENTS: Mapping[str, Arrangement] = {
    name: arrangement for family in FAMILIES for name, arrangement in family.ARRANGEMENTS.items()
}

EXPECTATIONS: Mapping[str, Expectation] = {
    "OK": expect_calls.expect_ok,
    "RV": expect_calls.expect_rv,
    "RR": expect_calls.expect_rr,
    "OI": expect_calls.expect_oi,
    "C0": expect_calls.expect_c0,
    "SU": expect_calls.expect_su,
    "VC": expect_calls.expect_vc,
    "AT": expect_writes.expect_at,
    "DD": expect_writes.expect_dd,
    "IP": expect_writes.expect_ip,
    "RS": expect_writes.expect_rs,
    "UK": expect_writes.expect_uk,
    "T1": expect_writes.expect_t1,
    "RK": expect_long_work.expect_rk,
    "CA": expect_long_work.expect_ca,
    "PD": expect_people.expect_pd,
    "F1": expect_people.expect_f1,
    "EX": expect_people.expect_ex,
}
