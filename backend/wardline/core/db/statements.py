"""Statements so frequent that what SQLAlchemy does around each would take longer than the database.

They are written once, and go to the driver straight: in a session's transaction, or each for itself.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from psycopg import AsyncConnection, AsyncRawCursor
from psycopg.rows import namedtuple_row
from sqlalchemy import Insert, Select, TextClause, Update
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.sql.compiler import SQLCompiler


class AutocommitConnection:
    """A connection without a session around it, for those who only ask: each statement is a transaction of its own."""

    def __init__(self, driver: AsyncConnection[Any]) -> None:
        self.driver = driver
        self.info: dict[str, Any] = {}
        """What goes with it, as with a session."""


AnyConnection = AsyncSession | AutocommitConnection
"""What `rows` and `run` go through."""

_DIALECT: Final[Dialect] = PGDialect_psycopg(paramstyle="numeric_dollar")  # type: ignore[no-untyped-call]
_KEY: Final = "connection.driver"


@dataclass(frozen=True, slots=True)
class CompiledStatement:
    """A statement as the database takes it, which costs the driver nothing more, however long it is."""

    text: str
    """With ``$1`` and so on."""
    names: tuple[str, ...]
    """Of the parameters, in this order."""


def compile_statement(statement: Select[*tuple[Any, ...]] | Insert | Update | TextClause) -> CompiledStatement:
    """The statement as `rows` and `run` take it."""
    compiled = statement.compile(dialect=_DIALECT)
    assert isinstance(compiled, SQLCompiler)  # noqa: S101 - as every statement with parameters is
    return CompiledStatement(str(compiled), tuple(compiled.positiontup or ()))


def array_literal(values: Iterable[int | UUID | str]) -> str:
    """A parameter that is an array of ids, as they are or as text; the driver would look through a list bit by bit."""
    return f"{{{','.join(map(str, values))}}}"


async def fetch_all(
    connection: AnyConnection, statement: CompiledStatement, parameters: Mapping[str, Any], *, custom_plan: bool = False
) -> list[Any]:
    """What a statement answers, as named tuples; it takes of the parameters those that it names.

    The driver prepares a statement when it comes for the sixth time, and the database may then keep one plan for
    whatever values come. That saves planning, and is a trap where the right plan depends on the values; those
    statements are `custom_plan` each time.
    """
    cursor = AsyncRawCursor(await _driver(connection), row_factory=namedtuple_row)
    await _execute(cursor, statement, parameters, prepare=False if custom_plan else None)
    return await cursor.fetchall()


async def execute(connection: AnyConnection, statement: CompiledStatement, parameters: Mapping[str, Any]) -> None:
    """Run a statement of whose answer nothing is wanted."""
    await _execute(AsyncRawCursor(await _driver(connection)), statement, parameters)


async def _execute(
    cursor: AsyncRawCursor[Any],
    statement: CompiledStatement,
    parameters: Mapping[str, Any],
    *,
    prepare: bool | None = None,
) -> None:
    await cursor.execute(statement.text, [parameters[name] for name in statement.names], prepare=prepare)


async def _driver(connection: AnyConnection) -> AsyncConnection[Any]:
    """The driver's connection; a session's is looked up once in each transaction, as it is another one afterwards."""
    if isinstance(connection, AutocommitConnection):
        return connection.driver
    session = connection
    transaction, driver = session.info.get(_KEY, (None, None))
    if transaction is None or transaction is not session.sync_session.get_transaction():
        driver = (await (await session.connection()).get_raw_connection()).driver_connection
        session.info[_KEY] = (session.sync_session.get_transaction(), driver)
    found: AsyncConnection[Any] = driver
    return found
