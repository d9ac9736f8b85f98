"""Reads a page of ``approvals show`` back into the document that it shows.

It knows the layout of the page and nothing of the code that makes it, so that a field that is shown
wrongly, cut, or not at all gives other bytes.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Any

from toolcharter_runtime._json_value import canonical_bytes

_SECTIONS = {
    "What it does": "effect",
    "Record": "record",
    "Before and after (~ changes, = stays, + is new, - goes)": "changes",
    "Arguments: what will be executed": "arguments",
    "Consequences": "consequences",
    "Who asked": "asked",
    "Who decides": "decides",
    "Decision": "decision",
}
_COUNTED = re.compile(r"(\\\\)|\\\{(\d+) blanks\}")
_LIST = re.compile(r"\[(\d+) items?\]")
_SEGMENT = re.compile(r'/("(?:[^"\\]|\\.)*"|[A-Za-z0-9_.\-]*)')
_MISSING = object()


def document_of(page: str) -> bytes:
    """The canonical bytes of what the page says."""
    sections = _sections(page)
    effect, record = _rows(sections["effect"]), _rows(sections["record"])
    asked, decides = _rows(sections["asked"]), _rows(sections["decides"])
    before, after = _sides(sections["changes"])
    facts = ("amount", "records", "recipients", "environment")
    return canonical_bytes(
        {
            "format": 1,
            "proposal": json.loads(page.splitlines()[0].split(" ", 1)[1].rpartition(":")[0]),
            "preview": asked["preview"],
            "commit": asked["commit"],
            "enforced": asked["enforced"],
            "snapshot": asked["snapshot"],
            "tenant": asked["tenant"],
            "requester": asked["requester"],
            "principal": asked["agent"],
            "role": asked["role"],
            "environment": asked["runs in"],
            "run": asked["run"],
            "arguments": _value(sections["arguments"]),
            "target": {
                "kind": record["kind"],
                "id": record["id"],
                "version": record["version"],
                "version_checked_by": record["version checked by"],
                "because": record.get("because"),
            },
            "effect": {
                "summary": effect["effect"],
                "touches": effect["touches"],
                "external": effect["external"],
                "reversibility": {
                    "kind": effect["reversibility"],
                    **{name: effect.get(name) for name in ("how", "by", "because")},
                },
                "creates": effect.get("creates"),
                "next_states": effect.get("next states", []),
                "consequence": effect["consequence"],
            },
            "before": before,
            "after": after,
            "consequences": _value(sections["consequences"])
            if "consequences" in sections
            else None,
            "facts": {name: effect[name] for name in facts if name in effect},
            "approval": {
                "level": decides["level"],
                "approvers": decides["approvers needed"],
                "roles": decides["roles"],
            },
            "created_at": _milliseconds(decides["made"]),
            "expires_at": _milliseconds(decides["expires"]),
        }
    )


def read_back(text: str) -> Any:
    """The value at the beginning of a text, whatever stands behind it."""
    return _decoded(text)[0]


def _decoded(text: str) -> tuple[Any, str]:
    if found := _LIST.match(text):
        return [_MISSING] * int(found[1]), text[found.end() :]
    plain = _COUNTED.sub(lambda each: each[1] or " " * int(each[2]), text)
    value, end = json.JSONDecoder(strict=True).raw_decode(plain)
    return value, plain[end:]


def _sections(page: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in page.splitlines():
        if line in _SECTIONS:
            current = found.setdefault(_SECTIONS[line], [])
        elif found and line:
            current.append(line)
    return found


def _rows(lines: list[str]) -> dict[str, Any]:
    return {line[2:22].strip(): read_back(line[22:]) for line in lines}


def _place(line: str) -> tuple[tuple[str, ...], str]:
    path: list[str] = []
    at = 0
    while found := _SEGMENT.match(line, at):
        path.append(read_back(found[1]) if found[1].startswith('"') else found[1])
        at = found.end()
    return (() if path == [""] and line[:2] != '/"' else tuple(path)), line[at:].lstrip(" ")


def _value(lines: list[str]) -> Any:
    return _built({place: read_back(rest) for place, rest in (_place(each[2:]) for each in lines)})


def _sides(lines: list[str]) -> tuple[Any, Any]:
    before: dict[tuple[str, ...], Any] = {}
    after: dict[tuple[str, ...], Any] = {}
    for line in lines:
        place, rest = _place(line[2:])
        value, rest = _decoded(rest)
        match line[0]:
            case "=":
                before[place] = after[place] = value
            case "-":
                before[place] = value
            case "+":
                after[place] = value
            case _:
                before[place] = value
                after[place] = read_back(rest.partition(" -> ")[2])
    return _built(before), _built(after)


def _built(leaves: dict[tuple[str, ...], Any]) -> Any:
    """The value whose leaves these are."""
    if () in leaves and not isinstance(leaves[()], list):
        return leaves[()]
    root: Any = [_MISSING] * len(leaves[()]) if () in leaves else {}
    for place, leaf in leaves.items():
        if not place:
            continue
        holder = root
        for depth, name in enumerate(place[:-1], start=1):
            key: Any = int(name) if isinstance(holder, list) else name
            is_there = isinstance(holder, list) or key in holder
            if not is_there or holder[key] is _MISSING:
                inner = leaves.get(place[:depth])
                holder[key] = [_MISSING] * len(inner) if isinstance(inner, list) else {}
            holder = holder[key]
        last: Any = int(place[-1]) if isinstance(holder, list) else place[-1]
        if isinstance(leaf, list):
            if isinstance(holder, list) or last not in holder:
                holder[last] = [_MISSING] * len(leaf)
        else:
            holder[last] = leaf
    return root


def _milliseconds(text: str) -> int:
    moment = datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
    return round(moment.timestamp() * 1000)
