"""The fault matrix: 25 points of a call's walk, 10 faults, and what each cell has to come to."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("fault_matrix.tsv")

NOT_APPLICABLE = "NA"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One point under one fault. ``stored``, ``agent_told`` and ``operator_sees`` say in words what
    the code of its outcome stands for."""

    cell: str
    point: str
    fault: str
    outcome: str
    stored: str
    agent_told: str
    operator_sees: str


def cells() -> Iterator[Cell]:
    """Every cell, in the order of the table."""
    with FILE.open(newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            yield Cell(**row)


def applicable() -> Iterator[Cell]:
    """The cells in which the fault can strike."""
    return (each for each in cells() if each.outcome != NOT_APPLICABLE)
