"""Results as a Markdown table: what was measured, the ratio, and the bound it has to keep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """``ours`` and ``theirs`` as people read them; ``ratio`` is compared with ``bound``, if any."""

    what: str
    ours: str
    theirs: str
    ratio: float
    bound: float | None

    @property
    def is_kept(self) -> bool:
        return self.bound is None or self.ratio <= self.bound


def markdown(results: Sequence[Result]) -> str:
    """The table; a bound that is not kept is marked."""
    lines = [
        "| what | ours | compared with | ratio | bound |",
        "|---|---|---|---|---|",
    ]
    for each in results:
        bound = "" if each.bound is None else f"at most {each.bound:g}"
        mark = "" if each.is_kept else " **missed**"
        cells = (each.what, each.ours, each.theirs, f"{each.ratio:.3f}", bound + mark)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def seconds(value: float) -> str:
    """``1.23 s`` or ``12.3 ms`` or ``1.2 us``."""
    if value >= 1:
        return f"{value:.2f} s"
    if value >= 1e-3:
        return f"{value * 1e3:.1f} ms"
    return f"{value * 1e6:.1f} us"
