"""The list of holidays, and what changing it does to plans."""

from datetime import datetime
from typing import Any

import httpx
import pytest

from conftest import SentEvent, SignIn
from wardline.call_schedules.tests.conftest import AddSchedule, Team
from wardline.call_schedules.tests.planned import line_id_of, planned, rotation, schedule

PI_DAY = {"day": "2026-03-14", "name": "Pi Day"}


async def _save(planner: httpx.AsyncClient, *holidays: dict[str, str], version: str | None = None) -> httpx.Response:
    version = version or (await planner.get("/holidays")).json()["version"]
    return await planner.put("/holidays", json={"version": version, "holidays": holidays})


async def _listed(planner: httpx.AsyncClient) -> list[dict[str, str]]:
    listed: list[dict[str, str]] = (await planner.get("/holidays")).json()["holidays"]
    return listed


async def test_a_list_is_saved_as_a_whole_and_read_by_day(team: Team) -> None:
    later = {"day": "2026-07-03", "name": "Independence Day (observed)"}
    assert (await _save(team.planner, later, PI_DAY)).json() == {"gaps": [], "gapTotal": 0, "gapTotalElsewhere": 0}
    assert await _listed(team.planner) == [PI_DAY, later]
    assert (await _save(team.planner, later)).status_code == 200
    assert await _listed(team.planner) == [later]
    assert (await _save(team.planner, later, later | {"name": "Again"})).status_code == 400


async def test_of_two_planners_who_save_at_once_the_second_one_is_refused(team: Team, sign_in: SignIn) -> None:
    version = (await team.planner.get("/holidays")).json()["version"]
    assert (await _save(sign_in("admin"), PI_DAY)).status_code == 200
    late = await _save(team.planner, version=version)
    assert (late.status_code, late.json()["code"]) == (409, "holidays_saved")
    assert await _listed(team.planner) == [PI_DAY]


async def test_a_new_holiday_changes_what_is_planned_and_the_added_gap_is_named(
    team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    """On the day itself, nobody else is planned. A gap that was there before is not counted again."""
    await add_schedule(
        rotation(team.first, beginsAt="07:00", endsAt="19:00", holidays="notOnHolidays", weekdays=[4, 5, 6, 7])
    )
    saved = (await _save(team.planner, PI_DAY, {"day": "2026-03-17", "name": "A Tuesday"})).json()
    gap = {"startsAt": "2026-03-14T11:00:00Z", "endsAt": "2026-03-14T23:00:00Z"}
    assert saved["gaps"] == [{"serviceLineId": team.line_id, "primary": True} | gap]
    assert (saved["gapTotal"], saved["gapTotalElsewhere"]) == (1, 0)
    days = [begins for _, begins, _ in await planned(team.planner, noon, 12)]
    assert days == ["05 12:00", "06 12:00", "07 12:00", "08 11:00", "12 11:00", "13 11:00", "15 11:00"]
    assert (await _save(team.planner)).json()["gapTotal"] == 0
    assert (team.first, "14 11:00", "14 23:00") in await planned(team.planner, noon, 12)


async def test_somebody_else_has_the_holiday_and_there_is_no_gap(
    team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    await add_schedule(
        rotation(team.first, holidays="notOnHolidays"),
        rotation(team.second, name="Holidays", holidays="onlyOnHolidays"),
    )
    assert (await _save(team.planner, PI_DAY)).json()["gapTotal"] == 0
    of_second = [shift for shift in await planned(team.planner, noon, 20) if shift[0] == team.second]
    assert of_second == [(team.second, "14 11:00", "15 11:00")]


async def test_a_plan_of_holidays_only_follows_the_list(team: Team, add_schedule: AddSchedule, noon: datetime) -> None:
    await add_schedule(rotation(team.first, holidays="onlyOnHolidays"))
    assert await planned(team.planner, noon, 20) == []
    assert (await _save(team.planner, PI_DAY)).status_code == 200
    assert await planned(team.planner, noon, 20) == [(team.first, "14 11:00", "15 11:00")]
    assert (await _save(team.planner)).status_code == 200
    assert await planned(team.planner, noon, 20) == []


async def test_gaps_of_a_line_that_the_planner_does_not_see_are_counted_only(
    team: Team, sign_in: SignIn, noon: datetime
) -> None:
    admin = sign_in("admin")
    seen = {each["id"] for each in (await team.planner.get("/me")).json()["serviceLines"]}
    line_id = await line_id_of(admin, "tele-psych")
    assert line_id not in seen
    people = (await admin.get("/call-schedules/people", params={"serviceLineId": line_id})).json()
    body = schedule(rotation(people[0]["id"], holidays="notOnHolidays"), serviceLineId=line_id)
    assert (await admin.post("/call-schedules", json=body)).status_code == 201
    saved = (await _save(team.planner, PI_DAY)).json()
    assert (saved["gaps"], saved["gapTotal"], saved["gapTotalElsewhere"]) == ([], 0, 1)


async def test_saving_reads_nothing_on_which_gaps_do_not_depend(
    team: Team, add_schedule: AddSchedule, statements: list[str]
) -> None:
    """Neither whether people can be reached nor where they are licensed, of everybody on every line."""
    await add_schedule(rotation(team.first, holidays="notOnHolidays"))
    statements.clear()
    assert (await _save(team.planner, PI_DAY)).json()["gapTotal"] == 1
    assert not [each for each in statements if "FROM user_licenses" in each]


async def test_every_line_hears_of_new_holidays(team: Team, sent_events: list[SentEvent]) -> None:
    await _save(team.planner, PI_DAY)
    lines: list[dict[str, Any]] = (await team.planner.get("/me")).json()["serviceLines"]
    heard = {event.data["serviceLineId"] for event in sent_events if event.name == "call-schedule:changed"}
    assert heard >= {line["id"] for line in lines}


async def test_federal_holidays_that_are_not_in_the_list_are_proposed(team: Team) -> None:
    await _save(team.planner, {"day": "2026-07-04", "name": "The Fourth"})
    proposed = (await team.planner.get("/holidays/proposed", params={"year": 2026})).json()
    assert [each["day"] for each in proposed[4:7]] == ["2026-06-19", "2026-07-03", "2026-09-07"]
    assert proposed[5]["name"] == "Independence Day (observed)"
    assert len(proposed) == 11


@pytest.mark.parametrize("name", ["neuro", "nurse"])
async def test_only_planners_see_and_save_the_list(name: str, sign_in: SignIn) -> None:
    assert (await sign_in(name).get("/holidays")).status_code == 403
    assert (await sign_in(name).get("/holidays/proposed", params={"year": 2026})).status_code == 403
    assert (await _save(sign_in(name), PI_DAY, version="any")).status_code == 403
