"""Who has how much of a line's call."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from conftest import SignIn
from wardline.call_schedules.fairness.counting import Planned, loads
from wardline.call_schedules.spans import Span
from wardline.call_schedules.tests.conftest import AddSchedule, Team
from wardline.call_schedules.tests.planned import rotation
from wardline.core import clock
from wardline.core.wall_clock import moment_at

NEW_YORK = "America/New_York"
MARCH = date(2026, 3, 1)


def _planned(begins: str, ends: str, zone: str = NEW_YORK) -> Planned:
    """Wall-clock times of the zone, as "06 19:00"."""
    times = (datetime.strptime(f"2026-03-{each}", "%Y-%m-%d %H:%M") for each in (begins, ends))  # noqa: DTZ007
    return Planned(1, Span(*(moment_at(each.date(), each.time(), ZoneInfo(zone)) for each in times)), zone)


def _load(*shifts: Planned) -> tuple[float, list[int], list[int], list[int]]:
    """Of March: hours, and the days of the nights, of weekends and of holidays; the 17th is one."""
    load = loads(shifts, [MARCH], {date(2026, 3, 17)})[1][MARCH]
    return round(load.hours, 1), _days(load.nights), _days(load.weekend_days), _days(load.holidays)


def _days(days: set[date]) -> list[int]:
    return sorted(day.day for day in days)


def test_a_night_or_day_counts_for_whoever_has_four_hours_of_it() -> None:
    """Friday evening to Saturday morning; March 8, when clocks change, is a Sunday."""
    assert _load(_planned("06 19:00", "07 07:00")) == (12, [6], [7], [])
    assert _load(_planned("06 19:00", "07 02:00")) == (7, [6], [], [])
    assert _load(_planned("06 19:00", "07 01:59")) == (7, [], [], [])
    assert _load(_planned("07 19:00", "08 07:00")) == (11, [7], [7, 8], [])
    assert _load(_planned("16 22:00", "17 03:59"), _planned("17 12:00", "17 12:01")) == (6, [16], [], [17])


def test_time_on_two_schedules_at_once_counts_once_and_a_month_has_only_its_own_days() -> None:
    chicago = _planned("09 06:00", "09 18:00", "America/Chicago")
    assert _load(_planned("09 07:00", "09 19:00"), chicago, chicago) == (12, [], [], [])
    over = Planned(1, Span(datetime(2026, 4, 1, 0, tzinfo=UTC), datetime(2026, 4, 1, 14, tzinfo=UTC)), NEW_YORK)
    assert _load(over) == (4, [31], [], [])


async def _fairness(team: Team, first: str, months: int) -> Any:
    query: dict[str, str | int] = {"serviceLineId": team.line_id, "from": first, "months": months}
    response = await team.planner.get("/call-schedules/fairness", params=query)
    assert response.status_code == 200, response.text
    return {each["person"]["id"]: each for each in response.json()["people"]}


async def test_history_and_plan_are_compared_to_the_mean_of_everybody_in_a_rotation(
    team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    """One has all of it, one is in a rotation that has ended, and one in a schedule that was removed."""
    schedule_id = await add_schedule(rotation(team.third), name="Removed")
    clock.advance(timedelta(days=1))
    assert (await team.planner.delete(f"/call-schedules/{schedule_id}", params={"version": 1})).status_code == 204
    await add_schedule(rotation(team.first), rotation(team.second, name="Over", endsOn="2026-03-04"))
    found = await _fairness(team, "2026-03", 2)
    assert {user_id: each["total"]["hours"] for user_id, each in found.items()} == {
        team.first: pytest.approx(26.5 * 24 - 4.5 - 1 + 30 * 24, abs=24),
        team.second: 0,
        team.third: 24,
    }
    assert [each["nights"] for each in found[team.first]["months"]] == [27, 30]
    mean = sum(each["total"]["hours"] for each in found.values()) / 3
    share = found[team.second]["shares"]["hours"]
    assert (share["difference"], share["standing"]) == (pytest.approx(-mean, abs=0.01), "less")
    assert found[team.first]["shares"]["hours"]["standing"] == "more"
    assert found[team.first]["shares"]["holidays"] == {"difference": 0, "standing": "asOthers"}


async def test_only_planners_of_the_line_compare_what_is_planned(
    team: Team, add_schedule: AddSchedule, sign_in: SignIn
) -> None:
    await add_schedule(rotation(team.first))
    url = "/call-schedules/fairness"
    query: dict[str, str | int] = {"serviceLineId": team.line_id, "from": "2026-03", "months": 12}
    assert (await sign_in("neuro").get(url, params=query)).status_code == 403
    assert (await team.planner.get(url, params=query | {"serviceLineId": 999})).status_code == 404
    assert (await team.planner.get(url, params=query)).status_code == 200
    late = await team.planner.get(url, params=query | {"from": "2026-06"})
    assert (late.status_code, late.json()["errors"][0]["field"]) == (400, "months")
    assert (await team.planner.get(url, params=query | {"from": "2026-3"})).status_code == 400
