"""Words in names and sentences, and whether one is a form of another.

Walks in: a name as somebody wrote it (``approveDiscount``, ``approve_discount``) or a sentence.
Walks out: its words, folded so that spelling tricks do not matter. Nothing here judges.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+|[0-9]+")
_ABBREVIATION = re.compile(r"\b(?:[A-Za-z]\.){2,}|\b(?:[A-Za-z] ){2,}[A-Za-z]\b")
_PLACEHOLDER = re.compile(r"\{[^{}]*\}")

_LOOKS_LIKE = (
    ("асеорхуіјѕԁһԛԝвкмнт", "aceopxyijsdhqwbkmht"),  # Cyrillic
    ("αορτνικυε", "aoptvikue"),  # Greek
    ("\u0131\u0261", "ig"),  # a dotless i, the g of phonetic script
)
_SAME_LETTER = {
    ord(theirs): ours
    for foreign, own in _LOOKS_LIKE
    for one, other in zip(foreign, own, strict=True)
    for theirs, ours in ((one.upper(), other.upper()), (one, other))
    if len(theirs) == 1
}
"""Letters of other scripts that look like one of ours."""

_NOT_PRINTED = ("Cf", "Mn", "Me", "Cc")

_ENDINGS = (
    *("ations", "ation", "ments", "ment", "ions", "ion"),
    *("als", "al", "ings", "ing", "ed", "es", "s"),
)
_AGENTS = ("ers", "er", "ors", "or")
_SHORTEST_STEM = 3
_PREFIXES = ("re", "pre", "auto")


@lru_cache(maxsize=8192)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a name or a sentence, in lower case: ``approveDiscount`` has two."""
    plain = as_it_looks(text)
    joined = _ABBREVIATION.sub(lambda found: re.sub(r"[. ]", "", found[0]) + " ", plain)
    return tuple(word.casefold() for word in _WORD.findall(joined))


def words_of_template(template: str) -> tuple[str, ...]:
    """The words of a template's literal text; a brace that is part of it parts no word."""
    return words_of(_PLACEHOLDER.sub(" ", template.replace("{{", "").replace("}}", "")))


def snake(name: str) -> str:
    """The name with its words joined by underscores: ``dryRun`` is ``dry_run``."""
    return "_".join(words_of(name))


def as_it_looks(text: str) -> str:
    """The text with compatible letters joined and look-alikes replaced: equal if it looks equal."""
    return text if text.isascii() else _in_our_letters(text)


def folded(name: str) -> str:
    """The name as the laxest reader sees it: lower case, compatible letters, no separators."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(character for character in plain if character.isalnum())


def is_form_of(word: str, wanted: str) -> bool:
    """Whether ``word`` is ``wanted`` in some inflection: *approvals* and *approving* of *approve*.

    The name of a doer counts on the side of ``word`` (*merger* of *merge*), but not on that of
    ``wanted``: *custom* is no form of *customer*.
    """
    return bool(_stems(word, _ENDINGS + _AGENTS) & _stems(wanted, _ENDINGS))


def names_all(words: Iterable[str], wanted: Iterable[str]) -> bool:
    """Whether every wanted word is there, in any order and inflection, also run together."""
    present, needed = tuple(words), tuple(wanted)
    return all(
        any(is_form_of(word, want) or _is_glued(word, want, needed) for word in present)
        for want in needed
    )


def _is_glued(word: str, want: str, needed: tuple[str, ...]) -> bool:
    """Whether ``word`` is ``want`` and another needed word written as one: *mergeaccounts*."""
    if want[:_SHORTEST_STEM] not in word or len(word) <= len(want):
        return False
    for cut in range(2, len(word) - 1):
        first, second = word[:cut], word[cut:]
        for one, other in ((first, second), (second, first)):
            if is_form_of(one, want) and any(is_form_of(other, each) for each in needed):
                return True
    return False


def _in_our_letters(text: str) -> str:
    """The text as a reader sees it: no hidden characters, no letters that look like ours."""
    apart = unicodedata.normalize("NFKD", text)
    visible = "".join(c for c in apart if unicodedata.category(c) not in _NOT_PRINTED)
    return visible.translate(_SAME_LETTER)


@lru_cache(maxsize=4096)
def _stems(word: str, endings: tuple[str, ...]) -> frozenset[str]:
    """What the word may be a form of, itself included."""
    found = {word}
    for prefix in _PREFIXES:
        rest = word.removeprefix(prefix).lstrip("-")
        if rest != word and len(rest) > _SHORTEST_STEM + 1:
            found.add(rest)
    for base in tuple(found):
        for ending in endings:
            stem = base.removesuffix(ending)
            if stem == base or len(stem) < _SHORTEST_STEM:
                continue
            found.update((stem, stem + "e"))
            if stem[-1] == "i":
                found.add(stem[:-1] + "y")
            if stem[-1] == "r" and ending in ("ation", "ations"):
                found.add(stem[:-1] + "er")
            if len(stem) > _SHORTEST_STEM and stem[-1] == stem[-2]:
                found.add(stem[:-1])
    return frozenset(found)
