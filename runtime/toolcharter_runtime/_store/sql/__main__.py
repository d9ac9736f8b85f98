"""``python -m toolcharter_runtime._store.sql [URL]``: brings the tables of a store to what this
version needs. Without an argument the URL is that of ``$TOOLCHARTER_STORE``, which nobody sees in a
list of processes."""

from __future__ import annotations

import os
import sys

from toolcharter_runtime._store.sql.opening import migrate
from toolcharter_runtime._store.transaction import StoreUnavailableError


def main(arguments: list[str]) -> int:
    """0 when the tables are as they should be, 1 when the database refuses, 2 without a URL."""
    url = arguments[0] if arguments else os.environ.get("TOOLCHARTER_STORE")
    if url is None or len(arguments) > 1:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        migrate(url)
    except (StoreUnavailableError, ValueError, ModuleNotFoundError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
