"""Every applicable cell of the fault matrix: the fault at the point, and what the table says of it.

``TOOLCHARTER_SOAK`` in the environment plays every cell on PostgreSQL as well.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import pytest
from fault_matrix.registry import ARRANGEMENTS, EXPECTATIONS
from fault_matrix.scene import Scene
from fault_matrix.table import Cell, applicable

STORES = ("sqlite", "postgres") if "TOOLCHARTER_SOAK" in os.environ else ("sqlite",)

PROVES: Mapping[str, tuple[str, ...]] = {
    "AT": ("F1",),
    "DD": ("F1",),
    "IP": ("F1",),
    "RS": ("F1", "F2"),
    "UK": ("F2",),
    "RR": ("F4",),
    "VC": ("F3",),
    "PD": ("A5",),
    "F1": ("A5",),
    "EX": ("A4",),
    "RK": ("C15",),
    "CA": ("C16",),
    "OI": ("B5",),
    "RV": ("B4",),
}
"""The requirements that a cell is about, by its outcome, besides that the matrix is covered."""


def named(cell: Cell) -> Any:
    """A cell as a test of its own."""
    numbers = ("T8", *PROVES.get(cell.outcome, ()))
    return pytest.param(cell, id=cell.cell, marks=[pytest.mark.promise(each) for each in numbers])


@pytest.mark.parametrize("cell", [*map(named, applicable())])
@pytest.mark.parametrize("scene", STORES, indirect=True)
async def test_a_fault_at_a_point_comes_to_what_the_table_says(scene: Scene, cell: Cell) -> None:
    async with scene.played():
        came = await ARRANGEMENTS[cell.cell](scene)
        await EXPECTATIONS[cell.outcome](scene, came)
