"""The limit of a request is not below what the declared bounds allow.

Why
    Arguments that the schema accepts would be refused for their size, and the error would name no
    field that the agent could shorten. An input whose parts come to no bound at all has no limit.

Bad
    # tools/notes/keep_note.v1.yaml
    limits: {timeout: 3s, request: 1KiB}

Good
    # tools/notes/keep_note.v1.yaml
    limits: {timeout: 3s}

Silence
    It cannot be silenced. Lower the bounds of the largest fields, or write a larger `request`.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolcharter.ir.model import Contract, Environment
from toolcharter.ir.size import UNBOUNDED, largest_bytes
from toolcharter.lint.endless import HINT, is_unexplained
from toolcharter.lint.literals import size_literal
from toolcharter.lint.rule import ContractRule, Finding
from toolcharter.lint.weight import heaviest_field
from toolcharter.lint.written import below


def check(contract: Contract, environment: Environment) -> Iterator[Finding]:
    for tool in contract.tools:
        largest = largest_bytes(tool.input.schema)
        if largest >= UNBOUNDED and is_unexplained(contract, environment):
            yield Finding(
                span=tool.input.span_at(""),
                message=f"No largest size of a request of `{tool.ref}` follows from its bounds.",
                hint=HINT,
            )
        if tool.limits.request_bytes < largest < UNBOUNDED:
            yield Finding(
                span=below(contract.document, tool.limits.span, "request"),
                message=f"By its bounds a request of `{tool.ref}` may have "
                f"{size_literal(largest)}, "
                f"but the limit is {size_literal(tool.limits.request_bytes)}.",
                hint="Lower `max_length` or `max_items`, or write a larger `request`.",
                related=heaviest_field(contract.input),
            )


RULE = ContractRule(id="limits/request-too-small", page=__doc__, check=check)
