"""The migrations create the tables of the models."""

from typing import Any

from sqlalchemy import Connection, create_engine, text

from conftest import Cluster
from wardline.migrations.tables import metadata

_COLUMNS = """
select table_name, column_name, data_type, is_nullable, column_default, is_identity, generation_expression
from information_schema.columns where table_schema = :schema
"""
_CONSTRAINTS = """
select c.relname, k.conname, pg_get_constraintdef(k.oid) from pg_constraint k join pg_class c on c.oid = k.conrelid
where c.relnamespace = cast(:schema as regnamespace) and k.contype <> 'n'
"""
_INDEXES = "select tablename, indexname, indexdef from pg_indexes where schemaname = :schema"


def _schema_of(connection: Connection, schema: str) -> set[tuple[Any, ...]]:
    """All columns, constraints and indexes of the models' tables, without the schema's name."""
    return {
        tuple(str(part).replace(f"{schema}.", "") for part in row)
        for query in (_COLUMNS, _CONSTRAINTS, _INDEXES)
        for row in connection.execute(text(query), {"schema": schema})
        if row[0] in metadata.tables
    }


def test_migrations_and_models_agree(cluster: Cluster) -> None:
    engine = create_engine(cluster.postgres.owner_url)
    with engine.connect() as connection:
        connection.execute(text("create schema models"))
        connection.execute(text("set local search_path to models"))
        metadata.create_all(connection, checkfirst=False)
        connection.execute(text("set local search_path to pg_catalog"))
        migrated, modeled = _schema_of(connection, "public"), _schema_of(connection, "models")
        connection.rollback()
    engine.dispose()
    assert sorted(migrated - modeled) == sorted(modeled - migrated) == []
    assert {row[0] for row in migrated} == set(metadata.tables)
