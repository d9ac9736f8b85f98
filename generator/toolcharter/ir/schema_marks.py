"""``x-toolcharter`` as an author may write it in a ``schema:``: ``sensitive`` and nothing else."""

from __future__ import annotations

from toolcharter.ir.marks import NOTES, SENSITIVITIES
from toolcharter.ir.pointers import tokens_of
from toolcharter.ir.shape_draft import Place, ShapeDraft
from toolcharter.source.document import Node, plain

_BRANCHES = ("oneOf", "anyOf", "allOf")


def written_marks(node: Node, pointer: str, draft: ShapeDraft) -> dict[str, str]:
    """The annotation at ``pointer``; empty where it is refused."""
    found = plain(node)
    mark = found.get("sensitive") if isinstance(found, dict) and len(found) == 1 else None
    if mark not in SENSITIVITIES:
        message = f"`{NOTES}` holds `sensitive: personal`, `internal` or `secret`, nothing else."
        draft.report("in/keyword-forbidden", node.span, message)
        return {}
    if all(token in _BRANCHES or token.isdigit() for token in tokens_of(pointer)[:-1]):
        message = "A mark stands on a field; views show the fields of a shape, not the shape."
        draft.report("in/keyword-forbidden", node.span, message, "Mark the fields.")
        return {}
    if mark == "secret" and draft.place in (Place.INPUT, Place.PLAN):
        message = "Inputs and plans are stored and shown to the approver; no secret stands here."
        draft.report("in/secret", node.span, message)
    return {"sensitive": mark}
