"""A host's verifier: tokens are JSON under a MAC, for one audience, until an instant."""

from __future__ import annotations

import base64
import hmac
import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from toolcharter_runtime.approvals import Claims
from toolcharter_runtime.errors import TokenRefusedError

_SECRET = b"issuer's secret of the tests....."
AUDIENCE = "approvals"
FAR = datetime(2100, 1, 1, tzinfo=UTC)


def token(
    identity: str,
    roles: Iterable[str] = ("support_lead",),
    *,
    tenant: str = "acme",
    audience: str = AUDIENCE,
    until: datetime = FAR,
    secret: bytes = _SECRET,
) -> str:
    facts = {
        "sub": identity,
        "tenant": tenant,
        "roles": [*roles],
        "aud": audience,
        "exp": until.timestamp(),
    }
    body = base64.urlsafe_b64encode(json.dumps(facts).encode()).decode()
    return f"{body}.{hmac.digest(secret, body.encode(), 'sha256').hex()}"


async def verifier(text: str) -> Claims:
    """What the CLI and the tests check tokens with."""
    body, _, mac = text.partition(".")
    if not hmac.compare_digest(mac, hmac.digest(_SECRET, body.encode(), "sha256").hex()):
        raise TokenRefusedError("invalid")
    facts = json.loads(base64.urlsafe_b64decode(body))
    until = datetime.fromtimestamp(facts["exp"], UTC)
    if facts["aud"] != AUDIENCE:
        raise TokenRefusedError("foreign")
    # A minute for clocks that differ: the store's own clock has the last word.
    if datetime.now(UTC) > until + timedelta(minutes=1):
        raise TokenRefusedError("expired")
    return Claims(
        identity=facts["sub"],
        tenant=facts["tenant"],
        roles=frozenset(facts["roles"]),
        verified_by="test issuer",
        valid_until=until,
    )


def broken(text: str) -> Claims:
    """A verifier with a bug that would print the token."""
    raise KeyError(text)


def nobody(_: str) -> None:
    """A verifier that vouches for nobody in particular."""
