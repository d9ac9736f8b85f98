"""Things that have happened somewhere, each under its own name."""

from __future__ import annotations

from typing import Any

import pytest
from approvals.scene import Scene
from authority.walking import code_of
from pipeline.catalogs import errors_of, with_text, worked_catalog
from reference_service.adapters.own_tables import opportunities, own_effects
from sqlalchemy import Engine, select
from toolcharter_runtime.errors import RunError
from write_path.changes import STAGE, ready

SALE = "opp_00000001"


def stage_in(own: Engine) -> tuple[str, int]:
    """Stage and version of the sale, in the host's own tables."""
    asked = select(opportunities.c.stage, opportunities.c.version)
    with own.connect() as connection:
        row = connection.execute(asked.where(opportunities.c.id == SALE)).one()
    return row.stage, row.version


def effects(own: Engine) -> list[Any]:
    with own.connect() as connection:
        return list(connection.execute(select(own_effects.c.tool, own_effects.c.id)))


@pytest.mark.promise("A7")
async def test_an_opportunity_stage_changed_by_an_agent_that_should_only_read(
    scene: Scene, own_database: Engine
) -> None:
    """The agent looked a sale up for a colleague, and the sale stood in another stage afterwards."""
    before = scene.service.record("acme", "opportunity", SALE)
    async with scene.host() as host:
        # Somebody has even agreed to such a change, for another agent of the same person.
        seller = host.run("sales_agent")
        commit = await ready(host, seller, STAGE)

        reader = host.run("explorer", run_id="run-2")
        found = await host.call(reader, "get_opportunity_v1", {"opportunity_id": SALE})
        assert found["result"]["stage"] == "open"
        for name in (STAGE.preview, STAGE.commit):
            with pytest.raises(RunError, match=name):
                host.dispatcher.open(
                    role="explorer", requester=reader.requester, run_id="run-3", tools=[name]
                )
        for name, arguments in (
            (STAGE.preview, STAGE.arguments),
            (STAGE.commit, commit),
            (STAGE.commit, {**commit, "stage": "lost"}),
            ("get_opportunity_v1", {"opportunity_id": SALE, "stage": "lost"}),
            ("get_opportunity_v1", {"opportunity_id": SALE, "move": {"to": "lost"}}),
            ("update_opportunity_v1", {"opportunity_id": SALE, "stage": "lost"}),
        ):
            code = "UNKNOWN_FIELD" if name == "get_opportunity_v1" else "UNKNOWN_TOOL"
            assert code_of(await host.call(reader, name, arguments)) == code
        assert stage_in(own_database) == ("open", 6)
        assert (effects(own_database), scene.service.effects()) == ([], [])
        assert scene.service.record("acme", "opportunity", SALE) == before
        assert {each["method"] for each in scene.service.requests()} == {"GET"}

        # It was there to be done all the time: by the agent that may, and only by it.
        assert (await host.call(seller, STAGE.commit, commit))["outcome"] == "committed"
        assert stage_in(own_database) == ("lost", 7)
        assert effects(own_database) == [(STAGE.commit, SALE)]


@pytest.mark.parametrize(
    ("heading", "tool"), [("previews", STAGE.preview), ("writes", STAGE.commit)]
)
def test_the_catalog_that_would_let_it_does_not_compile(heading: str, tool: str) -> None:
    name = tool.removesuffix("_v1")
    widened = with_text(
        worked_catalog(),
        "roles/explorer.yaml",
        "limits: {calls_per_run: 100}",
        f"{heading}: {{{name}.v1: sales}}\nlimits: {{calls_per_run: 100}}",
    )
    assert "role/read-has-write" in {each.code for each in errors_of(widened)}
