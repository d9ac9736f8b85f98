"""The routes of the service, and the process that serves them.

Walks in: a database file, and where to listen. Walks out: nothing; a line of JSON on standard output tells
the URL once the port is open, and the process ends when its standard input does.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from reference_service import control
from reference_service.door import Endpoint, door
from reference_service.reading import READINGS, read
from reference_service.records import Database
from reference_service.service import Service
from reference_service.status import poll, status
from reference_service.writing import write

_WRITES = (
    ("PUT", "/customers/{id}/shipping-address", "customers"),
    ("POST", "/orders/{id}/refunds", "refunds"),
    ("POST", "/drafts/{id}/send", "messages"),
    ("PATCH", "/opportunities/{id}", "opportunities"),
    ("POST", "/exports", "exports"),
    ("POST", "/exports/{id}/cancel", "cancels"),
)


def application(service: Service) -> Starlette:
    reads: list[tuple[str, str, Endpoint]] = [
        ("GET", path, door(service, "reads", read(reading))) for path, reading in READINGS.items()
    ]
    asking = [
        ("GET", "/status/{kind}/{key}", door(service, "status", status)),
        ("GET", "/exports/{id}", door(service, "exports", poll)),
    ]
    writing = [(method, path, door(service, kind, write)) for method, path, kind in _WRITES]
    return Starlette(
        routes=[
            *(
                Route(path, endpoint, methods=[method])
                for method, path, endpoint in (*reads, *asking, *writing)
            ),
            *control.routes(service),
        ]
    )


class _Protocol(H11Protocol):
    """HTTP whose endpoints may drop the connection: the scope carries the transport."""

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)  # type: ignore[arg-type]
        self.app = self._with_transport(self.app)

    def _with_transport(self, app: ASGIApp) -> ASGIApp:
        async def with_transport(scope: Scope, receive: Receive, send: Send) -> None:
            scope["reference_service.transport"] = self.transport
            await app(scope, receive, send)

        return with_transport


def serve(*, host: str, port: int, database: Path) -> None:
    """Serve until standard input ends."""
    # The protocol is named, since asyncio turns Nagle's delay off only where it is.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((host, port))
    listening.listen(512)
    url = f"http://{host}:{listening.getsockname()[1]}"
    service = Service(Database(database))
    config = uvicorn.Config(
        application(service),
        http=_Protocol,
        ws="none",
        lifespan="off",
        log_level="error",
        access_log=False,
        timeout_keep_alive=60,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    print(json.dumps({"url": url}), flush=True)
    asyncio.run(_until_input_ends(server, listening))


async def _until_input_ends(server: uvicorn.Server, listening: socket.socket) -> None:
    def ended() -> None:
        if not os.read(sys.stdin.fileno(), 4096):
            asyncio.get_running_loop().remove_reader(sys.stdin)
            server.should_exit = True

    asyncio.get_running_loop().add_reader(sys.stdin, ended)
    await server.serve(sockets=[listening])
