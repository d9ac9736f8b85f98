"""Links an mcp adapter: the tool of a server, pinned by the digest of its definition."""

from __future__ import annotations

from toolcharter.ir.model.upstream import McpAdapter
from toolcharter.ir.reading import string
from toolcharter.source.document import Mapping


def link_mcp(node: Mapping) -> McpAdapter:
    """The service, the tool and the digest that stand under ``adapter``."""
    return McpAdapter(
        service=string(node.entries["service"]),
        tool=string(node.entries["tool"]),
        definition_sha256=string(node.entries["definition_sha256"]).value,
    )
