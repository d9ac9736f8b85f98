"""Abstract adapters of every form, with short names and with the longest."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path
from typing import Any

import black
import pytest
from emit.models.building import imported, package, request
from emit.models.test_golden import calls_at_import
from toolcharter.emit.request import ToolModuleRequest
from toolcharter_runtime.formats import v1

pytestmark = pytest.mark.promise("G1")

ID = {"type": "object", "additionalProperties": False, "properties": {"id": {"type": "string"}}}
ASKS = {"is_there": "Is it there?", "is_open" + "_wide" * 6: "Is it open?"}


def catalog_of(noun: str) -> list[ToolModuleRequest]:
    """One tool of each form around a noun."""
    preview, commit = f"preview_{noun}_v9999", f"commit_{noun}_v9999"
    start, other = f"start_{noun}_v1", f"start_{noun}_v2"
    common: dict[str, Any] = {"input": ID, "answer": ID, "views": {"support" * 5: ID}}
    change: dict[str, Any] = {**common, "preconditions": ASKS}
    return [
        request(f"read_{noun}_v1", **common),
        request(preview, form="preview", **change),
        request(commit, form="commit", preview=preview, has_current_version=True, **change),
        request(start, form="write", shared_transaction=True, **change),
        request(other, form="write", starts_operation=True, **common),
        request(f"ask_{noun}_v1", form="status", follows=[commit], **change),
        request(f"poll_{noun}_v1", form="poll", follows=[start, other, commit], **change),
        request(f"stop_{noun}_v1", form="cancel", follows=[other], **common),
    ]


@pytest.mark.parametrize("noun", ["it", "a_thing_with_a_name_that_is_long"])
def test_every_form_is_importable_and_stands_as_black_writes_it(noun: str, tmp_path: Path) -> None:
    requests = catalog_of(noun)
    files = package(requests)
    for path, text in files.items():
        assert black.format_str(text, mode=black.Mode()) == text, path
        assert calls_at_import(text) <= {"Field", "ConfigDict"}
    with imported(files, tmp_path) as name:
        for each in requests:
            module = importlib.import_module(f"{name}.tools.{each.wire_name}")
            adapter = getattr(module, f"{stem_of(module)}Adapter")
            assert adapter.tool == each.wire_name
            assert inspect.isabstract(adapter)
            names = [check.name for check in each.preconditions]
            assert set(names) <= set(adapter.__abstractmethods__)
            concrete = implemented(adapter)
            assert [check.__name__ for check in concrete.preconditions()] == names


def stem_of(module: Any) -> str:
    [adapter] = [
        name
        for name, value in vars(module).items()
        if name.endswith("Adapter") and value.__module__ == module.__name__
    ]
    return str(adapter).removesuffix("Adapter")


def implemented(adapter: type[Any]) -> Any:
    """An instance whose abstract methods are there and do nothing."""
    methods = {}
    for name in adapter.__abstractmethods__:

        async def method(self: object, *arguments: object) -> bool:
            return True

        method.__name__ = name
        methods[name] = method
    return type("Implemented", (adapter,), methods)()


def test_a_change_asks_through_one_class_that_both_adapters_extend(tmp_path: Path) -> None:
    with imported(package(catalog_of("it")), tmp_path) as name:
        preview = importlib.import_module(f"{name}.tools.preview_it_v9999")
        commit = importlib.import_module(f"{name}.tools.commit_it_v9999")
        shared = preview.ItV9999Preconditions
        assert issubclass(preview.PreviewItV9999Adapter, shared)
        assert issubclass(commit.CommitItV9999Adapter, shared)
        assert commit.CommitItV9999Adapter.arguments_model is preview.PreviewItV9999Input
        assert "current_version" in commit.CommitItV9999Adapter.__abstractmethods__
        assert "current_version" not in preview.PreviewItV9999Adapter.__abstractmethods__


def test_a_follower_knows_the_arguments_of_each_write_that_it_follows(tmp_path: Path) -> None:
    with imported(package(catalog_of("it")), tmp_path) as name:
        poll = importlib.import_module(f"{name}.tools.poll_it_v1")
        preview = importlib.import_module(f"{name}.tools.preview_it_v9999")
        models = poll.PollItV1Adapter.operation_models
        assert list(models) == ["start_it_v1", "start_it_v2", "commit_it_v9999"]
        assert models["commit_it_v9999"] is preview.PreviewItV9999Input
        assert issubclass(poll.PollItV1Adapter, v1.Follower)


def test_a_shared_transaction_makes_the_operation_a_plain_function(tmp_path: Path) -> None:
    with imported(package(catalog_of("it")), tmp_path) as name:
        start = importlib.import_module(f"{name}.tools.start_it_v1")
        assert not inspect.iscoroutinefunction(start.StartItV1Adapter.op)
        assert list(inspect.signature(start.StartItV1Adapter.op).parameters) == [
            *("self", "call", "arguments", "connection")
        ]
