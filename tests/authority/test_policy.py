"""The policy table of the worked catalog: which approval a proposal needs, at each threshold and one past
it, through the dispatcher.

A threshold that a tool's own contract does not let anybody reach is tried at the contract's bound, and
with another number in the table; a consequence that no tool has, with a tool that is given it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from approvals.scene import Scene
from authority.alphabets import HANDOVER
from authority.policies import (
    PREVIEWS,
    rows_of_unused,
    rows_with_fewer_records,
    rows_without_pounds,
    thresholds,
)
from authority.proposing import (
    handover,
    message,
    previewed,
    refund,
    told,
    unhurried,
    waiting,
    with_arguments,
)
from write_path.changes import Change
from write_path.host import Host


async def level_of(host: Host, change: Change, *, run_id: str = "run-1") -> str:
    """The level that a proposal gets, or the code that refuses it; then nothing is stored."""
    before = await waiting(host)
    envelope = await previewed(host, host.run(change.role, run_id=run_id), change, "r")
    assert await waiting(host) == before + envelope["ok"]
    return told(envelope)


AMOUNTS = {
    "payment raise amount EUR": (50_000, "EUR", "one_finance", "two_persons"),
    "payment raise amount USD": (50_000, "USD", "one_finance", "two_persons"),
    "payment raise amount GBP": (45_000, "GBP", "one_finance", "two_persons"),
    # The contract itself takes no more than this of any currency.
    "payment refuse amount EUR": (500_000, "EUR", "two_persons", "INVALID_ARGUMENT"),
    "payment refuse amount USD": (500_000, "USD", "two_persons", "INVALID_ARGUMENT"),
    "payment refuse amount GBP": (450_000, "GBP", "two_persons", "POLICY_REFUSED"),
}
RECIPIENTS = {
    "external_message raise recipients": (5, "one_reviewer", "two_persons"),
    "external_message refuse recipients": (50, "two_persons", "POLICY_REFUSED"),
}


@pytest.mark.promise("A3")
@pytest.mark.parametrize("threshold", AMOUNTS)
async def test_an_amount_at_a_threshold_and_one_minor_unit_past_it(
    at_noon: Scene, threshold: str
) -> None:
    minor, currency, at, past = AMOUNTS[threshold]
    async with unhurried(at_noon) as host:
        assert await level_of(host, refund(at_noon, minor, currency)) == at
        more = refund(at_noon, minor + 1, currency)
        assert await level_of(host, more, run_id="run-2") == past


@pytest.mark.promise("A3")
async def test_a_currency_that_no_rule_names_is_refused(at_noon: Scene, tmp_path: Path) -> None:
    async with unhurried(at_noon, rows_without_pounds(tmp_path)) as host:
        assert await level_of(host, refund(at_noon, 1, "GBP")) == "POLICY_REFUSED"
    async with unhurried(at_noon) as host:
        assert await level_of(host, refund(at_noon, 1, "GBP")) == "one_finance"
        assert await level_of(host, refund(at_noon, 1, "CHF")) == "INVALID_ARGUMENT"


@pytest.mark.promise("A3")
@pytest.mark.parametrize("threshold", RECIPIENTS)
async def test_recipients_at_a_threshold_and_one_more(at_noon: Scene, threshold: str) -> None:
    count, at, past = RECIPIENTS[threshold]
    async with unhurried(at_noon) as host:
        assert await level_of(host, message(at_noon, count)) == at
        more = message(at_noon, count + 1)
        assert await level_of(host, more, run_id="run-2") == past


@pytest.mark.promise("A3")
async def test_records_at_the_contracts_bound_and_at_a_cap_below_it(
    at_noon: Scene, tmp_path: Path
) -> None:
    """``bulk_change refuse records``: the one contract takes fewer than the table's number."""
    async with unhurried(at_noon) as host:
        assert await level_of(host, handover(at_noon, 51)) == "INVALID_ARGUMENT"
    async with unhurried(at_noon, rows_with_fewer_records(tmp_path)) as host:
        ids = [f"opp_{number:08}" for number in range(1000, 1050)]
        for records, level in ((2, "two_persons"), (3, "POLICY_REFUSED"), (50, "POLICY_REFUSED")):
            change = with_arguments(HANDOVER, opportunity_ids=ids[:records])
            assert await level_of(host, change, run_id=f"run-{records}") == level
    async with unhurried(at_noon) as host:
        change = with_arguments(HANDOVER, opportunity_ids=ids)
        assert await level_of(host, change, run_id="run-all") == "two_persons"


ENVIRONMENTS = {
    "credential_rotation raise environment production": (
        *("credential_rotation", {"staging": "one_reviewer", "production": "two_persons"}),
    ),
    "production_deployment refuse environment staging": (
        *("production_deployment", {"staging": "POLICY_REFUSED", "production": "two_persons"}),
    ),
}


@pytest.mark.promise("A3")
@pytest.mark.parametrize("threshold", ENVIRONMENTS)
async def test_an_environment_raises_or_refuses_by_its_name(
    at_noon: Scene, threshold: str, tmp_path: Path
) -> None:
    consequence, levels = ENVIRONMENTS[threshold]
    rows = rows_of_unused(tmp_path)
    for number, (environment, level) in enumerate(levels.items()):
        async with unhurried(at_noon, rows, environment=environment) as host:
            change = PREVIEWS[consequence]
            assert await level_of(host, change, run_id=f"run-{number}") == level


def test_every_threshold_of_the_table_is_tried() -> None:
    tried = {*AMOUNTS, *RECIPIENTS, *ENVIRONMENTS, "bulk_change refuse records"}
    assert tried == {*thresholds()}
