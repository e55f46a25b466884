"""Several statements in one round trip."""

from typing import Any

import psycopg
import pytest
from psycopg import AsyncCursor
from psycopg.pq import PipelineStatus
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.db.statements import compile_statement, fetch_all, fetch_together

_NUMBERS = compile_statement(text("select number from generate_series(1, cast(:last as integer)) as number"))
_QUOTIENT = compile_statement(text("select 1 / cast(:divisor as integer) as quotient"))


async def test_each_statement_gets_its_own_rows(session: AsyncSession) -> None:
    some, none, quotient = await fetch_together(
        session, [(_NUMBERS, {"last": 2}), (_NUMBERS, {"last": 0}), (_QUOTIENT, {"divisor": 1})]
    )
    assert ([row.number for row in some], none, quotient[0].quotient) == ([1, 2], [], 1)


async def test_they_are_sent_without_waiting_for_each_other(
    session: AsyncSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: list[int] = []
    execute = AsyncCursor.execute

    async def record(cursor: AsyncCursor[Any], *arguments: Any, **options: Any) -> Any:
        modes.append(cursor.connection.pgconn.pipeline_status)
        return await execute(cursor, *arguments, **options)

    await session.connection()
    monkeypatch.setattr(AsyncCursor, "execute", record)
    await fetch_together(session, [(_NUMBERS, {"last": 1})] * 3)
    assert modes == [PipelineStatus.ON] * 3


async def test_the_error_of_one_is_the_error_of_all(session: AsyncSession) -> None:
    with pytest.raises(psycopg.errors.DivisionByZero):
        await fetch_together(session, [(_QUOTIENT, {"divisor": 0}), (_NUMBERS, {"last": 1})])
    await session.rollback()
    assert len(await fetch_all(session, _NUMBERS, {"last": 1})) == 1
