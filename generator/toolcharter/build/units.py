"""Units from the cache, and the rest from as many processes as there are jobs.

Walks in: contract files, the environment, a cache. Walks out: every unit, in the order of the
files, and where the text of each generated file can be had. A cached unit counts only where the
contract, everything it was linked against and the compiler are, byte for byte, what they were.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor

from toolcharter.build.unit import Unit, from_bytes, to_bytes
from toolcharter.build.workshop import Made, Workshop
from toolcharter.emit.files import sha256_of
from toolcharter.ir.model import Environment
from toolcharter.output.cache import Cache

BATCH = 24
"""Contracts that a process takes at a time: enough to share the cost of a call to the model
generator, few enough to keep its memory small."""

Progress = Callable[[int, int], None]
"""Told how many contracts are done, and how many there are."""


class Built:
    """Every unit, and a way to the text of each generated file: made in this run, kept in the
    cache, or made anew."""

    def __init__(
        self,
        units: tuple[Unit, ...],
        texts: dict[str, str],
        workshop: Workshop,
        cache: Cache | None,
    ) -> None:
        self.units = units
        self._texts = texts
        self._workshop = workshop
        self._cache = cache
        self._unit_of = {path: unit for unit in units for path in unit.files}

    def text_of(self, path: str) -> str:
        """The text of a generated file, by its path below the package."""
        if path not in self._texts:
            unit = self._unit_of[path]
            kept = _kept_texts(unit, self._cache)
            if kept is None:
                kept = self._workshop.make([unit.file], emit=True)[0].texts
            self._texts |= kept
        return self._texts[path]


def build_units(
    contracts: Mapping[str, bytes],
    environment: Environment | None,
    *,
    shared: str,
    emit: bool,
    jobs: int,
    cache: Cache | None,
    progress: Progress,
) -> Built:
    """The units of all contracts; ``shared`` is the digest of all that they are made with but
    themselves: of the compiler, and of the shared files where these make an environment."""
    # A unit that was only read must not be taken for one that was linked, nor one without files
    # for one with them.
    ending = "read" if environment is None else "emit" if emit else "lint"
    keys = {path: _key(shared, path, data, ending) for path, data in contracts.items()}
    units = dict(_cached(contracts, keys, cache))
    missing = [path for path in sorted(contracts) if path not in units]
    texts: dict[str, str] = {}
    progress(len(units), len(contracts))
    workshop = Workshop(contracts, environment)
    for made in _made(missing, workshop, emit=emit, jobs=jobs):
        units[made.unit.file] = made.unit
        texts |= made.texts
        if cache is not None:
            cache.put(keys[made.unit.file], to_bytes(made.unit))
            if made.texts:
                cache.put(_texts_key(made.unit), json.dumps(dict(made.texts)).encode())
        progress(len(units), len(contracts))
    return Built(tuple(units[path] for path in sorted(units)), texts, workshop, cache)


def _kept_texts(unit: Unit, cache: Cache | None) -> Mapping[str, str] | None:
    """The texts of a unit's files from the cache, if they are what the unit says they are."""
    data = cache.get(_texts_key(unit)) if cache is not None else None
    if data is None:
        return None
    try:
        texts: dict[str, str] = json.loads(data)
        found = {path: sha256_of(text) for path, text in texts.items()}
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None
    return texts if found == dict(unit.files) else None


def _made(paths: Sequence[str], workshop: Workshop, *, emit: bool, jobs: int) -> Iterator[Made]:
    batches = [paths[start : start + BATCH] for start in range(0, len(paths), BATCH)]
    if jobs == 1 or len(batches) < 2:
        for batch in batches:
            yield from workshop.make(batch, emit=emit)
        return
    # A forked worker shares the linked environment; elsewhere it is pickled once per worker.
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if "fork" in methods else None)
    with ProcessPoolExecutor(
        max_workers=min(jobs, len(batches)),
        mp_context=context,
        initializer=_enter,
        initargs=(workshop,),
    ) as pool:
        for made in pool.map(_work, batches, [emit] * len(batches)):
            yield from made


_workshop: Workshop


def _enter(workshop: Workshop) -> None:
    global _workshop
    _workshop = workshop


def _work(paths: Sequence[str], emit: bool) -> list[Made]:
    return _workshop.make(paths, emit=emit)


def _cached(
    contracts: Mapping[str, bytes], keys: Mapping[str, str], cache: Cache | None
) -> Iterator[tuple[str, Unit]]:
    if cache is None:
        return
    for path in sorted(contracts):
        data = cache.get(keys[path])
        unit = from_bytes(data) if data is not None else None
        if unit is not None and _still_follows(unit, contracts):
            yield path, unit


def _still_follows(unit: Unit, contracts: Mapping[str, bytes]) -> bool:
    return all(
        path in contracts and sha256_of(contracts[path]) == digest
        for path, digest in unit.followed.items()
    )


def _key(shared: str, path: str, data: bytes, ending: str) -> str:
    part = "\0".join((shared, path, sha256_of(data), ending))
    return "unit-" + sha256_of(part)


def _texts_key(unit: Unit) -> str:
    return "texts-" + sha256_of(json.dumps(sorted(unit.files.items())))
