"""Runs the migrations on the connection that ``schema.py`` has opened, in its transaction."""

from alembic import context
from toolcharter_runtime._store.sql.schema import REVISION_TABLE
from toolcharter_runtime._store.sql.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=REVISION_TABLE,
    transactional_ddl=True,
)
context.run_migrations()
