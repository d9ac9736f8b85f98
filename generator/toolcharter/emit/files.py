"""Generated files: a mapping path -> text that knows the digest of each text without having it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping


class GeneratedFiles(Mapping[str, str]):
    """Texts by path below the output folder, ``<package>/...``, in the order of the paths.

    ``texts`` are at hand; ``promised`` maps other paths to the SHA-256 of a text that ``find``
    gives when it is needed. ``digests`` holds the SHA-256 of all of them.
    """

    def __init__(
        self,
        package: str,
        texts: Mapping[str, str],
        promised: Mapping[str, str],
        find: Callable[[str], str],
    ) -> None:
        self._prefix = f"{package}/"
        self._texts = texts
        self._find = find
        digests = {**promised, **{path: sha256_of(text) for path, text in texts.items()}}
        self.digests = {self._prefix + path: digests[path] for path in sorted(digests)}

    def __getitem__(self, path: str) -> str:
        if path not in self.digests:
            raise KeyError(path)
        inner = path.removeprefix(self._prefix)
        text = self._texts.get(inner)
        return self._find(inner) if text is None else text

    def __iter__(self) -> Iterator[str]:
        return iter(self.digests)

    def __len__(self) -> int:
        return len(self.digests)


def sha256_of(contents: str | bytes) -> str:
    """The hexadecimal SHA-256 of bytes, or of a text's UTF-8 bytes."""
    return hashlib.sha256(contents.encode() if isinstance(contents, str) else contents).hexdigest()
