"""What people are told when a planner changes their shifts."""

from datetime import datetime, timedelta

import pytest

from conftest import SignIn
from wardline.call_schedules.tests.conftest import AddSchedule, Team
from wardline.call_schedules.tests.planned import change, rotation, schedule


async def test_whoever_gets_or_loses_a_shift_is_told_which(
    team: Team, add_schedule: AddSchedule, noon: datetime, sign_in: SignIn
) -> None:
    """Only what changes in the coming four weeks, and only those whom it concerns."""
    schedule_id = await add_schedule(rotation(team.first))
    given = change("replace", noon + timedelta(days=2), 24, user=team.second, instead_of=team.first)
    url = f"/call-schedules/{schedule_id}/changes"
    change_id = (await team.planner.post(url, json=given)).json()["id"]
    late = change("replace", noon + timedelta(days=29), 24, user=team.third, instead_of=team.first)
    assert (await team.planner.post(url, json=late)).status_code == 201
    when = "(First call; Fri Mar 6, 7:00am to Sat Mar 7, 7:00am EST)"
    assert await _told(sign_in, "neuro") == [
        f"A shift on Tele-Stroke is no longer yours {when}.",
        "364 shifts on Tele-Stroke were assigned to you (First call; the first 7:00am to Thu Mar 5, 7:00am EST).",
    ]
    assert await _told(sign_in, "neuro2") == [f"A shift on Tele-Stroke was assigned to you {when}."]
    assert await _told(sign_in, "nomedipac") == []
    assert (await team.planner.delete(f"{url}/{change_id}")).status_code == 204
    assert (await _told(sign_in, "neuro2"))[0] == f"A shift on Tele-Stroke is no longer yours {when}."


async def test_a_group_is_told_in_as_few_statements_as_one_person(
    team: Team, add_schedule: AddSchedule, statements: list[str]
) -> None:
    counts = []
    for name, people in (("First call", [team.first]), ("Second call", [team.first, team.second, team.third])):
        statements.clear()
        await add_schedule(rotation(*people), name=name)
        counts.append(len(statements))
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("times", "said"),
    [
        ({"endsAt": "21:00"}, "7:00am to 9:00pm EST"),
        ({"endsAt": "17:00"}, "7:00am to 5:00pm EST"),
        ({"beginsAt": "09:00"}, "9:00am to 7:00pm EST"),
    ],
    ids=["longer", "shorter", "later"],
)
async def test_whoever_has_shifts_at_other_times_is_told_once_of_these(
    team: Team, add_schedule: AddSchedule, sign_in: SignIn, noon: datetime, times: dict[str, str], said: str
) -> None:
    day = {"beginsAt": "07:00", "endsAt": "19:00", "startsOn": "2026-03-05"}
    schedule_id = await add_schedule(rotation(team.first, **day))
    before = await _told(sign_in, "neuro")
    body = schedule(rotation(team.first, **day | times)) | {"version": 1}
    assert (await team.planner.put(f"/call-schedules/{schedule_id}", json=body)).status_code == 204
    told = await _told(sign_in, "neuro")
    (notice,) = told[: -len(before)]
    assert notice == f"363 shifts of yours on Tele-Stroke have new times (First call; the first Thu Mar 5, {said})."


async def test_a_shift_that_somebody_loses_the_middle_of_is_told_with_what_is_gone(
    team: Team, add_schedule: AddSchedule, sign_in: SignIn, noon: datetime
) -> None:
    schedule_id = await add_schedule(rotation(team.first))
    given = change("replace", noon + timedelta(hours=4), 6, user=team.second, instead_of=team.first)
    assert (await team.planner.post(f"/call-schedules/{schedule_id}/changes", json=given)).status_code == 201
    told, *_ = await _told(sign_in, "neuro")
    assert told == "A shift on Tele-Stroke is no longer yours (First call; 11:00am to 5:00pm EST)."


async def _told(sign_in: SignIn, name: str) -> list[str]:
    return [notice["text"] for notice in (await sign_in(name).get("/duty-notices")).json()]
