"""Makes units out of contract files.

Walks in: the bytes of every contract file, and the linked environment. Walks out: a unit for each
file that is asked for, with the texts it generates. A workshop knows no disk and no cache; two
workshops with the same contents make the same units, whatever they are asked for together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolcharter.build.unit import Unit
from toolcharter.contract import FileKind, validate
from toolcharter.contract.change_names import commit_name, preview_name
from toolcharter.diagnostics import Diagnostic, has_error, in_reading_order
from toolcharter.emit.files import sha256_of
from toolcharter.emit.unit import UnitOutput, emit_units
from toolcharter.ir.link_contract import link_contract
from toolcharter.ir.link_interface import link_interface
from toolcharter.ir.model import Contract, ContractInterface, Environment, ToolRef
from toolcharter.ir.reading import items, mapping, tool_ref
from toolcharter.lint.judge import judge_contract
from toolcharter.source.document import Document
from toolcharter.source.reader import read


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A unit and the text of every file it generates."""

    unit: Unit
    texts: Mapping[str, str]


class Workshop:
    """Reads, validates, links, judges and emits contracts against one environment.

    Without an environment, because a shared file is broken, contracts are read and validated only.
    """

    def __init__(self, contracts: Mapping[str, bytes], environment: Environment | None) -> None:
        self._contracts = contracts
        self._environment = environment
        self._files = files_by_ref(contracts)
        self._documents: dict[str, tuple[Document | None, tuple[Diagnostic, ...]]] = {}

    def make(self, paths: Sequence[str], *, emit: bool) -> list[Made]:
        """The units of the files, in their order."""
        drafts = [self._link(path) for path in paths]
        sound = [
            draft.contract
            for draft in drafts
            if emit and draft.contract is not None and not draft.is_broken
        ]
        outputs: dict[str, UnitOutput] = {}
        if sound and self._environment is not None:
            made = emit_units(sound, self._environment)
            outputs = dict(zip([contract.file for contract in sound], made, strict=True))
        self._documents.clear()
        return [draft.finished(outputs.get(draft.file)) for draft in drafts]

    def _link(self, path: str) -> _Linked:
        document, diagnostics = self._read(path)
        environment = self._environment
        if document is None or environment is None or has_error(diagnostics):
            return _Linked(file=path, diagnostics=diagnostics)
        followed, digests = self._followed(document, environment)
        contract, more = link_contract(document, environment, followed)
        found = [*diagnostics, *more]
        interface = None
        if contract is not None:
            interface = link_interface(contract, environment)
            found += judge_contract(contract, environment)
        return _Linked(
            file=path,
            diagnostics=in_reading_order(found),
            contract=contract,
            interface=interface,
            followed=digests,
        )

    def _followed(
        self, document: Document, environment: Environment
    ) -> tuple[dict[ToolRef, Contract], dict[str, str]]:
        """The contracts that a follower asks about, and the digests of their files.

        A follower of a follower is linked as if that followed nothing, and one of a file that is
        not there stands with an empty digest, which no file has: what may be followed is judged
        with the whole catalog.
        """
        follows = mapping(mapping(document.root).get("follows"))
        contracts: dict[ToolRef, Contract] = {}
        digests = {}
        for node in items(follows.get("of")):
            ref = tool_ref(node).value
            path = self._files.get(ref)
            if path is None:
                digests[str(ref)] = ""
                continue
            digests[path] = sha256_of(self._contracts[path])
            other, diagnostics = self._read(path)
            if other is None or has_error(diagnostics):
                continue
            contract, _ = link_contract(other, environment, {})
            if contract is not None:
                contracts[ref] = contract
        return contracts, digests

    def _read(self, path: str) -> tuple[Document | None, tuple[Diagnostic, ...]]:
        if path not in self._documents:
            document, diagnostics = read(path, self._contracts[path])
            if document is not None:
                diagnostics = (*diagnostics, *validate(document, FileKind.CONTRACT))
            self._documents[path] = document, diagnostics
        return self._documents[path]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Linked:
    file: str
    diagnostics: tuple[Diagnostic, ...]
    contract: Contract | None = None
    interface: ContractInterface | None = None
    followed: Mapping[str, str] | None = None

    @property
    def is_broken(self) -> bool:
        """Whether an error keeps it from being emitted."""
        return has_error(self.diagnostics)

    def finished(self, output: UnitOutput | None) -> Made:
        """The unit; without an output it generates nothing."""
        texts = output.files if output else {}
        unit = Unit(
            file=self.file,
            followed=self.followed or {},
            diagnostics=self.diagnostics,
            interface=self.interface,
            tools=output.tools if output else (),
            files={path: sha256_of(text) for path, text in texts.items()},
        )
        return Made(unit=unit, texts=texts)


def files_by_ref(paths: Mapping[str, bytes]) -> dict[ToolRef, str]:
    """Which file makes a tool version, by the rule that a file is named after what it holds."""
    found: dict[ToolRef, str] = {}
    for path in sorted(paths, reverse=True):
        name, _, version = path.rpartition("/")[2].removesuffix(".yaml").rpartition(".v")
        if not version.isdecimal():
            continue
        for tool in (name, preview_name(name), commit_name(name)):
            found[ToolRef(tool, int(version))] = path
    return found
