"""Reminders of shifts, and shifts without their people: who is told when, once, and until it no longer holds."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, RolledBackDatabase, SignIn, job_context
from wardline.call_schedules.jobs import remind_of_shifts
from wardline.call_schedules.models import PlannedShift
from wardline.call_schedules.tests.conftest import AddSchedule, Team
from wardline.call_schedules.tests.planned import STROKE, change, rotation, user_id_of
from wardline.core import clock
from wardline.core.db.database import Database

FIRST, SECOND, COORDINATOR = "neuro", "neuro2", "coordinator"
HOUR: Final = timedelta(hours=1)
SECOND_LONG: Final = timedelta(seconds=1)
DAY: Final = timedelta(days=1)
LATE: Final = timedelta(minutes=10)
REMINDERS: Final = {"shiftTomorrow", "shiftBegins", "shiftUnattended", "cannotGoOnCall"}

Look = Callable[..., Awaitable[None]]


@pytest.fixture
def look(database: RolledBackDatabase) -> Look:
    """Lets a worker look for what is due, after this time."""

    async def run(after: timedelta = timedelta()) -> None:
        clock.advance(after)
        await remind_of_shifts(job_context(database))

    return run


@pytest.fixture
def told(sign_in: SignIn) -> Callable[[str], Awaitable[list[str]]]:
    """The kinds of what a user was told of shifts and has not seen, the newest first."""
    clients: dict[str, httpx.AsyncClient] = {}

    async def read(username: str) -> list[str]:
        client = clients.setdefault(username, sign_in(username))
        kinds = [notice["kind"] for notice in (await client.get("/duty-notices")).json()]
        return [kind for kind in kinds if kind in REMINDERS]

    return read


Told = Callable[[str], Awaitable[list[str]]]


@pytest.mark.parametrize(
    ("zone", "turns", "after"),
    [
        ("America/New_York", 2, timedelta(hours=11)),
        ("America/Los_Angeles", 2, timedelta(hours=14)),
        ("America/New_York", 6, timedelta(days=4, hours=10)),
    ],
    ids=["6pm in New York", "6pm in Los Angeles", "6pm on the day of a clock change"],
)
async def test_people_hear_of_a_shift_at_six_in_the_evening_before_on_its_schedules_clocks(
    team: Team, add_schedule: AddSchedule, look: Look, told: Told, zone: str, turns: int, after: timedelta
) -> None:
    """The last of the turns is the second's; it begins at 7am of the day after."""
    others = [team.first] * (turns - 1)
    await add_schedule(rotation(*others, team.second), timeZone=zone)
    await look(after - SECOND_LONG)
    assert await told(SECOND) == []
    await look(SECOND_LONG)
    await look(HOUR)
    assert await told(SECOND) == ["shiftTomorrow"]
    await look(DAY)
    assert "shiftTomorrow" not in await told(SECOND)


async def test_whoever_is_planned_for_the_same_day_is_not_told_that_it_is_tomorrow(
    team: Team, add_schedule: AddSchedule, look: Look, told: Told
) -> None:
    await add_schedule(rotation(team.first, beginsAt="19:00", endsAt="07:00"))
    await look(HOUR)
    assert await told(FIRST) == []


async def test_a_shift_that_begins_calls_its_person_and_ten_minutes_later_the_coordinators(
    team: Team, add_schedule: AddSchedule, look: Look, told: Told, check_in: CheckIn
) -> None:
    await add_schedule(rotation(team.first, team.second))
    for after in (timedelta(), LATE - SECOND_LONG):
        await look(after)
        assert [await told(name) for name in (FIRST, SECOND, COORDINATOR)] == [["shiftBegins"], [], []]
    for after in (SECOND_LONG, SECOND_LONG):
        await look(after)
        assert [await told(name) for name in (FIRST, COORDINATOR)] == [["shiftBegins"], ["shiftUnattended"]]
    (notice,) = (await team.planner.get("/duty-notices")).json()
    assert notice["text"].startswith("Amara Feldspar has not gone on call for a shift on Tele-Stroke (First call;")
    await check_in(FIRST, line="acute-stroke")
    assert [await told(name) for name in (FIRST, COORDINATOR)] == [["shiftBegins"], ["shiftUnattended"]]
    await check_in(FIRST, line=STROKE)
    assert [await told(name) for name in (FIRST, COORDINATOR)] == [[], []], "with the check-in itself"
    await look(SECOND_LONG)
    assert [await told(name) for name in (FIRST, COORDINATOR)] == [[], []]


async def test_whoever_is_on_call_when_their_shift_begins_is_not_called_nor_missed_when_they_leave_early(
    team: Team, add_schedule: AddSchedule, look: Look, told: Told, check_in: CheckIn
) -> None:
    first = await check_in(FIRST, line=STROKE)
    await add_schedule(rotation(team.first))
    await look(LATE)
    clock.advance(HOUR)
    assert (await first.post("/checkout")).is_success
    await look(HOUR)
    assert [await told(name) for name in (FIRST, COORDINATOR)] == [[], []]


async def test_being_on_call_for_another_line_or_until_the_shift_begins_is_not_being_there(
    team: Team, add_schedule: AddSchedule, look: Look, told: Told, check_in: CheckIn
) -> None:
    first = await check_in(FIRST, line=STROKE)
    await add_schedule(rotation(team.first))
    clock.advance(SECOND_LONG)
    assert (await first.post("/checkout")).is_success
    await check_in(FIRST, line="acute-stroke")
    await look(LATE)
    assert [await told(name) for name in (FIRST, COORDINATOR)] == [["shiftBegins"], ["shiftUnattended"]]


async def test_what_was_told_of_a_shift_is_taken_back_when_it_is_over_or_planned_anew(
    team: Team, add_schedule: AddSchedule, look: Look, told: Told, noon: datetime
) -> None:
    """The first misses today's shift, and is replaced tomorrow after having heard of it."""
    schedule_id = await add_schedule(rotation(team.first))
    await look(LATE)
    await look(11 * HOUR)
    assert sorted(await told(FIRST)) == ["shiftBegins", "shiftTomorrow"]
    body = change("replace", noon + DAY, 24, user=team.second, instead_of=team.first)
    assert (await team.planner.post(f"/call-schedules/{schedule_id}/changes", json=body)).status_code == 201
    await look(SECOND_LONG)
    assert [await told(name) for name in (FIRST, SECOND)] == [["shiftBegins"], ["shiftTomorrow"]]
    await look(13 * HOUR)
    assert [await told(name) for name in (FIRST, SECOND)] == [[], ["shiftBegins"]]


async def test_coordinators_hear_once_of_the_next_shift_of_whoever_may_not_go_on_call_anymore(
    team: Team, add_schedule: AddSchedule, look: Look, told: Told, sign_in: SignIn, session: AsyncSession
) -> None:
    """A psychiatrist stands for somebody who has left the line."""
    schedule_id = await add_schedule(rotation(team.first, beginsAt="19:00", endsAt="07:00"))
    left = await user_id_of(sign_in("psych"))
    for day in (20, 13, 12):
        starts_at = clock.now() + day * DAY
        session.add(PlannedShift(schedule_id=schedule_id, user_id=left, starts_at=starts_at, ends_at=starts_at + DAY))
    await session.commit()
    for _ in range(2):
        await look()
        assert await told(COORDINATOR) == ["cannotGoOnCall"]
    assert (await team.planner.get("/duty-notices")).json()[0]["text"] == (
        "Priya Saffron has a shift on Tele-Stroke but cannot go on call for it anymore"
        " (First call; Mon Mar 16, 8:00am to Tue Mar 17, 8:00am EDT)."
    )
    await session.execute(text("delete from planned_shifts where user_id = :user"), {"user": left})
    await session.commit()
    await look()
    assert await told(COORDINATOR) == []


async def test_many_shifts_are_told_of_in_as_few_statements_as_one(
    team: Team, add_schedule: AddSchedule, look: Look, told: Told, statements: list[str]
) -> None:
    """Each misses the begin of their shift, of which the coordinators hear."""
    counts = []
    for names in (["First call"], ["Second call", "Third call", "Fourth call"]):
        for name in names:
            await add_schedule(rotation(team.first, team.second), name=name)
        clock.advance(LATE)
        statements.clear()
        await look()
        counts.append(len(statements))
    assert counts[0] == counts[1]
    assert await told(COORDINATOR) == ["shiftUnattended"] * 4


async def test_two_workers_tell_everything_once(
    committing: Database, team: Team, add_schedule: AddSchedule, told: Told
) -> None:
    await add_schedule(rotation(team.first))
    clock.advance(LATE)
    context = job_context(committing)
    await asyncio.gather(*(remind_of_shifts(context) for _ in range(2)))
    assert [await told(name) for name in (FIRST, COORDINATOR)] == [["shiftBegins"], ["shiftUnattended"]]
