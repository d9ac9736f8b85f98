"""The row of the dispatcher table: everything the runtime acts on for one tool version.

Walks in: a linked contract. Walks out: plain data (dictionaries, tuples, strings, integers), the
same value that the enforcement digest is made of. No wording gets in: a purpose or a description
that is rewritten changes no row (requirement C21).
"""

from __future__ import annotations

from toolcharter.emit.row import Row
from toolcharter.emit.wording import without_prose
from toolcharter.emit.write_rows import write_row
from toolcharter.ir.canonical import canonical_json, digest, digest_of
from toolcharter.ir.error_codes import error_codes
from toolcharter.ir.model import (
    Contract,
    Digest,
    Environment,
    Form,
    Limits,
    Retry,
    ToolVersion,
)


def tool_row(
    contract: Contract, tool: ToolVersion, environment: Environment, *, schemas: Row
) -> Row:
    """The row of one tool version; ``schemas`` are the contents of its schemas file."""
    row: Row = {
        "tool": tool.ref.name,
        "version": tool.ref.version,
        "form": tool.form.value,
        "effect": tool.effect_class.value,
        "state": contract.status.state,
        "permissions": tuple(each.value for each in contract.permissions),
        "preconditions": tuple(
            {
                "name": each.name,
                "error": environment.preconditions[each.name].error.value,
                "at": each.at,
            }
            for each in contract.preconditions
        ),
        "errors": error_codes(contract, environment),
        "visibility": "service" if contract.visibility else "requester",
        "retry": _retry(tool.retry),
        "limits": _limits(tool.limits),
        "page": _page(contract, tool),
        "safe_fields": tuple(tuple(each.value.split(".")) for each in contract.safe_fields),
        "adapter": _adapter(contract, environment),
        "write": write_row(contract, environment),
        "follows": _follows(contract),
    }
    enforced = enforcement_digest(row, tool, environment, schemas=schemas)
    return row | {"schemas": digest(schemas_bytes(schemas)), "enforced": enforced}


def enforcement_digest(
    row: Row, tool: ToolVersion, environment: Environment, *, schemas: Row
) -> Digest:
    """The digest of a row, of the schemas it is enforced with, and of what its codes mean to the
    executor. Views are left out: they stand in the digest of the role that binds them."""
    arguments = without_prose(tool.arguments.schema) if tool.arguments else None
    return digest_of(
        {
            "row": row,
            "input": schemas["input"],
            "arguments": arguments,
            "answer": schemas["answer"],
            "retryable": {code: environment.errors[code].retryable for code in row["errors"]},
        }
    )


def _adapter(contract: Contract, environment: Environment) -> Row:
    """How the operation is carried out, and the digest of the service that carries it out."""
    adapter = contract.adapter
    service = environment.services.get(str(adapter.settings.get("service")))
    shared = {"service_settings": digest_of(dict(service.settings))} if service else {}
    return {"kind": adapter.kind, **adapter.settings, **shared}


def _retry(retry: Retry) -> Row:
    return {
        "retry_class": retry.retry_class,
        "attempts": retry.attempts,
        "first_ms": retry.first_ms,
        "most_ms": retry.most_ms,
    }


def _limits(limits: Limits) -> Row:
    return {
        "timeout_ms": limits.timeout_ms,
        "request_bytes": limits.request_bytes,
        "result_bytes": limits.result_bytes,
        "per_run": limits.per_run,
        "per_tenant": limits.per_tenant,
        "serialize_by": limits.serialize_by,
    }


def _page(contract: Contract, tool: ToolVersion) -> Row | None:
    page = contract.page
    if page is None or tool.form is not Form.READ:
        return None
    return {
        "items": page.items,
        "size": page.size,
        "max_size": page.max_size,
        "order": tuple(each.value for each in page.order),
    }


def _follows(contract: Contract) -> Row | None:
    if contract.follows is None:
        return None
    return {
        "role": contract.follows.role,
        "of": tuple(each.value.wire_name for each in contract.follows.of),
    }


def schemas_bytes(contents: Row) -> bytes:
    """The bytes of a schemas file: canonical JSON, one line."""
    return canonical_json(contents) + b"\n"
