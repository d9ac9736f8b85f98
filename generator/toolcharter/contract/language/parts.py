"""The pieces that the published schemas are put together from.

Walks in: nothing. Walks out: JSON Schema 2020-12 fragments, and only of these keywords: ``type``,
``enum``, ``const``, ``pattern``, ``format: date``, the bounds, ``properties``, ``required``,
``additionalProperties``, ``propertyNames``, ``items``, ``prefixItems``, ``uniqueItems``,
``dependentRequired``, ``allOf``, ``if``/``then``/``else``, ``not`` on scalars, ``$ref`` into the
same file, and ``oneOf`` or ``anyOf`` of lone ``required``. An ``if`` chooses every alternative, so
that every diagnostic belongs to one branch; ``contract.walk`` reads exactly this subset.

Annotations: ``title`` is a noun phrase for messages ("a change"), ``description`` says what a key
means, ``errorMessage`` what may be typed (editors show it too), ``examples`` show it.
"""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

UNDECIDED = "undecided"
"""The marker that stands where a decision is still open."""

CONTROLS = r"\x00-\x08\x0B-\x1F\x7F-\x9F"
"""What no words hold, as it stands in a class of a pattern: every control character but tab and
line feed. A carriage return would hide in a terminal what stands before it."""

PROSE = f"^[^{CONTROLS}]*$"


def ref(name: str) -> Schema:
    """A use of a definition of the same file."""
    return {"$ref": f"#/$defs/{name}"}


def key(description: str, schema: Schema, *, example: Any = None) -> Schema:
    """What stands under a key, with the sentence that editors show for it."""
    shown = {} if example is None else {"examples": [example]}
    return {"description": description, **schema, **shown}


def question(description: str, schema: Schema, *, example: Any = None) -> Schema:
    """What stands under a key whose decision may still be open."""
    shown = {} if example is None else {"examples": [example]}
    return {
        "description": description,
        "if": {"const": UNDECIDED},
        "then": True,
        "else": schema,
        **shown,
    }


def record(
    title: str, properties: Schema, *, required: tuple[str, ...] = (), **more: Any
) -> Schema:
    """A closed mapping with known keys."""
    return {
        "title": title,
        "type": "object",
        "properties": properties,
        **({"required": list(required)} if required else {}),
        "additionalProperties": False,
        **more,
    }


def table(title: str, names: Schema, rows: Schema, *, least: int = 0, most: int = 1000) -> Schema:
    """A mapping whose keys are names that the author chooses."""
    return {
        "title": title,
        "type": "object",
        "propertyNames": names,
        "additionalProperties": rows,
        **({"minProperties": least} if least else {}),
        "maxProperties": most,
    }


def several(items: Schema, *, least: int = 1, most: int, unique: bool = True) -> Schema:
    """A list."""
    return {
        "type": "array",
        "items": items,
        **({"minItems": least} if least else {}),
        "maxItems": most,
        **({"uniqueItems": True} if unique else {}),
    }


def one_of(*words: str | None) -> Schema:
    """One of a few words."""
    return {"enum": list(words)}


def text(least: int, most: int) -> Schema:
    """People's words, with bounds on their length; a line break in them is a line feed."""
    return {"type": "string", "minLength": least, "maxLength": most, "pattern": PROSE}


def whole(least: int, most: int) -> Schema:
    """An integer between two bounds, both included."""
    return {"type": "integer", "minimum": least, "maximum": most}


def holds(name: str, schema: Schema) -> Schema:
    """The condition that a key is there and its value fits."""
    return {"type": "object", "properties": {name: schema}, "required": [name]}


def holds_word(name: str, *words: str | bool) -> Schema:
    """The condition that a key is there with one of the words."""
    return holds(name, {"const": words[0]} if len(words) == 1 else {"enum": list(words)})


def when(condition: Schema, then: Schema, otherwise: Schema | None = None) -> Schema:
    """A part that applies only where a condition holds."""
    chosen: Schema = {"if": condition, "then": then}
    return chosen if otherwise is None else {**chosen, "else": otherwise}


def forbids(*names: str) -> Schema:
    """A part that forbids keys."""
    return {"properties": dict.fromkeys(names, False)}


def exactly_one(*names: str) -> Schema:
    """A part that asks for one of the keys and refuses two."""
    return {"oneOf": [{"required": [name]} for name in names]}


def at_least_one(*names: str) -> Schema:
    """A part that asks for one of the keys, or more."""
    return {"anyOf": [{"required": [name]} for name in names]}
