"""JSON Pointers (RFC 6901) as text."""

from __future__ import annotations


def escaped(token: str) -> str:
    """A name as a token of a pointer."""
    if "~" not in token and "/" not in token:
        return token
    return token.replace("~", "~0").replace("/", "~1")


def below(pointer: str, *tokens: str | int) -> str:
    """The pointer of a part further down."""
    return pointer + "".join(f"/{escaped(str(token))}" for token in tokens)


def tokens_of(pointer: str) -> list[str]:
    """The names along a pointer; of ``~01`` it is ``~1``, so the tilde comes last."""
    return [each.replace("~1", "/").replace("~0", "~") for each in pointer.split("/")[1:]]
