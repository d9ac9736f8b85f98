"""Rows of the dispatcher table: plain data (dictionaries, tuples, strings, integers)."""

from __future__ import annotations

from typing import Any

Row = dict[str, Any]
