"""The limit of a result is not below what the declared bounds allow.

Why
    A limit that a valid answer can exceed turns it into OUTPUT_INVALID on the day the data grows.
    The bounds of the fields are the limit; a smaller number hides that one of them is too large.
    An answer whose parts come to no bound at all has no limit.

Bad
    # tools/notes/get_note.v1.yaml
    limits: {timeout: 3s, result: 4KiB}

Good
    # tools/notes/get_note.v1.yaml
    limits: {timeout: 3s}

Silence
    It cannot be silenced. Leave `result` out, or lower the bounds of the largest fields.
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
        largest = largest_bytes(tool.answer.schema)
        if largest >= UNBOUNDED and is_unexplained(contract, environment):
            yield Finding(
                span=tool.answer.span_at(""),
                message=f"No largest size of a result of `{tool.ref}` follows from its bounds.",
                hint=HINT,
            )
        written = below(contract.document, tool.limits.span, "result")
        if written == tool.limits.span:  # nobody wrote a limit: it is what the bounds allow
            continue
        if tool.limits.result_bytes < largest < UNBOUNDED:
            yield Finding(
                span=written,
                message=f"By its bounds a result of `{tool.ref}` may have "
                f"{size_literal(largest)}, "
                f"but the limit is {size_literal(tool.limits.result_bytes)}.",
                hint="Leave `result` out, or lower `max_length`, `max_items` or `max_size`.",
                related=heaviest_field(contract.output),
            )


RULE = ContractRule(id="limits/result-too-small", page=__doc__, check=check)
