"""Whether an object lets keys through that nothing describes, with the schemas around it in view.

An object is closed by a keyword of its own, by one of the ``allOf`` it is made of, by that of the
union it is a branch of, or because it is a map, whose keys and values are described.
"""

from __future__ import annotations

from toolcharter.lint.bounds import forbids_other_keys, is_open_object
from toolcharter.lint.part import DeclaredPart


def lets_keys_through(part: DeclaredPart) -> bool:
    """Whether this part itself is an open object; what is open below it is another part."""
    schema = part.schema
    if not is_open_object(schema):
        return False
    parent = part.node.parent
    if part.node.is_branch and parent is not None and forbids_other_keys(parent.schema):
        return False
    is_only_a_union = ("oneOf" in schema or "anyOf" in schema) and "properties" not in schema
    return not is_only_a_union
