"""Every applicable cell of the fault matrix: the fault at the point, and what the table says of it."""

from __future__ import annotations

import os

import pytest
from fault_matrix.registry import ARRANGEMENTS, EXPECTATIONS
from fault_matrix.scene import Scene
from fault_matrix.table import Cell, applicable

KINDS = ("sqlite", "postgres") if "TOOLCHARTER_SOAK" in os.environ else ("sqlite",)


@pytest.mark.parametrize(
    "cell",
    [
        pytest.param(c, id=c.cell, marks=pytest.mark.promise("T8"))
        for c in applicable()
        if c.cell in ARRANGEMENTS
    ],
)
@pytest.mark.parametrize("scene", KINDS, indirect=True)
async def test_a_fault_at_a_point_comes_to_what_the_table_says(scene: Scene, cell: Cell) -> None:
    async with scene.played():
        came = await ARRANGEMENTS[cell.cell](scene)
        await EXPECTATIONS[cell.outcome](scene, came)
