"""A name is a lower-case letter and up to 39 letters, digits and underscores; of a change up to 32.

Why
    Hosts refuse a whole list of tools for one name with a dot or of 65 characters. A change
    lends its name to two tools.

Bad
    # tools/customers/getCustomer.v1.yaml
    # like tools/customers/get_customer.v1.yaml
    tool: getCustomer

Good
    # tools/customers/get_customer_name.v1.yaml
    # like tools/customers/get_customer.v1.yaml
    tool: get_customer_name

Silence
    It cannot be silenced.
"""

from __future__ import annotations

from toolcharter.lint.rule import StageRule

RULE = StageRule(id="name/charset-length", page=__doc__, stage="validate")
