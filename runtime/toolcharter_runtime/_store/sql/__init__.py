"""The SQL store: one code base for SQLite and PostgreSQL.

    opening.py     a URL -> a store whose schema has been checked
    store.py       the store: threads, attempts, commits
    transaction.py the questions and changes of one transaction
    columns.py     rows as columns and back
    statements.py  every statement, compiled once for each database
    queries.py, changes.py, tables.py
                   what they say, in SQLAlchemy Core
    database.py    what a store asks of a database; sqlite.py and postgresql.py answer
    workers.py, again.py, wire.py
                   threads, further attempts, and a short way to PostgreSQL
    schema.py, migrations/
                   how the tables come about

Nothing here is imported before a store is opened: SQLAlchemy comes with the extra ``store``, psycopg
with ``postgres``.
"""
