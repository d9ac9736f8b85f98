"""The contracts of a benchmark's catalog: what their inputs, plans and outputs look like.

Walks in: a name and a source of chance. Walks out: a contract as plain values. Half of the changes
are written with ``fields:``, half with ``schema:``; both draw from the same eleven kinds of field,
and each takes a union of two to four branches.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

Yaml = Any

ASPECTS = ("address", "owner", "price", "terms", "notes", "contacts", "delivery", "labels", "route")
_STATES = ("draft", "approved", "cancelled", "queued", "running", "succeeded", "failed", "blocked")
_SAID = {"describe": "As the record says."}


def read(name: str, fields: Yaml) -> Yaml:
    """A read that answers with a page."""
    return {
        "tool": name,
        "version": 1,
        "purpose": f"List what {name} knows, newest first.",
        "effect": {"class": "read"},
        "permissions": ["ticket.read"],
        "preconditions": [],
        "input": {"fields": fields},
        "page": {"items": "tickets", "size": 10, "max_size": 20, "order": ["ticket_id"]},
        "output": {
            "fields": {
                "ticket_id": "ticket_id",
                "state": _enum("draft", "approved", "cancelled"),
                "total": {"type": "price", "optional": True},
                "ship_to": {"type": "postal_address", "optional": True},
            }
        },
        "views": {
            "overview": {"shows": ["ticket_id", "state", "total"]},
            "full": {"shows": ["ticket_id", "state", "total", "ship_to"]},
        },
        "failure": {"retry": {"class": "read", "attempts": 3}},
        "limits": {"timeout": "3s", "result": "256KiB"},
    }


def change(name: str, source: random.Random) -> Yaml:
    """A preview and its commit."""
    shape = _schema if source.random() < 0.5 else _fields
    return {
        "change": name,
        "version": 1,
        "purpose": f"Propose to {name.replace('_', ' ')}, after looking the ticket up.",
        "effect": {
            "summary": "Change ticket {target.id}",
            "touches": [f"ticket.{source.choice(ASPECTS)}"],
            "external": False,
            "consequence": "ticket_data",
            "reversibility": {"kind": "reversible", "how": "It can be changed back."},
        },
        "target": {"field": "ticket_id", "version_checked_by": "service"},
        "permissions": ["ticket.write"],
        "preconditions": [],
        "input": shape(source),
        "plan": {
            "before_after": {"fields": {"state": _enum("draft", "approved"), "total": "price"}},
            "consequences": {"fields": {"waiting_days": _integer(1000)}},
        },
        "views": {"desk": {"shows": ["state", "total", "waiting_days"]}},
        "idempotency": {"service_keys": False, "status": "none"},
        "failure": {
            "retry": {"class": "never"},
            "cancellation": "before_dispatch",
            "proposal": {"after_conflict": "repropose", "after_transient": "retry"},
        },
        "limits": {
            "preview": {"timeout": "3s"},
            "commit": {"timeout": "5s", "serialize_by": "target"},
        },
    }


def some_fields(source: random.Random) -> Yaml:
    """Two required fields and up to four optional ones."""
    names = source.sample(list(_FIELDS), source.randint(3, 6))
    return {
        name: {**_FIELDS[name](source), **({"optional": True} if number > 1 else {})}
        for number, name in enumerate(names)
    }


def _fields(source: random.Random) -> Yaml:
    destination = {
        "type": "union",
        "by": "kind",
        "describe": "Where it goes.",
        "branches": dict(source.sample(list(_BRANCHES.items()), source.randint(2, 4))),
    }
    return {"fields": {"ticket_id": "ticket_id", **some_fields(source), "destination": destination}}


def _text(most: int) -> Yaml:
    return {"type": "text", "min_length": 1, "max_length": most, **_SAID}


def _line(most: int) -> Yaml:
    return {"type": "line", "min_length": 1, "max_length": most, **_SAID}


def _machine(pattern: str, most: int) -> Yaml:
    return {"type": "string", "pattern": pattern, "max_length": most, **_SAID}


def _date() -> Yaml:
    return {"type": "date", **_SAID}


def _enum(*values: str) -> Yaml:
    return {"type": "enum", "values": list(values), **_SAID}


def _integer(most: int) -> Yaml:
    return {"type": "integer", "min": 0, "max": most, "unit": "pieces", **_SAID}


def _object(fields: Yaml) -> Yaml:
    return {"type": "object", "fields": fields, **_SAID}


def _list(items: Yaml, most: int) -> Yaml:
    return {"type": "list", "items": items, "min_items": 1, "max_items": most, **_SAID}


SEARCH: Yaml = {
    "filter": {
        "type": "union",
        "by": "kind",
        "describe": "What is known.",
        "branches": {
            "words": {"fields": {"words": _text(80)}},
            "channel": {"fields": {"channel": _enum("web", "mail", "phone")}},
            "sent_to": {"fields": {"address": "postal_address", "since": _date()}},
        },
    },
    "tags": _list("tag", 20),
    "lines": _list(
        _object({"sku": _machine("^[A-Z0-9-]{4,20}$", 20), "quantity": _integer(999)}), 50
    ),
    "note": _text(200),
}

_BRANCHES: Yaml = {
    "saved": {"fields": {"saved_as": "tag"}},
    "new": {"fields": {"address": "postal_address"}},
    "pickup": {"fields": {"point": _line(32), "country": "country_code"}},
    "hold": {"fields": {"until": _date(), "reason": _text(200)}},
}

_FIELDS: dict[str, Callable[[random.Random], Yaml]] = {
    "note": lambda source: _text(source.choice([40, 80, 200])),
    "stage": lambda source: _enum(*source.sample(_STATES, 4)),
    "count": lambda source: _integer(source.choice([10, 100, 10000])),
    "due_on": lambda _: _date(),
    "tags": lambda _: _list("tag", 20),
    "ship_to": lambda _: {"type": "postal_address"},
    "cause": lambda _: _object(
        {
            "reason": _text(500),
            "code": _machine("^[A-Z_]{3,24}$", 24),
            "weight": {**_integer(100), "optional": True},
        }
    ),
    "items": lambda _: _list(
        _object({"sku": _machine("^[A-Z0-9-]{4,20}$", 20), "quantity": _integer(999)}), 50
    ),
    "channel": lambda _: _enum("web", "mail", "phone"),
    "origin": lambda _: {"type": "country_code"},
    "tier": lambda source: _integer(source.choice([3, 5])),
}


def _schema(source: random.Random) -> Yaml:
    names = source.sample(list(_SCHEMAS), source.randint(3, 6))
    properties: Yaml = {"ticket_id": {"$ref": "types/ticket_id"}}
    for name in names:
        properties[name] = {**_SCHEMAS[name](source), "description": f"The {name} of the ticket."}
    branches = source.sample(list(_SCHEMA_BRANCHES), source.randint(2, 4))
    properties["destination"] = {
        "description": "Where it goes.",
        "oneOf": [
            _closed({"kind": {"const": kind}, **_SCHEMA_BRANCHES[kind]}) for kind in branches
        ],
    }
    return {"schema": _closed(properties, ["ticket_id", *names[:2], "destination"])}


def _closed(properties: Yaml, required: list[str] | None = None) -> Yaml:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties) if required is None else required,
        "properties": properties,
    }


def _written(most: int, **more: str) -> Yaml:
    said = {"description": "As the ticket says."}
    return {"type": "string", "minLength": 1, "maxLength": most, **more, **said}


def _whole(most: int) -> Yaml:
    return {"type": "integer", "minimum": 0, "maximum": most}


def _array(items: Yaml, most: int) -> Yaml:
    return {"type": "array", "items": items, "minItems": 1, "maxItems": most}


_TAG = _written(32, pattern="^[a-z][a-z0-9_-]{0,31}$")

_SCHEMA_BRANCHES: Yaml = {
    "saved": {"saved_as": _TAG},
    "new": {"address": {"$ref": "types/postal_address"}},
    "pickup": {"country": {"$ref": "types/country_code"}},
    "hold": {"until": {"type": "string", "format": "date"}, "reason": _written(200)},
}

_SCHEMAS: dict[str, Callable[[random.Random], Yaml]] = {
    "note": lambda source: _written(source.choice([40, 80, 200])),
    "stage": lambda source: {"enum": source.sample(_STATES, 4)},
    "count": lambda source: _whole(source.choice([10, 100, 10000])),
    "due_on": lambda _: {"type": "string", "format": "date"},
    "tags": lambda _: _array(_TAG, 20),
    "ship_to": lambda _: {"$ref": "types/postal_address"},
    "cause": lambda _: _closed(
        {"reason": _written(500), "code": _written(24, pattern="^[A-Z_]{3,24}$")}
    ),
    "items": lambda _: _array(
        _closed({"sku": _written(20, pattern="^[A-Z0-9-]{4,20}$"), "quantity": _whole(999)}), 50
    ),
    "channel": lambda _: {"enum": ["web", "mail", "phone"]},
    "origin": lambda _: {"$ref": "types/country_code"},
    "tier": lambda source: _whole(source.choice([3, 5])),
}
