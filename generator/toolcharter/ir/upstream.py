"""What is wrong with an adapter that is described, once the whole contract stands.

Walks in: a linked contract and the environment. Walks out: diagnostics about its requests, answers,
maps and checks. A Python adapter is people's code and an mcp adapter sends the arguments as they
are, so neither has any; that a service exists is asked by ``service/unknown``.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.diagnostics import Diagnostic
from toolcharter.ir.model import Contract, Environment
from toolcharter.ir.model.upstream import HttpAdapter
from toolcharter.ir.upstream_answers import answer_diagnostics
from toolcharter.ir.upstream_checks import check_diagnostics
from toolcharter.ir.upstream_fields import field_diagnostics
from toolcharter.ir.upstream_names import header_diagnostics
from toolcharter.ir.upstream_requests import request_diagnostics


def upstream_diagnostics(contract: Contract, environment: Environment) -> Iterator[Diagnostic]:
    """What is wrong with the adapter of a contract."""
    http = contract.adapter.upstream
    if not isinstance(http, HttpAdapter):
        return
    yield from request_diagnostics(contract, http)
    yield from header_diagnostics(http, environment.services)
    yield from answer_diagnostics(contract, http, environment)
    yield from field_diagnostics(contract, http)
    yield from check_diagnostics(contract, http, environment)
