"""Runs the migrations of `versions/` on the caller's connection, in the caller's transaction."""

from alembic import context
from sqlalchemy import inspect

from wardline.migrations.tables import metadata
from wardline.service_lines.synchronize import synchronize

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    include_name=lambda name, kind, _: kind != "table" or not str(name).startswith("procrastinate_"),
)
with context.begin_transaction():
    context.run_migrations()
    if inspect(connection).has_table("service_lines"):
        synchronize(connection)
