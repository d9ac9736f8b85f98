"""The headers that nobody who describes a call may choose.

They say who calls, where to, with which method, or where the request ends.
"""

from __future__ import annotations

_CALLER = ("authorization", "proxy-authorization", "cookie", "host", "forwarded")
_METHOD = ("x-http-method-override", "x-http-method", "x-method-override")
_FRAMING = (
    *("connection", "content-length", "expect", "keep-alive", "proxy-connection", "te"),
    *("trailer", "transfer-encoding", "upgrade"),
)
_FORBIDDEN = frozenset((*_CALLER, *_METHOD, *_FRAMING))


def is_forbidden(header: str) -> bool:
    """Whether the header, in any case of its letters, is not for contracts and services."""
    return header.casefold() in _FORBIDDEN


def ends_request(header: str) -> bool:
    """Whether the header, which may not even carry a credential, frames or addresses a request."""
    return header.casefold() in (*_FRAMING, *_METHOD, "host")
