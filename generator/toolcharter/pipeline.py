"""The walk of a catalog: bytes -> documents -> environment and contracts -> diagnostics -> files.

Walks in: the bytes of every file of a catalog, by path. Walks out: diagnostics, and the text of
every generated file unless there is an error. Nothing is read from disk or written here:
``compile``, ``compile --check`` and ``lint`` are three endings of this one walk.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from toolcharter.build.front import read_front
from toolcharter.build.units import Progress, build_units
from toolcharter.diagnostics import Diagnostic, has_error, in_reading_order
from toolcharter.emit.files import GeneratedFiles
from toolcharter.emit.package import emit_package
from toolcharter.ir.model import Catalog
from toolcharter.lint.judge import judge_catalog
from toolcharter.output.cache import Cache


@dataclass(frozen=True, slots=True, kw_only=True)
class Compilation:
    """What came of a catalog; ``catalog`` is its name where it could be linked. ``files`` maps paths
    below ``generated/`` to texts; it is None where there is an error, or nothing was to be
    emitted."""

    diagnostics: tuple[Diagnostic, ...]
    catalog: str = ""
    files: GeneratedFiles | None = None
    contracts: int = 0
    tools: int = 0

    @property
    def is_refused(self) -> bool:
        """Whether an error keeps everything from being emitted."""
        return has_error(self.diagnostics)


def compile_catalog(
    tree: Mapping[str, bytes],
    *,
    emit: bool,
    compiler: str,
    jobs: int = 1,
    cache: Cache | None = None,
    progress: Progress = lambda done, of: None,
) -> Compilation:
    """What comes of a catalog; ``compiler`` is the compiler's digest, part of every cache key."""
    front = read_front(tree)
    # With an error in a shared file nothing may be generated; the contracts are judged all the same,
    # or at least read where there is no environment to link them against.
    is_sound = not has_error(front.diagnostics)
    built = build_units(
        front.contracts,
        front.environment,
        shared=compiler if front.environment is None else f"{compiler} {front.shared}",
        emit=emit and is_sound,
        jobs=jobs,
        cache=cache,
        progress=progress,
    )
    found = [*front.diagnostics, *(each for unit in built.units for each in unit.diagnostics)]
    if front.environment is None:
        return Compilation(diagnostics=in_reading_order(found), contracts=len(front.contracts))
    catalog = Catalog(
        environment=front.environment,
        contracts=tuple(unit.interface for unit in built.units if unit.interface),
        roles=front.roles,
    )
    # A contract that could not be linked has no interface; what names it would look unknown.
    if all(unit.interface for unit in built.units):
        found += judge_catalog(catalog)
    result = Compilation(
        diagnostics=in_reading_order(found),
        catalog=front.environment.settings.catalog,
        contracts=len(front.contracts),
        tools=sum(len(contract.tools) for contract in catalog.contracts),
    )
    if result.is_refused or not emit:
        return result
    package = front.environment.settings.package
    unit_files = {path: digest for unit in built.units for path, digest in unit.files.items()}
    texts = emit_package(
        catalog,
        [tool for unit in built.units for tool in unit.tools],
        unit_files=unit_files,
        sources=front.sources,
    )
    return replace(result, files=GeneratedFiles(package, texts, unit_files, built.text_of))
