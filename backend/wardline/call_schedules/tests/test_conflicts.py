"""Planners are told of people who are planned and may not be there."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final

import psycopg
import pytest
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.call_schedules.findings import Licensing, PeopleNow, PlannedSchedule, PlannedTime, conflicts
from wardline.call_schedules.spans import Span
from wardline.contacts.models import Contact
from wardline.core.db.database import Database

from .conftest import AddSchedule, Team
from .planned import rotation, schedule

AMARA, HIROSHI = 1, 2
LINE: Final = 7
FRIDAY: Final = datetime(2026, 3, 6, 12, tzinfo=UTC)
HOUR: Final = timedelta(hours=1)
ANYWHERE: Final = Licensing({}, {})
EVERYBODY: Final = PeopleNow(inactive_ids=(), plannable={LINE: {AMARA, HIROSHI}}, reachable_ids={AMARA, HIROSHI})


def _planned(
    *shifts: tuple[int, int, int], schedule_id: int = 1, line_id: int = LINE, zone: str = "America/New_York"
) -> PlannedSchedule:
    """Shifts of people, each with its begin and its end in hours from Friday noon UTC."""
    times = [
        PlannedTime(user_id, Span(FRIDAY + first * HOUR, FRIDAY + last * HOUR), is_added=False)
        for user_id, first, last in shifts
    ]
    return PlannedSchedule(schedule_id, line_id, primary=True, time_zone=zone, shifts=times)


def _found(
    schedules: Sequence[PlannedSchedule], people: PeopleNow = EVERYBODY, licensing: Licensing = ANYWHERE
) -> list[tuple[int, int, str, int, set[str]]]:
    """Each with its schedule, person, reason, hours from Friday noon to its first shift, and states."""
    return [
        (each.schedule_id, each.user_id, each.reason.value, (each.starts_at - FRIDAY) // HOUR, set(each.states))
        for each in conflicts(schedules, people, licensing)
    ]


def test_nothing_is_said_of_people_who_may_be_there() -> None:
    assert _found([_planned((AMARA, 0, 12), (HIROSHI, 12, 24))]) == []


@pytest.mark.parametrize(
    ("people", "reason"),
    [
        (PeopleNow({HIROSHI}, {LINE: {AMARA}}, {AMARA}), "inactive"),
        (PeopleNow((), {LINE: {AMARA}}, {AMARA, HIROSHI}), "notOnTheLine"),
        (PeopleNow((), {LINE: {AMARA, HIROSHI}}, {AMARA}), "noContact"),
    ],
)
def test_whoever_may_not_be_there_is_named_once_with_the_first_shift(people: PeopleNow, reason: str) -> None:
    assert _found([_planned((AMARA, 0, 12), (HIROSHI, 12, 24), (HIROSHI, 36, 48))], people) == [
        (1, HIROSHI, reason, 12, set())
    ]


def test_whoever_is_on_two_schedules_at_once_is_named_and_one_after_the_other_is_fine() -> None:
    first, second = _planned((AMARA, 0, 12), (HIROSHI, 12, 24)), _planned((HIROSHI, 0, 13), schedule_id=2)
    assert _found([first, second]) == [(1, HIROSHI, "twoSchedules", 12, set())]
    assert _found([first, _planned((HIROSHI, 0, 12), schedule_id=2)]) == []


@pytest.mark.parametrize("is_elsewhere", [True, False])
def test_whoever_is_planned_for_two_lines_at_once_is_named_with_the_other_lines(*, is_elsewhere: bool) -> None:
    """Of lines that are looked at together, the later shift's is named; of one, that one."""
    here = _planned((AMARA, 12, 24), (HIROSHI, 0, 12))
    other, third = (
        _planned((AMARA, 0, 24), schedule_id=2, line_id=8),
        _planned((AMARA, 23, 30), schedule_id=3, line_id=9),
    )
    everybody = PeopleNow((), {line: {AMARA, HIROSHI} for line in (LINE, 8, 9)}, {AMARA, HIROSHI})
    found = (
        conflicts([here], everybody, ANYWHERE, [other, third])
        if is_elsewhere
        else conflicts([here, other, third], everybody, ANYWHERE)
    )
    said = [(each.schedule_id, each.user_id, each.reason.value, set(each.other_line_ids)) for each in found]
    if is_elsewhere:
        assert said == [(1, AMARA, "twoLines", {8, 9})]
    else:
        assert said == [(1, AMARA, "twoLines", {8}), (3, AMARA, "twoLines", {LINE, 8})]


def test_missing_licenses_are_named_together() -> None:
    """Hiroshi's for Utah ends before his second shift."""
    licensing = Licensing(
        needed={LINE: {"Ohio", "Utah", "Texas"}},
        held={
            AMARA: {"Ohio": None, "Utah": None, "Texas": date(2026, 3, 31)},
            HIROSHI: {"Ohio": None, "Utah": date(2026, 3, 7)},
        },
    )
    planned = _planned((AMARA, 0, 12), (HIROSHI, 12, 24), (HIROSHI, 36, 48))
    assert _found([planned], licensing=licensing) == [(1, HIROSHI, "notLicensed", 12, {"Texas", "Utah"})]


@pytest.mark.parametrize(("zone", "is_missing"), [("Pacific/Honolulu", False), ("America/New_York", True)])
def test_a_license_is_valid_to_the_end_of_its_last_day_where_the_schedule_is(zone: str, *, is_missing: bool) -> None:
    """A shift until midnight in Honolulu, when it is morning in New York."""
    licensing = Licensing({LINE: {"Hawaii"}}, {AMARA: {"Hawaii": date(2026, 3, 6)}})
    assert bool(_found([_planned((AMARA, 12, 22), zone=zone)], licensing=licensing)) == is_missing


async def _conflicts(team: Team) -> list[tuple[int, str, str, list[str]]]:
    found = (await team.planner.get("/call-schedules/findings")).json()["conflicts"]
    return [(each["userId"], each["reason"], each["startsAt"], each["about"]) for each in found]


async def test_planners_are_told_what_the_records_of_people_and_hospitals_say(
    committing: Database, cloned: tuple[str, str], team: Team, add_schedule: AddSchedule
) -> None:
    await add_schedule(rotation(team.first, team.second, team.third))
    with psycopg.connect(cloned[1].replace("+psycopg", ""), autocommit=True) as owner:
        owner.execute("delete from contacts")
        owner.execute(
            "insert into contacts (user_id, kind, address, label, position, delay_seconds, created_at, verified_at)"
            " select id, 'email', username || '@example.org', '', 1, 0, now(), now() from users where id <> %s",
            [team.third],
        )
        owner.execute("update users set active = false where id = %s", [team.first])
        owner.execute("update user_service_lines set active = false where user_id = %s", [team.second])
        owner.execute("delete from user_licenses where user_id = %s and state in ('IN', 'IL')", [team.third])
        third = (team.third, "notLicensed", "2026-03-06T12:00:00Z", ["Illinois", "Indiana"])
        assert await _conflicts(team) == [
            (team.first, "inactive", "2026-03-04T12:00:00Z", []),
            (team.second, "notOnTheLine", "2026-03-05T12:00:00Z", []),
            (team.third, "noContact", "2026-03-06T12:00:00Z", []),
            third,
        ]
        owner.execute("update facilities set state = null where state = 'IL'")
        owner.execute("update location_units set active = false where code like 'fernwood-%'")
        assert third[:2] not in [each[:2] for each in await _conflicts(team)]


async def test_a_proposal_is_checked_for_conflicts_before_it_is_saved(team: Team, session: AsyncSession) -> None:
    await session.execute(delete(Contact))
    await session.commit()
    body = schedule(rotation(team.third), serviceLineId=team.line_id, id=None)
    found = (await team.planner.post("/call-schedules/check", json=body)).json()
    assert [(each["userId"], each["reason"]) for each in found["conflicts"]] == [(team.third, "noContact")]
    assert [person["id"] for person in found["people"]] == [team.third]
