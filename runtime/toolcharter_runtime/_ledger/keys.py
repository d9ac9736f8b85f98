"""Names that the runtime makes: idempotency keys, which follow from what they are for, and ids,
which follow from nothing.

Neither ever comes from the model. A key tells a service nothing but that two calls are the same.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from typing import Literal, TypeAlias

_KEY_DOMAIN = b"toolcharter idempotency key 1\n"
_REQUEST_DOMAIN = b"toolcharter request id 1\n"
_ID_BYTES = 16
_FORM = re.compile(r"[!-~]{1,128}")

RequestName: TypeAlias = str | int
"""A request id of the host's, or which of the equal calls of a run this is."""

IdKind: TypeAlias = Literal["pro", "op", "call"]
"""Proposals, operations, and calls in flight."""


def commit_key(*, tenant: str, requester: str, run_id: str, proposal_id: str, tool: str) -> str:
    """The key of the commit of one proposal by one run."""
    return _key("commit", tenant, requester, run_id, proposal_id, tool)


def write_key(*, tenant: str, requester: str, run_id: str, request_id: str, tool: str) -> str:
    """The key of a direct write under one request id of one run."""
    return _key("write", tenant, requester, run_id, request_id, tool)


def request_id(request: RequestName, *, run_id: str, tool: str, arguments: bytes) -> str:
    """The request id of a call: the host's, or one that follows from the call. Then an identical
    call of the same run is the same request, unless the host counts it as another occurrence."""
    if isinstance(request, str):
        return request
    parts = json.dumps([run_id, tool, request]).encode() + b"\n" + arguments
    return f"derived.{hashlib.sha256(_REQUEST_DOMAIN + parts).hexdigest()}"


def new_id(kind: IdKind) -> str:
    """An id that nobody can guess: 128 random bits."""
    return f"{kind}_{secrets.token_hex(_ID_BYTES)}"


def may_be_id(text: str) -> bool:
    """Whether a text that somebody gave has the form of an id. Nothing is stored under any other,
    and not every database can be asked for one."""
    return _FORM.fullmatch(text) is not None


def _key(*parts: str) -> str:
    return f"tc1_{hashlib.sha256(_KEY_DOMAIN + json.dumps(parts).encode()).hexdigest()}"
