"""Canonical JSON (RFC 8785) and the digests made of it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import rfc8785

from toolcharter.ir.model import Digest


def canonical_json(value: Any) -> bytes:
    """The RFC 8785 bytes of a value without floats: catalogs hold none.

    The standard library writes the same bytes ten times faster, as long as no key holds a character
    beyond the basic plane: RFC 8785 (3.2.3) orders keys by UTF-16 code units, Python by code
    points.
    """
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    if text.isascii() or max(text) <= "\uffff":
        return text.encode()
    return rfc8785.dumps(value)


def digest(data: bytes) -> Digest:
    """``sha256:`` and the hexadecimal SHA-256 of the bytes."""
    return Digest("sha256:" + hashlib.sha256(data).hexdigest())


def digest_of(value: Any) -> Digest:
    """The digest of a value's canonical JSON."""
    return digest(canonical_json(value))
