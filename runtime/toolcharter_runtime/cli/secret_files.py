"""Files with secrets: keys of seals, and the approver's token.

Walks in: a path. Walks out: what the file holds. Refused: a file that everybody on the machine may
read or write. Nothing of the contents is ever repeated in a message.
"""

from __future__ import annotations

import base64
import binascii
import json
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from toolcharter_runtime.cli.exits import UsageError

if TYPE_CHECKING:
    from toolcharter_runtime._store.seals import Seals

_EVERYBODY = stat.S_IROTH | stat.S_IWOTH
_MOST_BYTES = 65_536


def seals_of(path: Path, *, current: str | None) -> Seals:
    """The seals with the keys of a file: JSON, ``{id: secret in base64}``. ``current`` names the key
    for new seals; it may be left out where there is only one."""
    from toolcharter_runtime._store.seals import Seals

    try:
        listed = json.loads(secret(path), object_pairs_hook=_without_doubles)
        keys = {name: base64.b64decode(value, validate=True) for name, value in listed.items()}
    except (ValueError, TypeError, AttributeError, RecursionError, binascii.Error):
        # Without the cause: it quotes the file.
        raise UsageError(
            f"the keys in {str(path)!r} are not JSON of the form {{id: secret in base64}}"
        ) from None
    if current is None and len(keys) != 1:
        raise UsageError(
            f"{str(path)!r} holds {len(keys)} keys: say with --key or $TOOLCHARTER_KEY which one "
            "makes new seals"
        )
    try:
        return Seals(keys, current=current if current is not None else next(iter(keys)))
    except ValueError as error:
        raise UsageError(str(error)) from None


def secret(path: Path) -> str:
    """The text of a file that not everybody may read."""
    with path.open("rb") as file:
        mode = os.fstat(file.fileno()).st_mode
        if mode & _EVERYBODY:
            raise UsageError(
                f"everybody on this machine may read or change {str(path)!r}: "
                f"chmod 600 {str(path)!r}"
            )
        data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise UsageError(f"{str(path)!r} is too large for what it should hold")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise UsageError(f"{str(path)!r} is not text in UTF-8") from None


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(dict(pairs)) != len(pairs):
        raise ValueError
    return dict(pairs)
