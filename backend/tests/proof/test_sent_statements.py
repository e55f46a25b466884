"""Which statements the benchmark of the list attributes to a request."""

from sent_statements import recorded_statements
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession


async def test_each_listener_gets_the_statements_sent_while_it_listens(session: AsyncSession) -> None:
    first: list[str] = []
    second: list[str] = []
    await session.connection()
    with recorded_statements(lambda statement, _: first.append(statement)):
        await session.execute(text("select 1"))
        with recorded_statements(lambda statement, _: second.append(statement)):
            await session.execute(text("select 2"))
        await session.execute(text("select 3"))
    await session.execute(text("select 4"))
    assert first == ["select 1", "select 2", "select 3"]
    assert second == ["select 2"]
