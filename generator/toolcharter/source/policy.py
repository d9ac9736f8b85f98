"""What a reader of files puts up with, as a value.

The limits are counted while a file is parsed, before anything is built that could outgrow them.
Contracts are written by hand and small; documents of other people that are imported are neither,
so their reader takes another policy.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderPolicy:
    """Upper bounds for one file; the first one that is passed ends the reading of that file.

    A node is a scalar, a list, a mapping or a key. Depth counts lists and mappings inside one
    another. ``max_pointer_chars`` bounds the JSON pointer of a node, which every node below a long
    key repeats; ``max_diagnostics`` keeps a hostile file from becoming a hostile report.
    """

    max_bytes: int
    max_nodes: int
    max_depth: int
    max_scalar_chars: int
    max_pointer_chars: int
    max_diagnostics: int


CONTRACT_POLICY = ReaderPolicy(
    max_bytes=64 * 1024,
    max_nodes=10_000,
    max_depth=32,
    max_scalar_chars=8_192,
    max_pointer_chars=1_024,
    max_diagnostics=100,
)
"""The policy for every file of a catalog."""
