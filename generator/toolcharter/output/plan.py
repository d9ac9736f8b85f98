"""What has to happen to a folder so that it holds exactly the generated files.

Walks in: the digests of the wanted files, what stands in the folder, and what its old manifest
lists. Walks out: a ``Plan``. Nothing is read or touched here.

A file that is no longer generated is removed only where the old manifest lists it; and so is what an
interrupted compilation left of a file on its way. Everything else in a package's folder is a
stranger: somebody put it there, so it is named and never removed.

A package that the catalog has left, because its settings name another one now, goes file by file as
well, and of it only what is still, to the byte, what its manifest says: nobody compiles into it any
more, so whatever differs is somebody's work.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from toolcharter.output.folder import Present, observe, on_its_way
from toolcharter.output.manifest import as_written, listed, packages_of_catalog


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Paths below the output folder, each list sorted.

    ``blocked`` are wanted paths where something other than a regular file stands; ``left`` are
    the packages that the catalog has left, whose files are obsolete or strangers.
    """

    missing: tuple[str, ...]
    differing: tuple[str, ...]
    unchanged: tuple[str, ...]
    obsolete: tuple[str, ...]
    strangers: tuple[str, ...]
    blocked: tuple[str, ...]
    left: tuple[str, ...] = ()

    @property
    def is_up_to_date(self) -> bool:
        """Whether there is nothing to write, to remove or to refuse."""
        return not (self.missing or self.differing or self.obsolete or self.is_refused)

    @property
    def is_refused(self) -> bool:
        """Something stands in the folder that only a person may remove."""
        return bool(self.strangers or self.blocked)

    @property
    def writes(self) -> tuple[str, ...]:
        """The files to write, in order of their paths."""
        return tuple(sorted((*self.missing, *self.differing)))


def plan(root: Path, wanted: Mapping[str, str], *, catalog: str) -> Plan:
    """The plan for the folder ``root`` as it is on disk; ``wanted`` maps paths to digests, and
    ``catalog`` is the name of the catalog that they were generated from."""
    packages = packages_of(wanted)
    left = packages_of_catalog(root, catalog, but=packages)
    present = observe(root, packages)
    generated = frozenset().union(*(listed(root, package) for package in packages))
    for package in left:
        rest = observe(root, [package])
        generated |= as_written(root, package, rest)
        present |= rest
    return replace(compare(wanted, present, generated), left=left)


def packages_of(paths: Iterable[str]) -> tuple[str, ...]:
    """The first segments of the paths: the folders that belong to the compiler."""
    return tuple(sorted({path.partition("/")[0] for path in paths}))


def compare(wanted: Mapping[str, str], present: Present, generated: Collection[str]) -> Plan:
    """The plan for what is ``present``, of which the last compilation wrote ``generated``."""
    folders = {parent for path in present for parent in _parents(path)}
    blocked = {path for path in wanted if path in folders or present.get(path, "") is None}
    regular = {path: digest for path, digest in present.items() if digest is not None}
    unwanted = [path for path in present if path not in wanted]
    ours = {
        path for path in unwanted if path in generated or _is_left_over(path, wanted, generated)
    }
    return Plan(
        missing=tuple(sorted(wanted.keys() - regular.keys() - blocked)),
        differing=tuple(
            sorted(path for path in wanted if path in regular and regular[path] != wanted[path])
        ),
        unchanged=tuple(sorted(path for path in wanted if regular.get(path) == wanted[path])),
        obsolete=tuple(sorted(path for path in ours if path in regular)),
        strangers=tuple(
            sorted(
                path
                for path in unwanted
                if on_its_way(path) is None and (path not in ours or path not in regular)
            )
        ),
        blocked=tuple(sorted(blocked)),
    )


def _is_left_over(path: str, wanted: Mapping[str, str], generated: Collection[str]) -> bool:
    """Whether an interrupted compilation left the file: it was to become one of ours."""
    target = on_its_way(path)
    return target is not None and (target in wanted or target in generated)


def _parents(path: str) -> list[str]:
    segments = path.split("/")
    return ["/".join(segments[:count]) for count in range(1, len(segments))]
