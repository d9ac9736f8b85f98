r"""The one regular expression dialect: its grammar, as a tree.

Walks in: the text of a pattern. Walks out: its tree, or a PatternError that names the rule. The
dialect is what means the same in ECMAScript with the ``u`` flag and in the linear engine of
jsonschema-rs::

    pattern     = branch *("|" branch)
    branch      = *(anchor / piece)
    anchor      = "^" / "$"
    piece       = atom [ "*" / "+" / "?" / "{" n [ "," [ m ] ] "}" ] [ "?" ]
    atom        = "." / literal / escape / class / "(" [ "?:" ] pattern ")"
    class       = "[" [ "^" ] 1*( member / member "-" member ) "]"
    escape      = "\" ( syntax character / t / n / r / f / v / d / w
                      / xHH / uHHHH / u{H..} / p{Cc} / P{Cc} )

``\d`` and ``\w`` are ASCII. Refused, because engines differ or lack it: look-around, named groups,
back-references, flags, ``\s``, ``\b``, possessive quantifiers, set operations in a class.
"""

from __future__ import annotations

from functools import lru_cache

from toolcharter.ir.pattern_characters import (
    CONTROLS,
    DIGITS,
    LINE_ENDS,
    WORD,
    character_of,
    code_range,
    one,
)
from toolcharter.ir.pattern_dialect import (
    CATEGORIES,
    DEEPEST_GROUP,
    INSTEAD_OF_ESCAPE,
    LONGEST_PATTERN,
    PatternError,
    refused_group,
)
from toolcharter.ir.pattern_tree import Anchor, Characters, CodeRange, Concat, Either, Part, Repeat

_SYNTAX = "^$\\.*+?()[]{}|/"


@lru_cache(maxsize=4096)
def parse(text: str) -> Part:
    """The tree of a pattern; raises PatternError."""
    if len(text) > LONGEST_PATTERN:
        raise PatternError("in/pattern-dialect", f"it has more than {LONGEST_PATTERN} characters")
    parser = _Parser(text)
    found = parser.alternatives()
    if parser.at < len(text):
        raise PatternError("in/pattern-invalid", "`)` closes no group")
    return found


class _Parser:
    """Recursive descent over the grammar above."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    def alternatives(self) -> Part:
        options = [self.branch()]
        while self.peek() == "|":
            self.at += 1
            options.append(self.branch())
        return options[0] if len(options) == 1 else Either(tuple(options))

    def branch(self) -> Part:
        parts: list[Part] = []
        while (sign := self.peek()) and sign not in "|)":
            parts.append(self.piece())
        return parts[0] if len(parts) == 1 else Concat(tuple(parts))

    def piece(self) -> Part:
        part = self.atom()
        if not (self.peek() and self.peek() in "*+?{"):
            return part
        if isinstance(part, Anchor):
            raise PatternError("in/pattern-invalid", "an anchor cannot be repeated")
        low, high = self.quantifier()
        if self.peek() == "?":  # lazy: finds the same strings
            self.at += 1
        if self.peek() and self.peek() in "*+?{":
            raise PatternError("in/pattern-dialect", "a quantifier stands after a quantifier")
        return Repeat(part, low, high)

    def quantifier(self) -> tuple[int, int | None]:
        sign = self.take()
        if sign != "{":
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
        low = self.number()
        high: int | None = low
        if self.peek() == ",":
            self.at += 1
            high = self.number() if self.peek() != "}" else None
        if low is None or self.peek() != "}":
            raise PatternError("in/pattern-invalid", "`{` needs {n}, {n,} or {n,m}; or write \\{")
        self.at += 1
        if high is not None and high < low:
            raise PatternError("in/pattern-invalid", f"{{{low},{high}}} is the wrong way round")
        return low, high

    def number(self) -> int | None:
        start = self.at
        while self.peek() and self.peek() in "0123456789":
            self.at += 1
        return int(self.text[start : self.at]) if 0 < self.at - start <= 6 else None

    def atom(self) -> Part:
        sign = self.take()
        match sign:
            case "^" | "$":
                return Anchor(is_start=sign == "^")
            case ".":
                return Characters(LINE_ENDS, is_negated=True)
            case "(":
                return self.group()
            case "[":
                return self.character_class()
            case "\\":
                return self.escape(in_class=False)
            case "*" | "+" | "?":
                raise PatternError("in/pattern-invalid", f"`{sign}` repeats nothing")
            case "{" | "}" | "]":
                raise PatternError("in/pattern-invalid", f"`{sign}` stands alone; write \\{sign}")
        return one(sign)

    def group(self) -> Part:
        if self.peek() == "?":
            if not self.text.startswith("?:", self.at):
                raise PatternError("in/pattern-dialect", refused_group(self.text[self.at :]))
            self.at += 2
        self.depth += 1
        if self.depth > DEEPEST_GROUP:
            message = f"groups stand more than {DEEPEST_GROUP} deep in each other"
            raise PatternError("in/pattern-dialect", message)
        inner = self.alternatives()
        self.depth -= 1
        if self.peek() != ")":
            raise PatternError("in/pattern-invalid", "a group is not closed")
        self.at += 1
        return inner

    def character_class(self) -> Characters:
        is_negated = self.peek() == "^"
        self.at += is_negated
        ranges: list[CodeRange] = []
        categories: list[str] = []
        while self.peek() != "]":
            member = self.member(is_first=not ranges and not categories)
            if self.peek() == "-" and self.text[self.at + 1 : self.at + 2] not in ("]", ""):
                self.at += 1
                ranges.append(code_range(member, self.member(is_first=False)))
            else:
                ranges.extend(member.ranges)
                categories.extend(member.categories)
        self.at += 1
        if not ranges and not categories:
            raise PatternError("in/pattern-invalid", "a character class is empty")
        return Characters(tuple(ranges), tuple(categories), is_negated)

    def member(self, *, is_first: bool) -> Characters:
        if not self.peek():
            raise PatternError("in/pattern-invalid", "a character class is not closed")
        sign = self.take()
        if sign == "\\":
            return self.escape(in_class=True)
        if sign == "[":
            raise PatternError("in/pattern-dialect", "`[` stands in a class; write \\[")
        if sign in "&-~" and self.peek() == sign:
            raise PatternError("in/pattern-dialect", f"`{sign}{sign}` in a class; write it once")
        if sign == "-" and not is_first and self.peek() != "]":
            raise PatternError("in/pattern-dialect", "`-` in the middle of a class; write \\-")
        return one(sign)

    def escape(self, *, in_class: bool) -> Characters:
        sign = self.take()
        if sign in _SYNTAX or (in_class and sign == "-"):
            return one(sign)
        match sign:
            case "t" | "n" | "r" | "f" | "v":
                code = CONTROLS[sign]
                return Characters(((code, code),))
            case "d":
                return Characters(DIGITS)
            case "w":
                return Characters(WORD)
            case "p" | "P":
                return self.category(is_negated=sign == "P", in_class=in_class)
            case "x":
                return self.code_point(2)
            case "u" if self.peek() == "{":
                return self.braced_code_point()
            case "u":
                return self.code_point(4)
        if sign in "123456789":
            raise PatternError("in/pattern-dialect", "there are no back-references")
        why = INSTEAD_OF_ESCAPE.get(sign, f"write {sign} without the backslash")
        raise PatternError("in/pattern-dialect", f"`\\{sign}` is not in the dialect; {why}")

    def category(self, *, is_negated: bool, in_class: bool) -> Characters:
        name = self.braced()
        if name not in CATEGORIES:
            raise PatternError(
                "in/pattern-dialect", f"`{name}` is no general category such as L, Nd or Zs"
            )
        if is_negated and in_class:
            raise PatternError("in/pattern-dialect", "\\P in a class; negate the class instead")
        return Characters((), (name,), is_negated)

    def code_point(self, digits: int) -> Characters:
        written = self.text[self.at : self.at + digits]
        self.at += digits
        return character_of(written if len(written) == digits else "")

    def braced_code_point(self) -> Characters:
        return character_of(self.braced())

    def braced(self) -> str:
        end = self.text.find("}", self.at)
        if self.peek() != "{" or end < 0:
            raise PatternError("in/pattern-invalid", "an escape needs {...}")
        found = self.text[self.at + 1 : end]
        self.at = end + 1
        return found

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def take(self) -> str:
        sign = self.peek()
        if not sign:
            raise PatternError("in/pattern-invalid", "the pattern ends after a backslash")
        self.at += 1
        return sign
