"""No two things of a catalog have names that become one after a mapping that we or a host make.

Why
    Tools, modules, classes and files are named after what the contract says. Hosts fold case and
    underscores, disks fold case, and generated classes drop the underscores. Where two names
    become one, a call reaches the wrong tool, or one file replaces the other.

Bad
    # tools/customers/get_custom_er.v1.yaml
    # like tools/customers/get_customer.v1.yaml
    tool: get_custom_er

Good
    # tools/customers/get_customer_name.v1.yaml
    # like tools/customers/get_customer.v1.yaml
    tool: get_customer_name

Silence
    It cannot be silenced. Rename one of the two; a rename of a pinned tool is a new version.

    Compared are: tool versions by their name on the wire (of a change, those of its preview and
    commit), folded and cut to 64 characters; files; roles; identifier types and the handles of
    each kind, by the class that is generated for them, and with the classes of a tool, which begin
    with the tool's name on the wire.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from toolcharter.diagnostics import Related, Span
from toolcharter.ir.model import Catalog
from toolcharter.lint.rule import CatalogRule, Finding
from toolcharter.lint.words import folded

_LONGEST_WIRE_NAME = 64
"""Characters that the strictest host keeps of a tool's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    """A thing, its name, and the form in which it must be alone."""

    what: str
    name: str
    key: str
    span: Span


def check(catalog: Catalog) -> Iterator[Finding]:
    for group in (_tools(catalog), _files(catalog), _roles(catalog), _classes(catalog)):
        yield from _collisions(group)
    yield from _named_like_a_tool(catalog)


def _collisions(named: Iterable[_Named]) -> Iterator[Finding]:
    first: dict[str, _Named] = {}
    for each in named:
        other = first.setdefault(each.key, each)
        if other is each:
            continue
        trouble = f"collides with `{other.name}`: both become `{each.key}`"
        yield Finding(
            span=each.span,
            message=f"The {each.what} `{each.name}` "
            f"{'is there twice' if other.name == each.name else trouble}.",
            hint="Rename one of the two.",
            related=(Related(span=other.span, message=f"the {other.what} `{other.name}`"),),
        )


def _tools(catalog: Catalog) -> Iterator[_Named]:
    for contract in catalog.contracts:
        for tool in contract.tools:
            wire_name = tool.ref.wire_name
            yield _Named(
                what="tool",
                name=str(tool.ref),
                key=folded(wire_name[:_LONGEST_WIRE_NAME]),
                span=contract.name.span,
            )


def _files(catalog: Catalog) -> Iterator[_Named]:
    for path in (*(c.file for c in catalog.contracts), *(r.file for r in catalog.roles)):
        yield _Named(what="file", name=path, key=path.casefold(), span=Span(path))


def _roles(catalog: Catalog) -> Iterator[_Named]:
    for role in catalog.roles:
        yield _Named(what="role", name=role.name, key=folded(role.name), span=role.span)


def _classes(catalog: Catalog) -> Iterator[_Named]:
    """What is generated for identifiers and handles, into one module."""
    for id_type in catalog.environment.id_types.values():
        yield _Named(
            what="identifier type", name=id_type.name, key=folded(id_type.name), span=id_type.span
        )
    handed_out = {kind for contract in catalog.contracts for kind in contract.handle_kinds}
    for kind in sorted(handed_out & catalog.environment.kinds.keys()):
        yield _Named(
            what="handle of the kind",
            name=kind,
            key=folded(f"{kind}_handle"),
            span=catalog.environment.kinds[kind].span,
        )


def _named_like_a_tool(catalog: Catalog) -> Iterator[Finding]:
    """Every class of a tool's module begins with the tool's name on the wire; so none of the
    identifiers that the module imports may."""
    beginnings = {
        folded(f"{name}_v{contract.version}"): contract
        for contract in catalog.contracts
        for name in (contract.name.value, *(tool.ref.name for tool in contract.tools))
    }
    for each in _classes(catalog):
        for length in range(1, len(each.key)):
            contract = beginnings.get(each.key[:length])
            if contract is not None:
                yield Finding(
                    span=each.span,
                    message=f"The {each.what} `{each.name}` collides with the classes that are "
                    f"generated for `{contract.name.value}`: they begin alike.",
                    hint="Rename the type.",
                    related=(Related(span=contract.name.span, message="the tool"),),
                )
                break


RULE = CatalogRule(id="name/collision-after-normalise", page=__doc__, check=check)
