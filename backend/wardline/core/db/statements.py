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


class Straight:
    """A connection without a session around it, for those who only ask: each statement is a transaction of its own."""

    def __init__(self, driver: AsyncConnection[Any]) -> None:
        self.driver = driver
        self.info: dict[str, Any] = {}
        """What goes with it, as with a session."""


Connected = AsyncSession | Straight
"""What `rows` and `run` go through."""

_DIALECT: Final[Dialect] = PGDialect_psycopg(paramstyle="numeric_dollar")  # type: ignore[no-untyped-call]
_KEY: Final = "straight.driver"


@dataclass(frozen=True, slots=True)
class Written:
    """A statement as the database takes it, which costs the driver nothing more, however long it is."""

    text: str
    """With ``$1`` and so on."""
    names: tuple[str, ...]
    """Of the parameters, in this order."""


def written_out(statement: Select[*tuple[Any, ...]] | Insert | Update | TextClause) -> Written:
    """The statement as `rows` and `run` take it."""
    compiled = statement.compile(dialect=_DIALECT)
    assert isinstance(compiled, SQLCompiler)  # noqa: S101 - as every statement with parameters is
    return Written(str(compiled), tuple(compiled.positiontup or ()))


def array(values: Iterable[int | UUID | str]) -> str:
    """A parameter that is an array of ids, as they are or as text; the driver would look through a list bit by bit."""
    return f"{{{','.join(map(str, values))}}}"


async def rows(
    connected: Connected, statement: Written, parameters: Mapping[str, Any], *, planned_for_its_values: bool = False
) -> list[Any]:
    """What a statement answers, as named tuples; it takes of the parameters those that it names.

    The driver prepares a statement when it comes for the sixth time, and the database may then keep one plan for
    whatever values come. That saves planning, and is a trap where the right plan depends on the values; those
    statements are `planned_for_its_values` each time.
    """
    cursor = AsyncRawCursor(await _driver(connected), row_factory=namedtuple_row)
    await _execute(cursor, statement, parameters, prepare=False if planned_for_its_values else None)
    return await cursor.fetchall()


async def run(connected: Connected, statement: Written, parameters: Mapping[str, Any]) -> None:
    """Run a statement of whose answer nothing is wanted."""
    await _execute(AsyncRawCursor(await _driver(connected)), statement, parameters)


async def _execute(
    cursor: AsyncRawCursor[Any], statement: Written, parameters: Mapping[str, Any], *, prepare: bool | None = None
) -> None:
    await cursor.execute(statement.text, [parameters[name] for name in statement.names], prepare=prepare)


async def _driver(connected: Connected) -> AsyncConnection[Any]:
    """The driver's connection; a session's is looked up once in each transaction, as it is another one afterwards."""
    if isinstance(connected, Straight):
        return connected.driver
    session = connected
    transaction, driver = session.info.get(_KEY, (None, None))
    if transaction is None or transaction is not session.sync_session.get_transaction():
        connection = await session.connection()
        driver = (await connection.get_raw_connection()).driver_connection
        session.info[_KEY] = (session.sync_session.get_transaction(), driver)
    found: AsyncConnection[Any] = driver
    return found
