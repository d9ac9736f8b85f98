"""What has to happen to a folder so that it holds exactly the generated files.

Walks in: the digests of the wanted files, what stands in the folder, and what its old manifest
lists. Walks out: a ``Plan``. Nothing is read or touched here.

A file that is no longer generated is removed only where the old manifest lists it. Everything else
in a package's folder is a stranger: somebody put it there, so it is named and never removed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from toolcharter.output.folder import Present, listed, observe


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Paths below the output folder, each list sorted.

    ``blocked`` are wanted paths where something other than a regular file stands.
    """

    missing: tuple[str, ...]
    differing: tuple[str, ...]
    unchanged: tuple[str, ...]
    obsolete: tuple[str, ...]
    strangers: tuple[str, ...]
    blocked: tuple[str, ...]

    @property
    def is_up_to_date(self) -> bool:
        return not (self.missing or self.differing or self.obsolete or self.is_refused)

    @property
    def is_refused(self) -> bool:
        """Something stands in the folder that only a person may remove."""
        return bool(self.strangers or self.blocked)

    @property
    def writes(self) -> tuple[str, ...]:
        return tuple(sorted((*self.missing, *self.differing)))


def plan(root: Path, wanted: Mapping[str, str]) -> Plan:
    """The plan for the folder ``root`` as it is on disk; ``wanted`` maps paths to digests."""
    packages = packages_of(wanted)
    generated = frozenset().union(*(listed(root, package) for package in packages))
    return compare(wanted, observe(root, packages), generated)


def packages_of(paths: Iterable[str]) -> tuple[str, ...]:
    """The first segments of the paths: the folders that belong to the compiler."""
    return tuple(sorted({path.partition("/")[0] for path in paths}))


def compare(wanted: Mapping[str, str], present: Present, generated: Collection[str]) -> Plan:
    """The plan for what is ``present``, of which the last compilation wrote ``generated``."""
    folders = {parent for path in present for parent in _parents(path)}
    blocked = {path for path in wanted if path in folders or present.get(path, "") is None}
    regular = {path: digest for path, digest in present.items() if digest is not None}
    unwanted = [path for path in present if path not in wanted]
    return Plan(
        missing=tuple(sorted(wanted.keys() - regular.keys() - blocked)),
        differing=tuple(
            sorted(path for path in wanted if path in regular and regular[path] != wanted[path])
        ),
        unchanged=tuple(sorted(path for path in wanted if regular.get(path) == wanted[path])),
        obsolete=tuple(sorted(path for path in unwanted if path in generated and path in regular)),
        strangers=tuple(
            sorted(path for path in unwanted if path not in generated or path not in regular)
        ),
        blocked=tuple(sorted(blocked)),
    )


def _parents(path: str) -> list[str]:
    segments = path.split("/")
    return ["/".join(segments[:count]) for count in range(1, len(segments))]
