"""``python -m reference_service --port 0 --database FILE``, with ``tests/`` on the path."""

from __future__ import annotations

import argparse
from pathlib import Path

from reference_service.app import serve

parser = argparse.ArgumentParser(prog="reference_service", description=__doc__)
parser.add_argument("--host", default="127.0.0.1", help="the IPv4 address to listen on")
parser.add_argument("--port", type=int, default=0, help="0 lets the system choose")
parser.add_argument("--database", type=Path, required=True, help="an SQLite file; it is emptied")
options = parser.parse_args()
serve(host=options.host, port=options.port, database=options.database)
