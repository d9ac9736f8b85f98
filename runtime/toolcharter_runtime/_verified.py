"""Who decides: a person for whom a verifier of the host vouches.

Walks in: a token and the host's verifier. Walks out: a ``VerifiedApprover``. There is no other way to
one: what was built by hand, copied or unpickled is refused, and there is nobody without a name.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from weakref import WeakSet

from toolcharter_runtime._names import A_NAME, is_name
from toolcharter_runtime.errors import NotVerifiedError, TokenRefusedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """What a verifier has found in a token.

    ``identity`` is spelled as the host spells requesters and principals, since these are compared;
    ``verified_by`` names the issuer, for the record; ``valid_until`` carries an offset.
    """

    identity: str
    tenant: str
    roles: frozenset[str]
    verified_by: str
    valid_until: datetime | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.roles, frozenset):
            raise TypeError("roles must be a frozenset of names")
        if not all(map(is_name, (self.identity, self.tenant, self.verified_by, *self.roles))):
            raise TypeError(f"identity, tenant, verified_by and roles must each be a {A_NAME}")
        if self.valid_until is not None and self.valid_until.tzinfo is None:
            raise TypeError("valid_until needs an offset")


class Verifier(Protocol):
    """Checks tokens: signature, issuer, audience and time. The host supplies it."""

    def __call__(self, token: str, /) -> Claims | Awaitable[Claims]:
        """What the token says; TokenRefusedError where it is not to be believed."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, weakref_slot=True)
class VerifiedApprover:
    """A person who may decide, as far as their roles go; ``verify`` makes it."""

    identity: str
    tenant: str
    roles: frozenset[str]
    verified_by: str
    valid_until: datetime | None


_VERIFIED: WeakSet[VerifiedApprover] = WeakSet()


async def verify(verifier: Verifier, token: str) -> VerifiedApprover:
    """The person whom a token names."""
    if not token:
        raise TokenRefusedError("invalid")
    said = verifier(token)
    claims = await said if inspect.isawaitable(said) else said
    if type(claims) is not Claims:
        raise NotVerifiedError("the verifier has named nobody")
    approver = VerifiedApprover(
        identity=claims.identity,
        tenant=claims.tenant,
        roles=claims.roles,
        verified_by=claims.verified_by,
        valid_until=claims.valid_until,
    )
    _VERIFIED.add(approver)
    return approver


def check_verified(approver: VerifiedApprover) -> None:
    """NotVerifiedError for everything that ``verify`` has not made."""
    if not isinstance(approver, VerifiedApprover) or approver not in _VERIFIED:
        raise NotVerifiedError("this approver was not made by a verifier")


def check_still_valid(approver: VerifiedApprover, *, now_ms: int) -> None:
    """NotVerifiedError once the token's time is over, by the store's clock."""
    until = approver.valid_until
    if until is not None and now_ms >= until.timestamp() * 1000:
        raise NotVerifiedError("the approver's token has expired")
