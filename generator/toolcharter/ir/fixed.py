"""The fixed shapes: what tools take and answer beyond what contracts declare.

Walks in: declared shapes (for a view: projected ones) and facts of the contract. Walks out: the
shape of a whole input, of an adapter's answer, or of the result that the agent gets. Nothing here
is written in a contract, and everything here is in the pins.
"""

from __future__ import annotations

from toolcharter.diagnostics import Span
from toolcharter.ir.fixed_evidence import (
    EVIDENCE_NAMES,
    EvidenceFacts,
    any_resource_id,
    evidence,
    evidence_fields,
    evidence_of_any,
)
from toolcharter.ir.fixed_followers import (
    cancel_answer,
    cancel_result,
    follower_input,
    poll_answer,
    poll_result,
    status_answer,
    status_result,
)
from toolcharter.ir.fixed_parts import (
    APPROVAL,
    EXPECTED_VERSION,
    NEW_OPERATION_ID,
    OPERATION_STATES,
    PROPOSAL_ID,
    REFERENCE,
    closed,
    cursor,
    described,
    extended,
    fields_of,
    instant,
    list_of,
    nullable,
    one_of,
    version,
)
from toolcharter.ir.model import Form, Page, Reveal, Shape
from toolcharter.ir.resolution import NULL
from toolcharter.ir.scalar_schemas import Schema
from toolcharter.ir.views import ExpandedView

__all__ = [
    "NEXT_CURSOR",
    "EvidenceFacts",
    "accepted_answer",
    "accepted_result",
    "any_resource_id",
    "cancel_answer",
    "cancel_result",
    "commit_input",
    "evidence_of_any",
    "fixed_input_names",
    "fixed_names",
    "follower_input",
    "page_answer",
    "page_input",
    "plan_answer",
    "poll_answer",
    "poll_result",
    "preview_input",
    "proposal_result",
    "reveal_for",
    "status_answer",
    "status_result",
    "write_answer",
    "write_result",
]

NEXT_CURSOR = "next_cursor"
"""The field of a page that stands beside its items."""


def page_input(declared: Shape, page: Page) -> Shape:
    """A declared input with the two fields of a page."""
    size = {"type": "integer", "minimum": 1, "maximum": page.max_size}
    page_size = described(size, "How many items the page holds at most.")
    fields: dict[str, Schema | Shape] = {
        "page_size": {**page_size, "default": page.size, "x-toolcharter": {"type": "integer"}},
        "cursor": cursor("Where the page starts: the next_cursor of the page before."),
    }
    return extended(declared, fields, optional=fields)


def page_answer(item: Shape, page: Page) -> Shape:
    """A page of items, and where the next one starts."""
    items = list_of(item, maxItems=page.max_size, description="The items of the page.")
    next_cursor = nullable(cursor("Where the next page starts; null on the last page."))
    return closed(page.span, {page.items: items, NEXT_CURSOR: next_cursor})


def preview_input(declared: Shape, *, takes_expected_version: bool) -> Shape:
    """A declared input, with the version that the agent expects if it may say one."""
    if not takes_expected_version:
        return declared
    fields: dict[str, Schema | Shape] = {"expected_version": EXPECTED_VERSION}
    return extended(declared, fields, optional=fields)


def plan_answer(
    *,
    arguments: Shape,
    before_after: Shape,
    consequences: Shape | None,
    version_may_be_null: bool,
) -> Shape:
    """What a preview's adapter works out; without ``arguments`` they stay as they came."""
    target = version("Version of the target that the proposal is made for.")
    fields: dict[str, Schema | Shape] = {
        "arguments": arguments,
        "target_version": nullable(target) if version_may_be_null else target,
        "before": before_after,
        "after": before_after,
    }
    if consequences is not None:
        fields["consequences"] = consequences
    return closed(before_after.span_at(""), fields, optional=("arguments",))


def proposal_result(
    *,
    kind: str,
    resource_id: Shape,
    before_after: Shape,
    consequences: Shape | None,
    span: Span,
) -> Shape:
    """What the agent gets of a preview: the proposal, and the view's part of the plan."""
    kind_of = described({"type": "string", "const": kind}, "Kind of the record.", "constant")
    target = closed(
        span,
        {
            "kind": kind_of,
            "id": resource_id,
            "version": nullable(version("Version that the proposal is made for.")),
        },
    )
    return closed(
        span,
        {
            "proposal_id": PROPOSAL_ID,
            "expires_at": instant("When proposal and approval end."),
            "approval": APPROVAL,
            "target": target,
            "before": before_after,
            "after": before_after,
            "consequences": dict(NULL) if consequences is None else consequences,
        },
    )


def commit_input(span: Span) -> Shape:
    """A commit takes the identifier of a proposal and nothing else."""
    return closed(span, {"proposal_id": PROPOSAL_ID})


def write_answer(facts: EvidenceFacts, output: Shape | None) -> Shape:
    """What the adapter of a commit or direct write returns: evidence and output, side by side."""
    return _with_output(evidence(facts, is_answer=True), output)


def write_result(facts: EvidenceFacts, output: Shape | None) -> Shape:
    """What the agent gets of a commit or direct write."""
    fields = {"operation_id": NEW_OPERATION_ID, **evidence_fields(facts)}
    return _with_output(closed(facts.span, fields), output)


def accepted_answer(span: Span) -> Shape:
    """What an adapter returns that has started long work."""
    return closed(span, {"reference": REFERENCE})


def accepted_result(span: Span) -> Shape:
    """What the agent gets of a write that starts long work."""
    return closed(
        span,
        {
            "operation_id": NEW_OPERATION_ID,
            "state": one_of(OPERATION_STATES, "How far the work is."),
            "accepted_at": instant("When the work was accepted."),
        },
    )


def fixed_names(form: Form, *, has_operation: bool = False) -> frozenset[str]:
    """The names that the declared output of a form may not repeat: they stand beside it.

    A page's output describes an item and a follower's the result, so nothing stands beside them.
    """
    if form in (Form.COMMIT, Form.WRITE) and not has_operation:
        return frozenset(("operation_id", *EVIDENCE_NAMES))
    return frozenset()


def fixed_input_names(*, is_page: bool, takes_expected_version: bool) -> frozenset[str]:
    """The names that a declared input may not repeat."""
    page = ("page_size", "cursor") if is_page else ()
    return frozenset((*page, *(("expected_version",) if takes_expected_version else ())))


def reveal_for(form: Form, view: ExpandedView, page_items: str | None = None) -> Reveal:
    """How the runtime cuts the answer of a form to a view; fixed fields are never cut.

    A page: of the items. A preview: of before, after and consequences. A commit or write: of the
    output's fields. A follower: of the result.
    """
    output = view.reveals.get("output", {})
    match form:
        case Form.READ if page_items is not None:
            return {page_items: output, NEXT_CURSOR: True}
        case Form.READ | Form.COMMIT | Form.WRITE:
            return output
        case Form.PREVIEW:
            plan = view.reveals.get("before_after", {})
            consequences = view.reveals.get("consequences", {})
            return {"before": plan, "after": plan, "consequences": consequences}
        case Form.STATUS | Form.POLL:
            return {"result": output}
        case Form.CANCEL:
            return {}


def _with_output(fixed: Shape, output: Shape | None) -> Shape:
    if output is None:
        return fixed
    required = output.schema.get("required", ())
    fields = fields_of(output)
    return extended(fixed, fields, optional=[name for name in fields if name not in required])
