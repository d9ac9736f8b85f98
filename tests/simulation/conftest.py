"""The simulator reaches the compiled catalog of the worked example."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "generated"))
