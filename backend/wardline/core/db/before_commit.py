"""Statements that wait for the commit, because nothing in the transaction reads what they write.

They are sent together, which takes one round trip to the database instead of one for each.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import orjson
from sqlalchemy import JSON, bindparam, event, insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstanceState, Session, SessionTransaction, attributes

from wardline.core.db.database import Base
from wardline.core.db.statements import CompiledStatement, Execution, compile_statement, execute_together

_KEY: Final = "before_commit"


def execute_before_commit(session: AsyncSession, statement: CompiledStatement, parameters: Mapping[str, Any]) -> None:
    """Run the statement right before the session commits, after its own changes, in the order of these calls.

    Raises:
        RuntimeError: in a savepoint, whose rollback would not drop the statement.
    """
    if session.in_nested_transaction():
        raise RuntimeError("a statement in a savepoint cannot wait for the commit")
    if not session.in_transaction():
        session.sync_session.begin()  # So that a rollback drops the statement.
    session.info.setdefault(_KEY, []).append((statement, parameters))


def insert_before_commit(session: AsyncSession, row: Base) -> None:
    """Insert a row that is not in the session.

    Columns that were not set get the database's defaults; None is stored as null.

    Raises:
        ValueError: a column was not set whose default comes from Python.
    """
    state: InstanceState[Any] = attributes.instance_state(row)
    columns = [column for column in type(row).__table__.columns if column.key in state.dict]
    values = {column.key: state.dict[column.key] for column in columns}
    json = {
        column.key: orjson.dumps(values[column.key]).decode()
        for column in columns
        if isinstance(column.type, JSON) and values[column.key] is not None
    }
    execute_before_commit(session, _insertion(type(row), tuple(values)), values | json)


@lru_cache(maxsize=100)
def _insertion(model: type[Base], names: tuple[str, ...]) -> CompiledStatement:
    columns = model.__table__.columns
    if missing := [column.key for column in columns if column.default is not None and column.key not in names]:
        raise ValueError(f"{model.__name__}: {missing} must be set")
    return compile_statement(insert(model).values({name: bindparam(name) for name in names}))


@event.listens_for(Session, "before_commit")
def _send(session: Session) -> None:
    """Called by every way to commit, and when a savepoint ends."""
    if session.in_nested_transaction():
        return
    waiting: list[Execution] = session.info.pop(_KEY, [])
    if not waiting:
        return
    session.flush()
    connection = session.connection().connection.dbapi_connection
    assert connection is not None  # noqa: S101 - it is in a transaction
    connection.run_async(lambda driver: execute_together(driver, waiting))


@event.listens_for(Session, "after_soft_rollback")
def _forget(session: Session, transaction: SessionTransaction) -> None:
    if not transaction.nested:
        session.info.pop(_KEY, None)
