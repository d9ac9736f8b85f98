"""The library that generated code imports; it enforces the contract at every call.

What is public is listed here and loaded when it is first used, so that importing this package, or
the format module that generated code imports, costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from toolcharter_runtime._call import JSON as JSON
    from toolcharter_runtime._call import Call as Call
    from toolcharter_runtime._call import Raw as Raw
    from toolcharter_runtime._call import Requester as Requester
    from toolcharter_runtime._call import ToolError as ToolError
    from toolcharter_runtime._codes import Code as Code
    from toolcharter_runtime._runs import Run as Run
    from toolcharter_runtime.clock import Clock as Clock
    from toolcharter_runtime.dispatcher import Dispatcher as Dispatcher
    from toolcharter_runtime.errors import CatalogError as CatalogError
    from toolcharter_runtime.errors import HostError as HostError
    from toolcharter_runtime.errors import RunError as RunError
    from toolcharter_runtime.outcomes import LogSink as LogSink
    from toolcharter_runtime.outcomes import Outcome as Outcome
    from toolcharter_runtime.outcomes import Sink as Sink

__version__ = "0.1.0"

_HOMES = {
    "JSON": "_call",
    "Call": "_call",
    "CatalogError": "errors",
    "Clock": "clock",
    "Code": "_codes",
    "Dispatcher": "dispatcher",
    "HostError": "errors",
    "LogSink": "outcomes",
    "Outcome": "outcomes",
    "Raw": "_call",
    "Requester": "_call",
    "Run": "_runs",
    "RunError": "errors",
    "Sink": "outcomes",
    "ToolError": "_call",
}

__all__ = [*_HOMES]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
