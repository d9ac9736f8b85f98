"""A host of the worked catalog over the reference service: a dispatcher with every adapter, and
calls as an adapter gets them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import acme_tools
import jsonschema_rs
import orjson
from pydantic import BaseModel
from sqlalchemy import Engine
from toolcharter_runtime import Call, Dispatcher, Requester
from toolcharter_runtime.formats.v1 import Raw, SchemasFile, Target

from reference_service.adapters import Adapters, Upstream, adapters_of
from reference_service.controller import NO_TLS, ReferenceService
from reference_service.fixtures import TESTS

PERMISSIONS = frozenset(acme_tools.CATALOG["permissions"])


def requester(identity: str = "ines", tenant: str = "acme") -> Requester:
    return Requester(identity=identity, tenant=tenant, permissions=PERMISSIONS)


def call_of(
    tool: str,
    *,
    key: str | None = "k1",
    target: tuple[str, str, str] | None = None,
    identity: str = "ines",
) -> Call:
    """The call that a write's adapter gets; ``target`` is kind, id and version."""
    kind, id, version = target or ("", "", "")
    return Call(
        tool=tool,
        requester=requester(identity),
        run_id="run-1",
        deadline=datetime.now(UTC) + timedelta(seconds=30),
        idempotency_key=key,
        target=Target(kind=kind, id=id, version=version) if target else None,
    )


@asynccontextmanager
async def adapters(service: ReferenceService, own: Engine) -> AsyncIterator[Adapters]:
    """The factories of every adapter, with a client that closes behind them."""
    async with Upstream(service.url, verify=NO_TLS) as upstream:
        yield adapters_of(upstream, own)


class Host:
    """A dispatcher of the whole catalog."""

    def __init__(self, made: Adapters) -> None:
        self.dispatcher = Dispatcher(acme_tools.CATALOG, made)

    async def call(
        self, tool: str, arguments: Any, *, identity: str = "ines", tenant: str = "acme"
    ) -> dict[str, Any]:
        """The envelope of a read, called by the first role that has it."""
        role = next(
            name for name, row in acme_tools.CATALOG["roles"].items() if tool in row["reads"]
        )
        run = self.dispatcher.open(
            role=role, requester=requester(identity, tenant), run_id=f"{identity}-{role}"
        )
        text = await self.dispatcher.call(run, tool, orjson.dumps(arguments))
        envelope: dict[str, Any] = orjson.loads(text)
        return envelope


def fits(tool: str, answer: Raw | BaseModel) -> bool:
    """Whether an adapter's answer is what the contract says."""
    path = TESTS.parent / "generated" / "acme_tools" / "schemas" / f"{tool}.json"
    schemas: SchemasFile = orjson.loads(path.read_bytes())
    engine = jsonschema_rs.validator_for(schemas["answer"], validate_formats=True)
    return engine.is_valid(value_of(answer))


def value_of(answer: Raw | BaseModel) -> dict[str, Any]:
    """The answer as JSON, whether it is a model or raw."""
    value: dict[str, Any]
    if isinstance(answer, Raw):
        assert isinstance(answer.value, dict)
        value = answer.value
    else:
        value = orjson.loads(answer.model_dump_json(by_alias=True, exclude_unset=True))
    return value
