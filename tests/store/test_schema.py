"""Tables come about by migrations alone, and a store opens on the right ones only."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import BigInteger, LargeBinary, Text, create_engine, inspect
from store import postgres
from store.postgres import driver_url
from store.rows import SEALS
from toolcharter_runtime._store import records
from toolcharter_runtime._store.sql import schema, tables
from toolcharter_runtime._store.sql.opening import database_of, migrate, open_store
from toolcharter_runtime._store.sql.schema import SchemaError
from toolcharter_runtime._store.sql.statements import Statement

MIGRATIONS = Path(schema.__file__).with_name("migrations")


@pytest.fixture
def empty_postgres(postgres_server: str) -> Iterator[str]:
    with postgres.database(postgres_server) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database without tables; a file that is not there yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'new.db'}"
    found: str = request.getfixturevalue("empty_postgres")
    return found


def definitions(url: str) -> list[str]:
    """What a database says about every table and index, in its own words."""
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
            query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
            found = [text for (text,) in connection.execute(query)]
        connection.close()
    else:
        with psycopg.connect(driver_url(url)) as server:
            columns = server.execute(
                "SELECT table_name, column_name, data_type, is_nullable, collation_name,"
                " ordinal_position FROM information_schema.columns"
                " WHERE table_schema = 'public' ORDER BY 1, 6"
            ).fetchall()
            indexes = server.execute(
                "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"
            ).fetchall()
        found = [str(each) for each in (*columns, *indexes)]
    return [each for each in found if schema.REVISION_TABLE not in each]


def test_migrations_from_nothing_make_what_the_tables_say(empty: str, tmp_path: Path) -> None:
    migrate(empty)
    engine = create_engine(empty)
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"version_table": schema.REVISION_TABLE, "compare_type": True}
        )
        assert compare_metadata(context, tables.METADATA) == []
    migrated = definitions(empty)
    tables.METADATA.drop_all(engine)
    assert definitions(empty) == []
    tables.METADATA.create_all(engine)
    engine.dispose()
    assert migrated == definitions(empty)
    assert len(migrated) > 10


def test_the_newest_migration_is_the_one_that_a_store_asks_for() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_heads() == [schema.HEAD]


@pytest.mark.parametrize("name", ["proposal", "decision", "operation", "run", "slot", "anomaly"])
def test_a_table_has_the_columns_of_its_row_in_their_order(name: str) -> None:
    row = getattr(records, f"{name.title()}Row")
    table = getattr(tables, name)
    assert [each.name for each in table.c] == [field.name for field in fields(row)]
    optional = {field.name for field in fields(row) if "None" in str(field.type)}
    assert {each.name for each in table.c if each.nullable} == optional


def test_the_tenant_leads_every_key_and_every_index_but_that_of_recovery() -> None:
    for table in tables.METADATA.sorted_tables:
        if table is tables.origin:
            continue  # One row, which no tenant writes.
        assert next(iter(table.primary_key)).name == "tenant"
        for index in table.indexes:
            is_for_recovery = index.name == "toolcharter_operation_overdue"
            assert is_for_recovery or next(iter(index.columns)).name == "tenant"


def test_migrating_twice_changes_nothing(empty: str) -> None:
    migrate(empty)
    before = definitions(empty)
    migrate(empty)
    assert definitions(empty) == before


async def test_a_new_file_is_made_when_it_is_opened(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    for _ in range(2):
        store = open_store(url, SEALS)
        assert await store.read("t", lambda tx: tx.pending()) == []
        await store.close()


def test_a_server_without_tables_is_not_changed_and_the_command_is_named(
    empty_postgres: str,
) -> None:
    with pytest.raises(SchemaError) as caught:
        open_store(empty_postgres, SEALS)
    assert str(caught.value) == (
        "the database has no tables of toolcharter; "
        "make them: python -m toolcharter_runtime._store.sql URL"
    )
    assert definitions(empty_postgres) == []


@pytest.mark.parametrize(
    ("revision", "words"),
    [
        ("0000", "have revision 0000, and this version needs 0002; change them: python -m"),
        ("9999", "have revision 9999, which is newer than this version"),
    ],
)
def test_a_store_opens_on_no_other_revision(url: str, revision: str, words: str) -> None:
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    change = "UPDATE toolcharter_revision SET version_num = "
    with engine.connect() as connection:
        connection.exec_driver_sql(f"{change}'{revision}'")
        try:
            with pytest.raises(SchemaError, match=words):
                open_store(url, SEALS)
        finally:
            connection.exec_driver_sql(f"{change}'{schema.HEAD}'")
    engine.dispose()


def test_a_newer_schema_is_not_migrated(sqlite_url: str) -> None:
    with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as connection:
        connection.execute("UPDATE toolcharter_revision SET version_num = '9999'")
    connection.close()
    with pytest.raises(SchemaError, match="newer"):
        migrate(sqlite_url)


def test_other_tables_of_the_same_database_stay(empty: str) -> None:
    engine = create_engine(empty)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE alembic_version (version_num TEXT)")
        connection.exec_driver_sql("INSERT INTO alembic_version VALUES ('theirs')")
    migrate(empty)
    with engine.connect() as connection:
        assert inspect(connection).has_table("toolcharter_operation")
        found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    engine.dispose()
    assert found == "theirs"


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("sqlite://", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
        ("sqlite:///file:x?mode=memory&uri=true", "needs a file"),
        ("mysql://localhost/x", "not mysql://"),
        ("postgresql+asyncpg://localhost/x", r"not postgresql\+asyncpg://"),
        ("me:s3cret", "is not a URL"),
    ],
)
def test_what_is_no_store_is_refused(url: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        open_store(url, SEALS)


def command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "toolcharter_runtime._store.sql", *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_migrates_and_says_what_is_wrong(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    assert command(url).returncode == 0
    assert command(TOOLCHARTER_STORE=url).returncode == 0
    assert definitions(url)
    nothing = command()
    assert (nothing.returncode, nothing.stdout) == (2, "")
    wrong = command("mysql://x/y")
    assert (wrong.returncode, wrong.stderr.count("\n")) == (1, 1)


def test_processes_that_open_a_new_file_at_once_all_find_it_ready(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    program = (
        "import sys\n"
        "from toolcharter_runtime._store.seals import Seals\n"
        "from toolcharter_runtime._store.sql.opening import open_store\n"
        "open_store(sys.argv[1], Seals({'k1': b's' * 32}, current='k1'))\n"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", program, url], stderr=subprocess.PIPE)
        for _ in range(4)
    ]
    for process in started:
        _, errors = process.communicate()
        assert process.returncode == 0, errors.decode()


async def test_threads_that_migrate_at_once_all_succeed(empty: str) -> None:
    await asyncio.gather(*(asyncio.to_thread(migrate, empty) for _ in range(4)))
    assert len(definitions(empty)) > 10


def test_processes_that_migrate_one_server_at_once_all_succeed(empty_postgres: str) -> None:
    racing = multiprocessing.get_context("fork")
    start = racing.Barrier(4)

    def migrate_at_once() -> None:
        start.wait()
        migrate(empty_postgres)

    racers = [racing.Process(target=migrate_at_once) for _ in range(4)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert [racer.exitcode for racer in racers] == [0] * 4
    assert len(definitions(empty_postgres)) > 10


def test_nothing_of_sql_is_loaded_until_a_store_is_opened() -> None:
    program = (
        "import sys, toolcharter_runtime, toolcharter_runtime._store.memory\n"
        "import toolcharter_runtime._store.transaction, toolcharter_runtime._store.sql\n"
        "print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert not {"sqlalchemy", "psycopg", "alembic"} & set(done.stdout.split())


async def test_opening_a_file_that_is_ready_does_not_load_alembic(sqlite_url: str) -> None:
    program = (
        "import sys\n"
        "from toolcharter_runtime._store.seals import Seals\n"
        "from toolcharter_runtime._store.sql.opening import open_store\n"
        "open_store(sys.argv[1], Seals({'k1': b's' * 32}, current='k1'))\n"
        "assert 'alembic' not in sys.modules and 'psycopg' not in sys.modules\n"
    )
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", program, sqlite_url], check=False
    )
    assert done.returncode == 0


def questions(url: str) -> Mapping[str, list[Statement]]:
    """Every statement that looks for rows, by its name."""
    database = database_of(url, connections=1, patience_ms=1000)
    known = database.statements
    database.close()
    given = {
        each.name: getattr(part, each.name)
        for part in (known.reading, known)
        for each in fields(part)
        if each.name not in ("reading", "writing", "clock", "lock", "sweep_gates", "sweep_slots")
    }
    return {
        name: [*each.values()] if isinstance(each, Mapping) else [each]
        for name, each in given.items()
        if isinstance(each, Mapping) or not each.text.startswith("INSERT")
    }


def test_every_question_of_sqlite_finds_its_rows_by_an_index(sqlite_url: str) -> None:
    asked = questions(sqlite_url)
    assert len(asked) > 15
    with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as connection:
        for statement in (each for named in asked.values() for each in named):
            values = [0] * len(statement.names)
            plan = connection.execute(f"EXPLAIN QUERY PLAN {statement.text}", values).fetchall()
            # A list that is one parameter is read from one end to the other; the oldest unknown of
            # all tenants are looked for in an index that holds nothing else.
            scans = [step[3] for step in plan if "SCAN" in step[3]]
            allowed = ("VIRTUAL TABLE", "toolcharter_operation_unknown")
            assert all(any(word in each for word in allowed) for each in scans), plan
    connection.close()


def test_every_question_of_a_server_finds_its_rows_by_an_index(shared_postgres: str) -> None:
    asked = questions(shared_postgres)
    assert len(asked) > 15
    numbers = {"now", "since", "before", "most", "skip"}
    with psycopg.connect(driver_url(shared_postgres)) as server:
        # Few rows are always read as they lie; the question is whether an index would do.
        server.execute("SET enable_seqscan = off")
        cursor = psycopg.RawCursor(server)
        for statement in (each for named in asked.values() for each in named):
            table = statement.text.partition("toolcharter_")[2].partition(" ")[0].rstrip(".")
            kinds = getattr(tables, table.partition(".")[0]).c
            values: list[object] = [
                []
                if name == "names"
                else 0
                if name in numbers or (name in kinds and isinstance(kinds[name].type, BigInteger))
                else b""
                if name in kinds and isinstance(kinds[name].type, LargeBinary)
                else "x"
                for name in statement.names
            ]
            plan = str(cursor.execute(f"EXPLAIN {statement.text}", values).fetchall())
            assert "Seq Scan" not in plan, (statement.text, plan)
            assert "Index" in plan


def test_recovery_finds_its_operations_by_an_index_on_a_server(shared_postgres: str) -> None:
    database = database_of(shared_postgres, connections=1, patience_ms=1000)
    text = database.statements.overdue.text
    with psycopg.connect(driver_url(shared_postgres)) as server:
        # Few rows are always read as they lie; the question is whether the index would do.
        server.execute("SET enable_seqscan = off")
        cursor = psycopg.RawCursor(server)
        plan = cursor.execute(f"EXPLAIN {text}", (0, 10, 0)).fetchall()
    database.close()
    assert "Index Only Scan using toolcharter_operation_overdue" in str(plan)
    assert "Sort" not in str(plan)


def test_texts_are_ordered_by_code_points_whatever_the_server_was_set_up_with(
    shared_postgres: str,
) -> None:
    with psycopg.connect(driver_url(shared_postgres)) as server:
        found = server.execute(
            "SELECT DISTINCT collation_name FROM information_schema.columns"
            " WHERE table_schema = 'public' AND data_type = 'text'"
        ).fetchall()
    assert found == [("C",)]


def test_no_table_refers_to_another_and_no_key_counts_by_itself() -> None:
    for table in tables.METADATA.sorted_tables:
        assert table.foreign_keys == set()
        for column in table.primary_key:
            assert column.autoincrement in (False, "auto")
            assert isinstance(column.type, Text) or column.autoincrement is False


def every_statement(url: str) -> list[tuple[str, Statement]]:
    """What a store can say at all, with the names that the runtime has for it."""
    database = database_of(url, connections=1, patience_ms=1000)
    known = database.statements
    database.close()
    found: list[tuple[str, Statement]] = []
    for part in (known, known.reading, known.writing):
        for each in fields(part):
            named = getattr(part, each.name)
            listed = named.values() if isinstance(named, Mapping) else [named]
            found += [(each.name, one) for one in listed if isinstance(one, Statement)]
    return found


def test_no_statement_takes_a_lock_that_is_no_row(shared_postgres: str) -> None:
    texts = [each.text.lower() for _, each in every_statement(shared_postgres)]
    assert len(texts) > 30
    unwanted = ("advisory", "lock table", "nextval", "temporary", "listen", "notify", "for share")
    for word in unwanted:
        assert [text for text in texts if word in text] == []


def test_every_statement_names_its_tenant_but_what_looks_for_the_tenants(url: str) -> None:
    over_all = {"overdue", "unknown", "sweep_gates", "sweep_slots", "clock"}
    found = {name for name, statement in every_statement(url) if "tenant" not in statement.names}
    assert found == (over_all if url.startswith("postgresql") else over_all - {"clock"})


def test_no_change_moves_a_row_to_another_tenant_or_key(url: str) -> None:
    keys = {each.name: {c.name for c in each.primary_key} for each in tables.METADATA.sorted_tables}
    changing = [each.text for _, each in every_statement(url) if " SET " in each.text]
    assert len(changing) >= 5
    for text in changing:
        table = re.search(r"toolcharter_\w+", text)
        assert table is not None
        sets = text.partition(" SET ")[2].partition(" WHERE ")[0].partition(" RETURNING ")[0]
        set_ = set(re.findall(r"(\w+) ?=", sets))
        assert set_ and not set_ & keys[table.group()], text


def test_a_server_holds_tables_and_indexes_and_nothing_that_acts_on_its_own(
    shared_postgres: str,
) -> None:
    ours = "SELECT oid FROM pg_namespace WHERE nspname = 'public'"
    with psycopg.connect(driver_url(shared_postgres)) as server:

        def column(query: str) -> set[object]:
            return {each for (each,) in server.execute(query.format(ours=f"({ours})"))}

        assert column("SELECT relkind::text FROM pg_class WHERE relnamespace = {ours}") == {
            "r",
            "i",
        }
        # Primary keys, and columns that are not null.
        assert column("SELECT contype::text FROM pg_constraint WHERE connamespace = {ours}") <= {
            "p",
            "n",
        }
        assert column("SELECT proname FROM pg_proc WHERE pronamespace = {ours}") == set()
        assert column("SELECT tgname FROM pg_trigger") == set()
        assert column("SELECT adrelid FROM pg_attrdef") == set()
        assert column(
            "SELECT DISTINCT data_type FROM information_schema.columns"
            " WHERE table_name LIKE 'toolcharter%' AND table_name <> 'toolcharter_revision'"
        ) == {"text", "bigint", "bytea"}
