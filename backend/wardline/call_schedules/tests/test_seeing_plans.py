"""Who sees which call schedules, and what they learn with them."""

import pytest

from conftest import SignIn

from .conftest import AddSchedule, Team
from .planned import rotation, schedule


@pytest.mark.parametrize("name", ["nurse", "reporting", "nobody"])
async def test_who_neither_plans_nor_provides_sees_no_plan(
    name: str, add_schedule: AddSchedule, team: Team, sign_in: SignIn
) -> None:
    await add_schedule(rotation(team.first))
    assert (await sign_in(name).get("/call-schedules")).json() == {
        "schedules": [],
        "people": [],
        "openingZones": [],
    }
    assert (await sign_in(name).get("/call-schedules/findings")).status_code == 403


async def test_providers_see_the_plans_of_their_lines_without_editing_them(
    add_schedule: AddSchedule, team: Team, sign_in: SignIn
) -> None:
    schedule_id = await add_schedule(rotation(team.first))
    (shown,) = (await sign_in("neuro2").get("/call-schedules")).json()["schedules"]
    assert (shown["id"], shown["mayEdit"]) == (schedule_id, False)
    assert (await sign_in("psych").get("/call-schedules")).json()["schedules"] == []
    body = schedule(rotation(team.second)) | {"version": 1}
    assert (await sign_in("neuro2").put(f"/call-schedules/{schedule_id}", json=body)).status_code == 403


async def test_planners_learn_the_zone_of_opening_hours(team: Team) -> None:
    zones = (await team.planner.get("/call-schedules")).json()["openingZones"]
    lines = {line["id"]: line["slug"] for line in (await team.planner.get("/me")).json()["serviceLines"]}
    # All the others are always open.
    assert [(lines[zone["serviceLineId"]], zone["timeZone"]) for zone in zones] == [("tele-stroke", "America/New_York")]
