"""Names of Python that a person would choose, for the names of a contract.

Walks in: wire names, type names, property names. Walks out: identifiers that are legal, ASCII, no
keyword and shadow nothing that generated code uses. The mappings of whole names are one to one;
names inside a module are settled by ``ClassNames`` and ``field_names``.
"""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from toolcharter.contract.change_names import change_name, preview_name
from toolcharter.emit import reserved
from toolcharter.ir.model import WireName
from toolcharter.ir.reserved_names import ADAPTER_MEMBERS

LONGEST = 60
"""Characters of a name that is made from words of any length; the language's own are shorter."""

# The same answers in every Python.
_unicode = unicodedata.ucd_3_2_0

_INSTEAD = "Identifier"
"""The end of the class of a type whose own name is taken."""

_FIELD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_SYMBOLS = {
    " ": "space",
    "!": "exclamation",
    "#": "hash",
    "$": "dollar",
    "%": "percent",
    "&": "and",
    "*": "star",
    "+": "plus",
    "-": "hyphen",
    ".": "dot",
    "/": "slash",
    ":": "colon",
    "=": "equals",
    "@": "at",
    "_": "underscore",
    "~": "tilde",
}


def class_stem(wire_name: WireName) -> str:
    """``get_customer_v2`` -> ``GetCustomerV2``; no two wire names have the same stem."""
    return _camel(wire_name)


def adapter_class(wire_name: WireName) -> str:
    """``get_customer_v2`` -> ``GetCustomerV2Adapter``."""
    return f"{class_stem(wire_name)}Adapter"


def input_class(wire_name: WireName) -> str:
    """``get_customer_v2`` -> ``GetCustomerV2Input``."""
    return f"{class_stem(wire_name)}Input"


def arguments_alias(wire_name: WireName) -> str:
    """The name of what a follower of several writes is asked with: ``GetExportV1Arguments``."""
    return f"{class_stem(wire_name)}Arguments"


def preview_of(commit: WireName) -> WireName:
    """``commit_address_change_v2`` -> ``preview_address_change_v2``."""
    return WireName(preview_name(change_name(commit)))


def preconditions_class(preview: WireName) -> str:
    """``preview_address_change_v2`` -> ``AddressChangeV2Preconditions``."""
    return f"{class_stem(WireName(change_name(preview)))}Preconditions"


def method_name(precondition: str) -> str:
    """The name of a precondition as that of its method; the linter keeps it legal."""
    if keyword.iskeyword(precondition) or precondition in ADAPTER_MEMBERS:
        raise ValueError(f"a precondition cannot be called {precondition}")
    return precondition


def identifier_class(type_name: str) -> str:
    """``customer_id`` -> ``CustomerId``; ``literal``, which Python has, -> ``LiteralIdentifier``."""
    name = _camel(type_name)
    if name in reserved.CLASSES:
        return f"{name}{_INSTEAD}"
    # The type whose name that is gives way; nothing else maps to an underscore and a capital.
    stem = name.removesuffix(_INSTEAD)
    return f"{stem}_{_INSTEAD}" if stem != name and stem in reserved.CLASSES else name


def handle_class(kind: str) -> str:
    """``export_file`` -> ``ExportFileHandle``."""
    return f"{_camel(kind)}Handle"


@lru_cache(maxsize=4096)
def class_word(name: str) -> str:
    """Any name as the beginning or end of a class name: ``line items`` -> ``LineItems``."""
    word = "".join(part[0].upper() + part[1:] for part in _ascii(name).split("_") if part)
    return word if word[:1].isalpha() else f"Value{word}"


def singular(name: str) -> str:
    """One of ``saved_addresses`` is a ``saved_address``; where that is not plain, an item."""
    for ending, one in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch")):
        if name.endswith(ending) and len(name) > len(ending) + 1:
            return name.removesuffix(ending) + one
    if (
        len(name) > 1
        and name.endswith("s")
        and not name.endswith(("ss", "us", "is", "news", "series"))
    ):
        return name[:-1]
    return f"{name}_item"


class ClassNames:
    """The names of one module: each is given once."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = {*reserved.CLASSES, *taken}

    def claim(self, words: tuple[str, ...]) -> str:
        """The shortest free name out of the words, which lead from the module's root to the thing:
        its own word, then its parent's before it, and so on."""
        for start in range(len(words) - 1, -1, -1):
            name = "".join(words[start:])[:LONGEST]
            if name not in self._taken:
                self._taken.add(name)
                return name
        return self._numbered("".join(words)[:LONGEST])

    def _numbered(self, name: str) -> str:
        number = 2
        while f"{name}{number}" in self._taken:
            number += 1
        self._taken.add(f"{name}{number}")
        return f"{name}{number}"


def field_names(properties: Iterable[str], avoid: frozenset[str]) -> Mapping[str, str]:
    """The Python name of each property. A property that can keep its name does; no field is named
    like another property, so that a field may be given by either name."""
    wire = list(properties)
    names = {name: name for name in wire if _may_stay(name, avoid)}
    if len(names) == len(wire):
        return names
    taken = {*wire, *avoid, *reserved.FIELDS}
    plain = {name: _plain_field(name) for name in wire if name not in names}
    times = Counter(plain.values())
    for name, candidate in plain.items():
        if candidate in taken or times[candidate] > 1:
            candidate = _spelled_field(name)
        while candidate in taken:
            candidate += "_"
        taken.add(candidate)
        names[name] = candidate
    return names


def _may_stay(name: str, avoid: frozenset[str]) -> bool:
    is_plain = len(name) <= LONGEST and bool(_FIELD.fullmatch(name))
    return is_plain and _is_free(name) and name not in avoid


def _is_free(name: str) -> bool:
    return not (
        keyword.iskeyword(name)
        or name in reserved.FIELDS
        or name.startswith(reserved.FIELD_BEGINNINGS)
    )


def _plain_field(name: str) -> str:
    """``from`` -> ``from_``, ``x-y`` -> ``x_y``, ``2fa`` -> ``field_2fa``, ``_id`` -> ``id``.

    It begins with a small letter, unlike any class.
    """
    candidate = _ascii(name).strip("_")
    candidate = candidate[:1].lower() + candidate[1:]
    if not candidate[:1].isalpha() or candidate.startswith(reserved.FIELD_BEGINNINGS):
        candidate = f"field_{candidate}".rstrip("_")
    candidate = candidate[:LONGEST].rstrip("_")
    return candidate if _is_free(candidate) else f"{candidate}_"


def _spelled_field(name: str) -> str:
    """The name with its symbols in words: ``x-y`` -> ``x_hyphen_y``."""
    spelled = "".join(f"_{_SYMBOLS[each]}_" if each in _SYMBOLS else each for each in name)
    return _plain_field(spelled) if spelled else "empty"


def _ascii(name: str) -> str:
    """Letters and digits of ASCII, with underscores between what was apart; accents are dropped,
    and any other letter is written as its code point."""
    found = []
    for character in _unicode.normalize("NFKD", name):
        if character.isascii():
            found.append(character if character.isalnum() else "_")
        elif not _unicode.combining(character):
            is_letter = _unicode.category(character)[0] in "LN"
            found.append(f"_u{ord(character):04x}_" if is_letter else "_")
    return re.sub(r"_{2,}", "_", "".join(found))


def _camel(name: str) -> str:
    """One to one for names of the language: an underscore that no capital can stand for stays."""
    parts = name.split("_")
    return "".join(part.capitalize() if part[:1].isalpha() else f"_{part}" for part in parts)
