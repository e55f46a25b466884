"""Of several who go on or off call for one line at the same moment, each sees those who were before them."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.core.db.database import Database
from wardline.directory.loading import load_by_id
from wardline.handoff.lines import deserted_lines
from wardline.on_call import reactions
from wardline.on_call import service as on_call
from wardline.on_call.reactions import DutyChange
from wardline.on_call.schemas import CheckInRequest

STROKE = 2
_WAITS = text("select exists (select from pg_locks where locktype = 'advisory' and not granted)")


@pytest.fixture
async def committing(cloned: tuple[str, str]) -> AsyncIterator[Database]:
    database = Database(cloned[0], pool_size=4)
    yield database
    await database.close()


@pytest.fixture
def deserted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """Who changed their duty for the line, and whether nobody was on call for it then; in this order."""
    found: list[tuple[str, bool]] = []

    async def note(session: AsyncSession, change: DutyChange) -> None:
        lines = await deserted_lines(session, change.gained | change.lost)
        found.append((change.user.username, bool(lines)))

    monkeypatch.setattr(reactions, "_installed", [note])
    return found


async def _user(session: AsyncSession, username: str) -> CurrentUser:
    user_id = await session.scalar(text("select id from users where username = :username"), {"username": username})
    user = await load_by_id(session, user_id or 0)
    assert user is not None
    return user


async def _go_on(database: Database, username: str) -> None:
    async with database.transaction() as session:
        user = await _user(session, username)
        role_id = user.role_ids[0]
        duty = {"roleId": role_id, "serviceLineId": STROKE, "phoneNumber": "(555) 010-0199", "primary": True}
        await on_call.check_in(session, CheckInRequest.model_validate(duty), user=user)


async def _go_off(database: Database, username: str) -> None:
    async with database.transaction() as session:
        await on_call.check_out(session, user=await _user(session, username))


async def _until_it_waits(database: Database, task: asyncio.Task[None]) -> None:
    """Returns once another transaction waits for a line, or the task is done because it did not have to."""
    while not task.done():
        async with database.session() as session:
            if await session.scalar(_WAITS):
                return
        await asyncio.sleep(0.01)


async def test_of_two_who_leave_at_once_the_second_one_is_the_last(
    committing: Database, deserted: list[tuple[str, bool]]
) -> None:
    await _go_on(committing, "neuro")
    await _go_on(committing, "neuro2")
    deserted.clear()
    async with committing.transaction() as session:
        await on_call.check_out(session, user=await _user(session, "neuro"))
        leaving = asyncio.create_task(_go_off(committing, "neuro2"))
        await _until_it_waits(committing, leaving)
    await leaving
    assert deserted == [("neuro", False), ("neuro2", True)]


async def test_whoever_comes_while_the_last_one_leaves_hears_of_it(
    committing: Database, deserted: list[tuple[str, bool]]
) -> None:
    """So that what was said about the line can be taken back."""
    await _go_on(committing, "neuro")
    deserted.clear()
    async with committing.transaction() as session:
        await on_call.check_out(session, user=await _user(session, "neuro"))
        coming = asyncio.create_task(_go_on(committing, "neuro2"))
        await _until_it_waits(committing, coming)
        assert not coming.done()
    await coming
    assert deserted == [("neuro", True), ("neuro2", False)]
