"""The text of abstract adapters: who implements what, with which types.

Walks in: a request. Walks out: views for the template, whose every line is finished. A change has
one set of preconditions, a class in the preview's module that both of its adapters extend, so that
a host writes each check once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from toolcharter.contract.change_names import is_commit_name
from toolcharter.emit.docstrings import docstring, first_sentence
from toolcharter.emit.layout import (
    Brackets,
    Labelled,
    Node,
    Text,
    Union,
    alias,
    assignment,
    laid_out,
    signature,
)
from toolcharter.emit.literals import literal
from toolcharter.emit.names import (
    adapter_class,
    arguments_alias,
    input_class,
    method_name,
    preconditions_class,
    preview_of,
)
from toolcharter.emit.request import ToolModuleRequest
from toolcharter.ir.model import Form, WireName

_WORK = {
    Form.READ: "Read, and return the whole answer; the agent sees a view of it.",
    Form.PREVIEW: "Work out what the change would do, and change nothing.",
    Form.COMMIT: "Carry out the change; the arguments are those that were approved.",
    Form.WRITE: "Carry out the write.",
    Form.STATUS: "Tell what became of the operation.",
    Form.POLL: "Tell how far the operation is.",
    Form.CANCEL: "Ask the service to stop the operation.",
}
_VERSION = "Tell the version that the target has now; it is compared just before the write."
_SELF = Text("self")
_CALL = Labelled("call: ", Text("v1.Call"))
_NOTHING_SAID = "The contract says nothing about it."
_SET = "What is asked at the preview, and again before the commit."


@dataclass(frozen=True, slots=True)
class MethodView:
    """A method; the body of an abstract one is its docstring."""

    signature: str
    body: str
    is_abstract: bool = True


@dataclass(frozen=True, slots=True)
class ClassView:
    """A class, or an abstract adapter; ``attributes`` are finished lines."""

    head: str
    docstring: str
    attributes: tuple[str, ...]
    methods: tuple[MethodView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AdapterText:
    """``names`` are imported from outside the package, ``siblings`` from modules beside this."""

    classes: tuple[ClassView, ...]
    names: frozenset[str]
    alias: str = ""
    siblings: Mapping[WireName, tuple[str, ...]] = field(default_factory=dict)


def adapter_text(request: ToolModuleRequest, answer: str) -> AdapterText:
    """The adapter of a tool version, and what stands before it; ``answer`` is the class of what it
    returns."""
    return _follower(request, answer) if request.follows else _operation(request, answer)


def names_of_adapter(request: ToolModuleRequest) -> frozenset[str]:
    """The classes that the text of the adapter may define or import."""
    wire_names = (request.wire_name, *([request.preview] if request.preview else ()))
    return frozenset(
        {
            arguments_alias(request.wire_name),
            *(make(name) for name in wire_names for make in (adapter_class, preconditions_class)),
            *(input_class(_argument_source(name)) for name in (*wire_names, *request.follows)),
        }
    )


def _operation(request: ToolModuleRequest, answer: str) -> AdapterText:
    arguments = input_class(request.preview or request.wire_name)
    parameter = Labelled("arguments: ", Text(arguments))
    checks = _checks(request, parameter)
    methods = [_op(request, answer, parameter)]
    if request.has_current_version:
        methods.append(_method("current_version", parameter, Text("str"), _VERSION))
    base = "v1.SharedTransactionAdapter" if request.shared_transaction else "v1.Adapter"
    bases: tuple[Node, ...] = (_of(base, arguments, answer),)
    imported: tuple[str, ...] = (arguments,)
    sets: list[ClassView] = []
    if checks and request.form in (Form.PREVIEW, Form.COMMIT):
        shared = preconditions_class(request.preview or request.wire_name)
        bases = (Text(shared), *bases)
        if request.form is Form.PREVIEW:
            head = _head(shared, (_of("v1.PreconditionSet", arguments),))
            sets.append(ClassView(head, docstring(_SET, indent=4), (), checks))
        checks, imported = (), (shared, arguments)
    model = _of("ClassVar", _of("type", arguments))
    attribute = assignment("arguments_model", model, Text(arguments), indent=4)
    return AdapterText(
        classes=(*sets, _adapter(request, bases, attribute, (*methods, *checks))),
        names=frozenset({"abstractmethod", "ClassVar"}),
        siblings={request.preview: imported} if request.preview else {},
    )


def _follower(request: ToolModuleRequest, answer: str) -> AdapterText:
    sources = {wire: _argument_source(wire) for wire in request.follows}
    unique = sorted(set(sources.values()))
    arguments, made = input_class(unique[0]), ""
    if len(unique) > 1:
        arguments = arguments_alias(request.wire_name)
        models = Union(tuple(Text(input_class(source)) for source in unique))
        made = "\n".join(alias(arguments, models))
    parameter = Labelled("operation: ", _of("v1.Operation", arguments))
    entries = tuple(
        Labelled(f"{literal(wire)}: ", Text(input_class(source)))
        for wire, source in sources.items()
    )
    attribute = laid_out(
        Brackets("{", entries, "}"),
        indent=4,
        before="operation_models: ClassVar[Mapping[str, type[BaseModel]]] = ",
    )
    base = _of("v1.Follower", arguments, answer)
    methods = (_op(request, answer, parameter), *_checks(request, parameter))
    return AdapterText(
        classes=(_adapter(request, (base,), attribute, methods),),
        names=frozenset({"abstractmethod", "ClassVar", "Mapping", "BaseModel"})
        | ({"TypeAlias"} if made else frozenset()),
        alias=made,
        siblings={source: (input_class(source),) for source in unique},
    )


def _argument_source(wire_name: WireName) -> WireName:
    """The tool version whose input the arguments of an operation are: of a commit its preview."""
    return preview_of(wire_name) if is_commit_name(wire_name) else wire_name


def _adapter(
    request: ToolModuleRequest,
    bases: tuple[Node, ...],
    model: list[str],
    methods: tuple[MethodView, ...],
) -> ClassView:
    tool = assignment("tool", _of("ClassVar", "str"), Text(literal(request.wire_name)), indent=4)
    return ClassView(
        head=_head(adapter_class(request.wire_name), bases),
        docstring=docstring(first_sentence(request.description), indent=4),
        attributes=("\n".join(tool), "\n".join(model)),
        methods=methods,
    )


def _op(request: ToolModuleRequest, answer: str, parameter: Labelled) -> MethodView:
    returns = Union((Text(answer), Text("v1.Raw")))
    if request.shared_transaction:
        given = (_SELF, _CALL, parameter, Labelled("connection: ", Text("v1.Connection")))
        lines = signature("def op(", given, returns, indent=4)
        return MethodView("\n".join(lines), _prose(_WORK[request.form]))
    return _method("op", parameter, returns, _WORK[request.form])


def _checks(request: ToolModuleRequest, parameter: Labelled) -> tuple[MethodView, ...]:
    """The questions, and the method that lists them in the order of the dispatch row."""
    if not request.preconditions:
        return ()
    questions = [
        _method(method_name(each.name), parameter, Text("bool"), each.asks)
        for each in request.preconditions
    ]
    listed = Brackets(
        "(", tuple(Text(f"self.{each.name}") for each in request.preconditions), ")", is_tuple=True
    )
    returns = _of("v1.Preconditions", parameter.value)
    head = signature("def preconditions(", (_SELF,), returns, indent=4)
    body = laid_out(listed, indent=8, before="return ")
    return (*questions, MethodView("\n".join(head), "\n".join(body), is_abstract=False))


def _method(name: str, parameter: Labelled, returns: Node, prose: str) -> MethodView:
    """An abstract asynchronous method."""
    lines = signature(f"async def {name}(", (_SELF, _CALL, parameter), returns, indent=4)
    return MethodView("\n".join(lines), _prose(prose))


def _prose(text: str) -> str:
    """The body of an abstract method: what it is for."""
    return f"        {docstring(text, indent=8) or docstring(_NOTHING_SAID, indent=8)}"


def _head(name: str, bases: tuple[Node, ...]) -> str:
    return "\n".join(laid_out(Brackets(f"class {name}(", bases, ")"), after=":"))


def _of(name: str, *parameters: str | Node) -> Brackets:
    nodes = tuple(Text(each) if isinstance(each, str) else each for each in parameters)
    return Brackets(f"{name}[", nodes, "]")
