"""Copying a month: the same people at the same weekdays and clock times, as one change."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import httpx

from wardline.call_schedules.copying.months import Copied, moved, steps
from wardline.call_schedules.spans import Span
from wardline.call_schedules.tests.conftest import AddSchedule, Team
from wardline.call_schedules.tests.planned import change, planned, rotation
from wardline.core import clock
from wardline.core.forms.wire import iso_utc

MAY = datetime(2026, 5, 1, 12, tzinfo=UTC)


async def _copy(team: Team, schedule_id: int, source: str, target: str, *, preview: bool = False) -> httpx.Response:
    url = f"/call-schedules/{schedule_id}/copies" + ("/preview" if preview else "")
    return await team.planner.post(url, json={"from": source, "to": target})


async def _over(team: Team, since: datetime) -> list[tuple[int, str]]:
    """Whom the changes that are over put on call, and until when."""
    window = {"from": iso_utc(since), "until": iso_utc(clock.now())}
    changes = (await team.planner.get("/call-schedules/shifts", params=window)).json()["changes"]
    return [(each["userId"], each["endsAt"]) for each in changes if each["endsAt"] <= iso_utc(clock.now())]


async def test_the_same_people_have_the_same_weekdays_and_clock_times(team: Team, add_schedule: AddSchedule) -> None:
    """Nine weeks later, from Wednesday, March 4; clocks change on March 8, and 7 in the evening stays 7."""
    schedule_id = await add_schedule(
        rotation(team.first, team.second, beginsAt="19:00", endsAt="07:00", weekdays=[3, 5])
    )
    before = await planned(team.planner, MAY + timedelta(days=3), 8)
    assert before == [(team.second, "06 23:00", "07 11:00"), (team.second, "08 23:00", "09 11:00")]
    assert (await _copy(team, schedule_id, "2026-03", "2026-05")).status_code == 201
    assert await planned(team.planner, MAY + timedelta(days=3), 14) == [
        (team.first, "06 23:00", "07 11:00"),
        (team.first, "08 23:00", "09 11:00"),
        (team.second, "13 23:00", "14 11:00"),
        (team.second, "15 23:00", "16 11:00"),
    ]


async def test_nothing_is_saved_before_the_planner_has_seen_it_and_a_copy_is_taken_back_as_one(
    team: Team, add_schedule: AddSchedule
) -> None:
    schedule_id = await add_schedule(
        rotation(team.first, turnUnit="week"),
        rotation(team.second, name="Odd", layer=1, endsOn="2026-03-20", weekdays=[4]),
    )
    before = await planned(team.planner, MAY, 31)
    shown = (await _copy(team, schedule_id, "2026-03", "2026-05", preview=True)).json()
    assert await planned(team.planner, MAY, 31) == before
    assert (shown["conflicts"], shown["notOnTheLine"]) == ([], [])
    assert {shift["userId"] for shift in shown["shifts"]} == {team.first, team.second}
    copy_id = (await _copy(team, schedule_id, "2026-03", "2026-05")).json()["id"]
    after = await planned(team.planner, MAY, 31)
    assert [begins for user_id, begins, _ in after if user_id == team.second] == ["07 11:00", "14 11:00", "21 11:00"]
    again = await _copy(team, schedule_id, "2026-03", "2026-05")
    assert (again.status_code, again.json()["code"]) == (409, "month_has_changes")
    url = f"/call-schedules/{schedule_id}/copies/{copy_id}"
    assert (await team.planner.delete(url)).status_code == 204
    assert await planned(team.planner, MAY, 31) == before
    assert (await team.planner.delete(url)).status_code == 404


async def test_nobody_is_on_call_where_nobody_was(team: Team, add_schedule: AddSchedule, noon: datetime) -> None:
    schedule_id = await add_schedule(rotation(team.first))
    gap = change("only", noon + timedelta(days=7), 24)
    assert (await team.planner.post(f"/call-schedules/{schedule_id}/changes", json=gap)).status_code == 201
    assert (await _copy(team, schedule_id, "2026-03", "2026-05")).status_code == 201
    shifts = await planned(team.planner, MAY + timedelta(days=11.5), 2)
    assert [(begins, ends) for _, begins, ends in shifts] == [
        ("12 11:00", "13 11:00"),
        ("13 11:00", "13 12:00"),
        ("14 12:00", "15 11:00"),
    ]


async def test_existing_changes_are_named_and_keep_the_month_from_being_copied(
    team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    schedule_id = await add_schedule(rotation(team.first))
    own = change("add", MAY + timedelta(days=9), 5, user=team.third)
    change_id = (await team.planner.post(f"/call-schedules/{schedule_id}/changes", json=own)).json()["id"]
    shown = (await _copy(team, schedule_id, "2026-03", "2026-05", preview=True)).json()
    assert [each["id"] for each in shown["conflicts"]] == [change_id]
    assert team.third in {person["id"] for person in shown["people"]}
    refused = await _copy(team, schedule_id, "2026-03", "2026-05")
    assert (refused.status_code, refused.json()["changeIds"]) == (409, [change_id])


async def test_a_month_that_is_over_or_the_same_or_too_far_ahead_is_refused(
    team: Team, add_schedule: AddSchedule
) -> None:
    schedule_id = await add_schedule(rotation(team.first))
    for source, target in (("2026-03", "2026-02"), ("2026-03", "2026-03"), ("2026-03", "2027-03")):
        refused = await _copy(team, schedule_id, source, target)
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "to"), target
    assert (await _copy(team, schedule_id, "2026-03", "2026-13")).status_code == 400
    empty = await _copy(team, schedule_id, "2025-03", "2026-05")
    assert (empty.status_code, empty.json()["code"]) == (409, "nothing_to_copy")


async def test_of_a_month_that_has_begun_only_the_rest_is_copied_and_taken_back(
    team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    schedule_id = await add_schedule(
        rotation(team.first, endsOn="2026-03-31"), rotation(team.second, name="Later", startsOn="2026-04-01")
    )
    clock.advance(timedelta(days=10))
    copy_id = (await _copy(team, schedule_id, "2026-04", "2026-03")).json()["id"]
    assert (team.second, "14 12:00", "15 11:00") in await planned(team.planner, noon, 12)
    clock.advance(timedelta(days=3))
    over = await _over(team, noon)
    assert over[:2] == [(team.second, "2026-03-15T11:00:00Z"), (team.second, "2026-03-16T11:00:00Z")]
    assert (await team.planner.delete(f"/call-schedules/{schedule_id}/copies/{copy_id}")).status_code == 204
    assert (await _over(team, noon))[: len(over)] == over
    people = [user_id for user_id, _, _ in await planned(team.planner, noon, 20)]
    assert (people[0], people[-1], people.count(team.second)) == (team.first, team.first, 4)
    clock.advance(timedelta(days=30))
    again = await team.planner.delete(f"/call-schedules/{schedule_id}/copies/{copy_id}")
    assert (again.status_code, again.json()["code"]) == (409, "copy_is_over")


def test_whoever_cannot_be_there_leaves_their_time_to_the_plan_and_overlapping_shifts_stay() -> None:
    def at(day: int, hour: int) -> datetime:
        return datetime(2026, 6, day, hour, tzinfo=UTC)

    shifts = [
        Copied(Span(at(1, 7), at(2, 7)), 1),
        Copied(Span(at(2, 4), at(2, 9)), 2),
        Copied(Span(at(2, 9), at(3, 7)), None),
        Copied(Span(at(4, 7), at(5, 7)), 1),
    ]
    there = moved(shifts, date(2026, 6, 1), date(2026, 7, 1), ZoneInfo("UTC"))
    assert [
        (str(step.kind.value), step.span.starts_at.strftime("%d %H"), step.user_id)
        for step in steps(there, [there[2].span])
    ] == [
        ("only", "06 07", 1),
        ("add", "07 04", 2),
        ("only", "07 07", 2),
        ("only", "09 07", 1),
    ]
