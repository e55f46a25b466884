"""What becomes of the engine's moves while the database fails, another worker is faster, or there are many."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import cast

import httpx
import pytest
from bodies import Bodies
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, RolledBackDatabase
from wardline.core.db.database import Database
from wardline.core.errors import Unavailable
from wardline.paging import engine
from wardline.paging.engine import Engine
from wardline.paging.tests.watched import BACKUP_NUMBER, Watched, pages_of

pytestmark = pytest.mark.usefixtures("noon")


async def _nothing() -> object:
    return None


@dataclass
class Failing:
    """A database that cannot commit its next transactions, each because of an error."""

    database: RolledBackDatabase
    errors: list[Exception]
    meanwhile: Callable[[], Awaitable[object]] = field(default=_nothing)
    """What somebody else does after each of them."""

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        if not self.errors:
            async with self.database.transaction() as session:
                yield session
            return
        async with self.database.session() as session:
            yield session
        await self.meanwhile()
        raise self.errors.pop(0)

    @property
    def engine(self) -> Engine:
        return Engine(cast(Database, self), BACKUP_NUMBER)


@pytest.mark.parametrize(
    ("errors", "expected"),
    [
        ([Unavailable()], Unavailable),
        # Also when each escalation of the batch is tried alone.
        ([RuntimeError("unheard of"), Unavailable()], Unavailable),
    ],
)
async def test_that_the_database_is_unavailable_is_no_fault_of_an_escalation(
    client: httpx.AsyncClient,
    bodies: Bodies,
    database: RolledBackDatabase,
    watched: Watched,
    errors: list[Exception],
    expected: type[Exception],
) -> None:
    await bodies.create(client, "tele-psych")
    with pytest.raises(expected):
        await Failing(database, [*errors]).engine.make_due_moves()
    assert await watched.rows("select failures, retry_at from escalations") == [(0, None)]
    await watched.look()
    assert len(await watched.notices()) == 1


async def test_an_error_before_any_escalation_is_picked_is_not_hidden(database: RolledBackDatabase) -> None:
    with pytest.raises(RuntimeError, match="unheard of"):
        await Failing(database, [RuntimeError("unheard of")]).engine.make_due_moves()


@pytest.mark.req("NOTIF-13")
async def test_a_move_that_failed_and_that_another_worker_has_made_since_is_not_made_again(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, database: RolledBackDatabase, watched: Watched
) -> None:
    await check_in("neuro", line="tele-stroke")
    await check_in("neuro2", line="tele-stroke", primary=False)
    await bodies.create(client, "tele-stroke")
    failing = Failing(database, [RuntimeError("unheard of")], watched.look)
    await failing.engine.make_due_moves()
    assert await watched.notices() == [(0, "neuro", "allNotifications", "screen")]


@pytest.mark.req("NOTIF-13")
async def test_who_goes_on_call_is_paged_at_once_about_everything_that_waits_however_much(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    bodies: Bodies,
    watched: Watched,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine, "BATCH", 1)
    waiting = [await bodies.create(client, "tele-psych") for _ in range(3)]
    await watched.look()
    psych = await check_in("psych", line="tele-psych")
    await watched.look()
    assert [page["consultId"] for page in await pages_of(psych)] == waiting
