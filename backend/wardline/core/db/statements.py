"""Statements so frequent that SQLAlchemy's overhead would take longer than the database.

Each is compiled once and goes directly to the driver: in a session's transaction, or on an autocommit connection.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, TypeAlias
from uuid import UUID

from psycopg import AsyncConnection, AsyncRawCursor
from psycopg.rows import namedtuple_row
from sqlalchemy import BindParameter, CompoundSelect, Insert, Select, TextClause, Update
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.sql.compiler import SQLCompiler


class AutocommitConnection:
    """A connection without a session: each statement is a transaction of its own."""

    def __init__(self, driver: AsyncConnection[Any]) -> None:
        self.driver = driver
        self.info: dict[str, Any] = {}
        """Data of the request, as in `AsyncSession.info`."""


AnyConnection = AsyncSession | AutocommitConnection
"""Runs compiled statements."""
Moment: TypeAlias = datetime | BindParameter[datetime]
"""In a statement: a value, or a parameter of one that is compiled once."""

_DIALECT: Final[Dialect] = PGDialect_psycopg(paramstyle="numeric_dollar")  # type: ignore[no-untyped-call]
_DRIVER_KEY: Final = "driver"


@dataclass(frozen=True, slots=True)
class CompiledStatement:
    """SQL as the driver sends it, so that a long statement costs nothing to render."""

    text: str
    """With ``$1`` and so on."""
    names: tuple[str, ...]
    """Of the parameters, in this order."""
    constants: Mapping[str, Any] = field(default_factory=dict)
    """The parameters whose values are part of the statement."""


def compile_statement(
    statement: Select[*tuple[Any, ...]] | CompoundSelect[*tuple[Any, ...]] | Insert | Update | TextClause,
) -> CompiledStatement:
    compiled = statement.compile(dialect=_DIALECT)
    assert isinstance(compiled, SQLCompiler)  # noqa: S101 - it is one for every statement with parameters
    constants = {name: bind.value for name, bind in compiled.binds.items() if not bind.required}
    return CompiledStatement(str(compiled), tuple(compiled.positiontup or ()), constants)


def array_literal(values: Iterable[int | UUID | str]) -> str:
    """An array of ids as one text parameter; the driver would inspect a list element by element."""
    return f"{{{','.join(map(str, values))}}}"


async def fetch_all(
    connection: AnyConnection, statement: CompiledStatement, parameters: Mapping[str, Any]
) -> list[Any]:
    """The statement's rows as named tuples. Parameters that it does not name are ignored."""
    cursor = AsyncRawCursor(await _driver(connection), row_factory=namedtuple_row)
    await _execute(cursor, statement, parameters)
    return await cursor.fetchall()


Execution = tuple[CompiledStatement, Mapping[str, Any]]
"""A statement and its parameters."""


async def fetch_together(session: AsyncSession, executions: Sequence[Execution]) -> list[list[Any]]:
    """Like `fetch_all`, for several statements in one round trip."""
    driver = await _driver(session)
    cursors = []
    async with driver.pipeline():
        for statement, parameters in executions:
            cursor = AsyncRawCursor(driver, row_factory=namedtuple_row)
            await _execute(cursor, statement, parameters)
            cursors.append(cursor)
    return [await cursor.fetchall() for cursor in cursors]


async def execute_together(driver: AsyncConnection[Any], executions: Sequence[Execution]) -> None:
    """Runs statements in order, in one round trip, and ignores their rows. The first error ends it."""
    async with driver.pipeline():
        for statement, parameters in executions:
            await _execute(AsyncRawCursor(driver), statement, parameters)


async def execute(connection: AnyConnection, statement: CompiledStatement, parameters: Mapping[str, Any]) -> None:
    """Runs a statement and ignores its rows."""
    await _execute(AsyncRawCursor(await _driver(connection)), statement, parameters)


async def _execute(cursor: AsyncRawCursor[Any], statement: CompiledStatement, parameters: Mapping[str, Any]) -> None:
    """Prepared on first use; on an autocommit connection, PostgreSQL then plans it only once (`Database`)."""
    values = {**statement.constants, **parameters} if statement.constants else parameters
    await cursor.execute(statement.text, [values[name] for name in statement.names], prepare=True)


async def _driver(connection: AnyConnection) -> AsyncConnection[Any]:
    """The driver's connection; a session's is looked up once per transaction, as each may have another one."""
    if isinstance(connection, AutocommitConnection):
        return connection.driver
    session = connection
    transaction, driver = session.info.get(_DRIVER_KEY, (None, None))
    if transaction is None or transaction is not session.sync_session.get_transaction():
        driver = (await (await session.connection()).get_raw_connection()).driver_connection
        session.info[_DRIVER_KEY] = (session.sync_session.get_transaction(), driver)
    result: AsyncConnection[Any] = driver
    return result
