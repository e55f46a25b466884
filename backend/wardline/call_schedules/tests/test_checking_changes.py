"""Before a change is stored, planners learn what it would leave open, and one that changes nothing is refused."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.contacts.models import Contact

from .conftest import AddSchedule, Team
from .planned import change, planned, rotation

HOUR = timedelta(hours=1)


async def _checked(team: Team, schedule_id: int, body: dict[str, Any]) -> dict[str, Any]:
    response = await team.planner.post(f"/call-schedules/{schedule_id}/changes/check", json=body)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


async def test_a_change_is_checked_for_gaps_that_are_none_yet_and_stores_nothing(
    team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    schedule_id = await add_schedule(rotation(team.first, beginsAt="07:00", endsAt="19:00"))
    before = await planned(team.planner, noon, 2)
    removed = change("remove", noon + 10 * HOUR, 16, instead_of=team.first)
    found = await _checked(team, schedule_id, removed)
    assert [(gap["startsAt"], gap["endsAt"]) for gap in found["gaps"]] == [
        ("2026-03-04T22:00:00Z", "2026-03-05T00:00:00Z"),
        ("2026-03-05T12:00:00Z", "2026-03-05T14:00:00Z"),
    ]
    assert found["gapTotal"] == 2
    assert await planned(team.planner, noon, 2) == before


async def test_a_change_is_checked_for_doubles_that_are_none_yet(
    team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    both = (rotation(team.first), rotation(team.second, name="Others", startsOn="2026-03-05"))
    schedule_id = await add_schedule(*both)
    replaced = change("replace", noon + 12 * HOUR, 24, user=team.third, instead_of=team.first)
    found = await _checked(team, schedule_id, replaced)
    assert [(set(each["userIds"]), each["startsAt"], each["endsAt"]) for each in found["doubles"]] == [
        ({team.second, team.third}, "2026-03-05T12:00:00Z", "2026-03-06T00:00:00Z")
    ]
    added = change("add", noon, 6, user=team.third)
    assert (await _checked(team, schedule_id, added))["doubleTotal"] == 0


async def test_a_change_is_checked_for_conflicts_of_whoever_comes_at_that_time_only(
    team: Team, add_schedule: AddSchedule, session: AsyncSession, noon: datetime
) -> None:
    own = await add_schedule(rotation(team.first))
    other = await add_schedule(rotation(team.second, startsOn="2026-03-05"), name="Second call")
    await add_schedule(rotation(team.third), name="Third call")
    await session.execute(delete(Contact).where(Contact.user_id.in_([team.first, team.second, team.third])))
    cases = [
        (0, {(own, "noContact")}),
        (20, {(own, "noContact"), (other, "noContact"), (other, "twoSchedules")}),
    ]
    for hours, expected in cases:
        body = change("replace", noon + hours * HOUR, 12, user=team.second, instead_of=team.first)
        found = (await _checked(team, own, body))["conflicts"]
        assert {each["userId"] for each in found} == {team.second}
        named = {(each["scheduleId"], each["reason"]) for each in found if each["reason"] != "notLicensed"}
        assert named == expected


@pytest.mark.parametrize("path", ["changes", "changes/check"])
async def test_a_change_that_would_change_nothing_is_refused_with_who_is_on_call(
    team: Team, add_schedule: AddSchedule, noon: datetime, path: str
) -> None:
    schedule_id = await add_schedule(rotation(team.first, team.second, endsOn="2026-03-08"))
    first_day = noon + HOUR
    on_call = "Not on call at that time. On call then: Amara Feldspar."
    cases = [
        ("replacedUserId", on_call, change("replace", first_day, 12, user=team.third, instead_of=team.second)),
        ("replacedUserId", on_call, change("remove", first_day, 12, instead_of=team.second)),
        (
            "replacedUserId",
            "Nobody is on call at that time.",
            change("remove", noon + 240 * HOUR, 12, instead_of=team.second),
        ),
        (
            "userId",
            "Choose someone other than the person who is replaced.",
            change("replace", first_day, 12, user=team.first, instead_of=team.first),
        ),
    ]
    for field, message, body in cases:
        response = await team.planner.post(f"/call-schedules/{schedule_id}/{path}", json=body)
        assert response.status_code == 400
        assert [(each["field"], each["message"]) for each in response.json()["errors"]] == [(field, message)]
    partly = change("remove", first_day, 24, instead_of=team.second)
    response = await team.planner.post(f"/call-schedules/{schedule_id}/{path}", json=partly)
    assert response.status_code in (200, 201)
