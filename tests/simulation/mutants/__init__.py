"""Planted bugs: each changes the protocol in one place, and a history has to notice.

A mutant is a context in which a function of the runtime is replaced. Its name says what is wrong.
"""

from __future__ import annotations

from simulation.mutants import (
    approving,
    believing,
    calling,
    executing,
    found,
    limiting,
    telling,
    unseen,
)
from simulation.mutants.planting import MUTANTS

__all__ = [
    "MUTANTS",
    "approving",
    "believing",
    "calling",
    "executing",
    "found",
    "limiting",
    "telling",
    "unseen",
]
