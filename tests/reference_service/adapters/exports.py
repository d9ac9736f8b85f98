"""Exports: long work that the export service keeps keys for, tells the progress of, and can stop."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TypeAlias

from acme_tools.tools.cancel_export_v1 import CancelExportV1Adapter
from acme_tools.tools.get_export_v1 import GetExportV1Adapter
from acme_tools.tools.start_export_v1 import StartExportV1Adapter, StartExportV1Input
from toolcharter_runtime import JSON, Call, Raw
from toolcharter_runtime.formats.v1 import Operation

from reference_service.adapters.answers import error
from reference_service.adapters.upstream import Answer, Upstream, path_to

Started: TypeAlias = Operation[StartExportV1Input]

HANDLE = "export_file."


class Exports:
    """What the tools of exports share."""

    def __init__(self, upstream: Upstream) -> None:
        self.upstream = upstream

    async def export_is_own(self, call: Call, operation: Started) -> bool:
        return await self.upstream.find(call, _path(operation)) is not None


def _path(operation: Started, *more: str) -> str:
    """By the service's own name of the export, else by the key under which it was asked for."""
    return path_to("exports", operation.reference or operation.idempotency_key, *more)


class StartExport(Exports, StartExportV1Adapter):
    async def op(self, call: Call, arguments: StartExportV1Input) -> Raw:
        body = arguments.model_dump(by_alias=True)
        answer = await self.upstream.send(call, "POST", "/exports", body)
        known = {"export_id": "reference"}
        return Raw(
            {known.get(name, name): each for name, each in answer.items() if name != "state"}
        )

    async def range_is_sensible(self, call: Call, arguments: StartExportV1Input) -> bool:
        first, last = date.fromisoformat(arguments.from_), date.fromisoformat(arguments.to)
        return first <= last < first + timedelta(days=366)


class GetExport(Exports, GetExportV1Adapter):
    async def op(self, call: Call, operation: Started) -> Raw:
        export = await self.upstream.find(call, _path(operation))
        if export is None:
            return Raw(
                dict.fromkeys(("started_at", "finished_at", "evidence", "error", "result"))
                | {"state": "not_found"}
            )
        return Raw(
            {
                "state": export.get("state"),
                "started_at": export.get("started_at"),
                "finished_at": export.get("finished_at"),
                "evidence": _evidence(export) if export.get("state") == "succeeded" else None,
                "error": error(export.get("error")),
                "result": _file(export.get("result")),
            }
        )


def _evidence(export: Answer) -> JSON:
    return {
        "resource_id": export.get("export_id"),
        "previous_version": None,
        "new_version": "1",
        "changed_fields": ["export_file.record"],
        "next_state": None,
        "committed_at": export.get("finished_at"),
    }


def _file(result: JSON) -> JSON:
    if not isinstance(result, dict):
        return result
    return {**result, "file": f"{HANDLE}{result.get('file')}"}


class CancelExport(Exports, CancelExportV1Adapter):
    async def op(self, call: Call, operation: Started) -> Raw:
        return Raw(await self.upstream.send(call, "POST", _path(operation, "cancel"), {}))
