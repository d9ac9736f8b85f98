"""No key stands where the form of the file gives it no meaning.

Why
    A key of another form, such as the target of a read, means that the author had something
    else in mind than what would be compiled.

Bad
    # tools/customers/get_customer.v1.yaml
    target: {new: note, space: own_notes}

Good
    # tools/customers/get_customer.v1.yaml
    effect: {class: read}

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="contract/forbidden-field", page=__doc__, stage="validate")
