"""What a whole compilation came to, kept so that nothing is compiled again to learn it.

Walks in: the bytes of a catalog and the compiler's digest, which make the key; and for ``keep``
what the compilation found. Walks out: the record. It holds digests of outputs, never their texts:
files on disk are hashed and compared with it. A catalog with an error is not recorded.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from toolcharter.diagnostics import Diagnostic, has_error
from toolcharter.diagnostics.codec import diagnostic_from_json, diagnostic_to_json
from toolcharter.output.cache import Cache


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """``catalog`` is the name of the catalog, ``outputs`` maps paths below the output folder to
    digests; the others count."""

    diagnostics: tuple[Diagnostic, ...]
    catalog: str
    outputs: Mapping[str, str]
    contracts: int
    tools: int


def record_key(tree: Mapping[str, bytes], compiler: str) -> str:
    """The key of a compilation: every byte that goes into it, under its path."""
    found = hashlib.sha256(f"record {compiler}\n".encode())
    for path in sorted(tree):
        found.update(f"{path}\0{len(tree[path])}\0".encode())
        found.update(tree[path])
    return f"record {found.hexdigest()}"


def recall(cache: Cache, key: str) -> Record | None:
    """The record kept under the key, or None."""
    kept = cache.get(key)
    if kept is None:
        return None
    try:
        return _read(json.loads(kept))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None


def keep(cache: Cache, key: str, record: Record) -> None:
    """Keeps a record of a compilation without errors."""
    if has_error(record.diagnostics):
        raise ValueError("a compilation with errors has no outputs to record")
    written = {
        "diagnostics": [diagnostic_to_json(each) for each in record.diagnostics],
        "catalog": record.catalog,
        "outputs": dict(record.outputs),
        "contracts": record.contracts,
        "tools": record.tools,
    }
    cache.put(key, json.dumps(written).encode())


def _read(kept: Any) -> Record:
    return Record(
        diagnostics=tuple(diagnostic_from_json(each) for each in kept["diagnostics"]),
        catalog=str(kept["catalog"]),
        outputs=dict(kept["outputs"]),
        contracts=int(kept["contracts"]),
        tools=int(kept["tools"]),
    )
