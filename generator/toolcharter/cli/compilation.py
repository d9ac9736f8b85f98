"""What a catalog compiles to: from the record of an earlier run, or by compiling it.

Walks in: the options of a command. Walks out: a ``Compiled``. A record is used only where every
byte of the catalog and of the compiler is what it was; it knows the digests of the generated
files, which is all that is needed to see that nothing changed. Texts are made only where they are
asked for.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolcharter.cli.drafts import as_contracts, pointing_at_drafts
from toolcharter.cli.options import Options
from toolcharter.cli.progress import Progress
from toolcharter.diagnostics import Diagnostic
from toolcharter.output.compiler import compiler_digest
from toolcharter.output.record import Record, keep, recall, record_key
from toolcharter.source.tree import read_tree

if TYPE_CHECKING:
    from toolcharter.pipeline import Compilation


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiled:
    """``catalog`` is the name of the catalog. ``outputs`` maps the paths of generated files to
    digests; None where there is an error. ``files`` maps them to texts; None where there is an
    error, or where a record answered."""

    tree: Mapping[str, bytes]
    diagnostics: tuple[Diagnostic, ...]
    catalog: str
    outputs: Mapping[str, str] | None
    files: Mapping[str, str] | None
    contracts: int
    tools: int

    @property
    def drafts(self) -> int:
        """How many drafts stand in the catalog; none of them is compiled."""
        return sum(path.startswith("drafts/") for path in self.tree)


def compiled(options: Options, *, with_texts: bool = False) -> Compiled:
    """The catalog, compiled; ``with_texts`` passes by the record."""
    tree = read_tree(options.catalog.root)
    compiler = compiler_digest()
    key = record_key(tree, compiler)
    record = _recalled(options, key)
    if record is not None and not with_texts:
        return Compiled(
            tree=tree,
            diagnostics=record.diagnostics,
            catalog=record.catalog,
            outputs=record.outputs,
            files=None,
            contracts=record.contracts,
            tools=record.tools,
        )
    found = _walk(options, tree, compiler, emit=True)
    outputs = None if found.files is None else found.files.digests
    if options.cache is not None and outputs is not None:
        record = Record(
            diagnostics=found.diagnostics,
            catalog=found.catalog,
            outputs=outputs,
            contracts=found.contracts,
            tools=found.tools,
        )
        keep(options.cache, key, record)
        options.cache.prune(time.time())
    return Compiled(
        tree=tree,
        diagnostics=found.diagnostics,
        catalog=found.catalog,
        outputs=outputs,
        files=found.files,
        contracts=found.contracts,
        tools=found.tools,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The diagnostics of a catalog, the files they point into, and what was judged."""

    tree: Mapping[str, bytes]
    diagnostics: tuple[Diagnostic, ...]
    contracts: int
    tools: int


def judged(options: Options, *, drafts: Collection[str]) -> Judged:
    """The diagnostics, without generating anything; the named drafts are judged like contracts."""
    tree = read_tree(options.catalog.root)
    compiler = compiler_digest()
    contracts, stands_for = as_contracts(tree, drafts)
    record = None if stands_for else _recalled(options, record_key(tree, compiler))
    if record is not None:
        return Judged(
            tree=tree,
            diagnostics=record.diagnostics,
            contracts=record.contracts,
            tools=record.tools,
        )
    found = _walk(options, contracts, compiler, emit=False)
    return Judged(
        tree=tree,
        diagnostics=tuple(pointing_at_drafts(found.diagnostics, stands_for)),
        contracts=found.contracts,
        tools=found.tools,
    )


def _recalled(options: Options, key: str) -> Record | None:
    return recall(options.cache, key) if options.cache is not None else None


def _walk(options: Options, tree: Mapping[str, bytes], compiler: str, *, emit: bool) -> Compilation:
    # Everything slow is behind this import: YAML, schemas, templates, the model generator.
    from toolcharter.pipeline import compile_catalog

    with Progress(is_quiet=options.is_quiet) as progress:
        return compile_catalog(
            tree,
            emit=emit,
            compiler=compiler,
            jobs=options.jobs,
            cache=options.cache,
            progress=progress.show,
        )
