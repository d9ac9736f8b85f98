"""The texts of a request that an author writes: paths, names and values of headers, queries.

None can end a line of the request or leave the path that was reviewed. A path is made of the
characters of RFC 3986, where these are left out: ``%2E``, ``%2F``, ``%5C``, ``%25`` and escaped
controls, which some servers decode once more; segments that are empty, ``.``, ``..`` or ``..;x``.

    path    = "/" [segment *("/" segment) ["/"]]
    segment = hole | *("." | hole) (letter | escape) *(letter | "." | ";" | escape | hole)
"""

from __future__ import annotations

from typing import Any

from toolcharter.contract.language.parts import Schema

HOLE = "\\{input(\\.[a-z][a-z0-9_]{0,39}){1,8}\\}"

_LETTER = "[0-9A-Za-z_~!$&'()*+,=:@-]"
_ESCAPE = "%(2[0-46-9A-Da-d]|[346][0-9A-Fa-f]|5[0-9ABD-Fabd-f]|7[0-9A-Ea-e]|[89A-Fa-f][0-9A-Fa-f])"
_SEGMENT = (
    f"({HOLE}|(\\.|{HOLE})*({_LETTER}|{_ESCAPE})([0-9A-Za-z._~!$&'()*+,;=:@-]|{_ESCAPE}|{HOLE})*)"
)
_NAME_CHARACTER = "[0-9A-Za-z!#$%&'*+.^_`|~-]"
_CONTROL_FREE = "[^\\x00-\\x1F\\x7F-\\x9F]"


def _text(pattern: str, may_be: str, **more: Any) -> Schema:
    return {"type": "string", "pattern": f"^{pattern}$", "errorMessage": may_be, **more}


PATH = _text(
    f"/({_SEGMENT}(/{_SEGMENT})*/?)?",
    "A path begins with one / and fills {input.<path>} only; it has no empty, . or .. segment and "
    "no blank, and the query stands under `query`.",
    maxLength=300,
)

HEADER_NAME = _text(
    f"{_NAME_CHARACTER}{{1,100}}", "A header is named by letters, digits and hyphens: Retry-After."
)

SCHEME = _text(
    f"{_NAME_CHARACTER}{{1,40}}", "A scheme is one word of letters, digits and hyphens: Bearer."
)

QUERY_NAME = _text(
    "[!-z|~]{1,100}", "A query value is named by printable ASCII characters, without blanks: lang."
)

_HEADER_VALUE = "([!-~]([ !-~]{0,498}[!-~])?)?"
_ONE_LINE_OF_ASCII = "A value of a header is one line of printable ASCII characters."

HEADER_VALUE = _text(_HEADER_VALUE, _ONE_LINE_OF_ASCII)

HEADER_CONSTANT: Schema = {
    "type": ["string", "integer", "boolean"],
    "pattern": f"^{_HEADER_VALUE}$",
    "errorMessage": _ONE_LINE_OF_ASCII,
}

CONSTANT: Schema = {
    "type": ["string", "integer", "boolean"],
    "pattern": f"^{_CONTROL_FREE}{{0,500}}$",
    "errorMessage": "A constant has no control characters and no line breaks.",
}

PROBLEM_TYPE = _text("[!-~]{1,300}", "A problem type is a URI: https://example.com/problems/full.")


def one_line(most: int) -> Schema:
    """A name of somebody else's, on one line."""
    return _text(
        f"{_CONTROL_FREE}{{1,{most}}}",
        f"It is one line of 1 to {most} characters, without control characters.",
    )
