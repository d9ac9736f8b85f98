"""Who is at the command line: a token that the host's verifier accepts, or a development identity.

Walks in: the token file and the environment. Walks out: a verified approver. A development identity
is nobody's proof of anything: it exists only where ``$TOOLCHARTER_DEV_APPROVER`` is set, never beside
a token, and every command that uses it says so on standard error.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolcharter_runtime.cli.exits import UsageError
from toolcharter_runtime.cli.printable import printable
from toolcharter_runtime.cli.secret_files import secret
from toolcharter_runtime.errors import HostError

if TYPE_CHECKING:
    from toolcharter_runtime.approvals import Claims, VerifiedApprover

VERIFIER = "TOOLCHARTER_VERIFIER"
DEVELOPMENT = "TOOLCHARTER_DEV_APPROVER"


async def approver_of(token_file: Path | None) -> VerifiedApprover:
    """The person who types."""
    development = os.environ.get(DEVELOPMENT)
    if token_file is None:
        if not development:
            raise UsageError(
                f"who are you? --token-file FILE with a token that ${VERIFIER} accepts (for "
                f"development: ${DEVELOPMENT})"
            )
        return await _development(development)
    if development:
        raise UsageError(f"there is a token and ${DEVELOPMENT}: unset one of them")
    verifier = os.environ.get(VERIFIER)
    if not verifier:
        raise UsageError(f"${VERIFIER} names nobody who checks the token (module:function)")
    return await _verified(verifier, secret(token_file).strip())


async def _verified(name: str, token: str) -> VerifiedApprover:
    from toolcharter_runtime.approvals import verify

    verifier = imported(name, f"${VERIFIER}")
    try:
        return await verify(verifier, token)
    except HostError:
        raise
    # The edge to the host's code: what it raises, or leaves with, may quote the token.
    except (Exception, SystemExit) as error:  # noqa: BLE001
        raise UsageError(f"the verifier {name!r} failed ({type(error).__name__})") from None


async def _development(text: str) -> VerifiedApprover:
    from toolcharter_runtime.approvals import Claims, verify

    identity, _, rest = text.partition("/")
    tenant, _, roles = rest.partition(":")
    try:
        claims = Claims(
            identity=identity,
            tenant=tenant,
            roles=frozenset(each for each in roles.split(",") if each),
            verified_by="development",
        )
    except TypeError:
        raise UsageError(f"${DEVELOPMENT} is identity/tenant:role,role") from None

    def believed(_: str) -> Claims:
        return claims

    shout = (
        f"!!! DEVELOPMENT IDENTITY {printable(identity)}: NOBODY HAS VERIFIED WHO THIS IS "
        f"(${DEVELOPMENT}) !!!"
    )
    click.echo(shout, err=True)
    return await verify(believed, "development")


def imported(name: str, what: str) -> Any:
    """What ``module:function`` names."""
    module, _, function = name.partition(":")
    if not module or not function:
        raise UsageError(f"{what} is module:function, not {name!r}")
    try:
        return getattr(import_module(module), function)
    # The edge to the host's code, which runs when it is loaded.
    except (Exception, SystemExit) as error:  # noqa: BLE001
        raise UsageError(f"{what} {name!r} cannot be loaded ({type(error).__name__})") from None
