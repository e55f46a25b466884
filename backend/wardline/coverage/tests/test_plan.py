"""What the coverage board says about the call schedules of a line."""

from datetime import datetime, timedelta
from typing import Any

from conftest import CheckIn, SignIn
from wardline.call_schedules.tests.planned import change, line_id_of, rotation, schedule, user_id_of
from wardline.core import clock


async def test_the_board_names_who_is_missing_the_next_hand_over_and_to_planners_the_weeks_gaps(
    noon: datetime, sign_in: SignIn, check_in: CheckIn
) -> None:
    """Days and nights by two neurologists; the second one's first night is taken off the plan."""
    planner = sign_in("coordinator")
    first, second = [await user_id_of(sign_in(name)) for name in ("neuro", "neuro2")]
    days = rotation(first, beginsAt="07:00", endsAt="19:00")
    nights = rotation(second, name="Nights", beginsAt="19:00", endsAt="07:00")
    body = schedule(days, nights, serviceLineId=await line_id_of(planner))
    schedule_id = (await planner.post("/call-schedules", json=body)).json()["id"]
    removed = change("remove", noon + timedelta(hours=12), 12, instead_of=second)
    assert (await planner.post(f"/call-schedules/{schedule_id}/changes", json=removed)).status_code == 201
    gap = {"primary": True, "startsAt": "2026-03-05T00:00:00Z", "endsAt": "2026-03-05T12:00:00Z"}

    async def plan(name: str) -> dict[str, Any] | None:
        lines = (await sign_in(name).get("/coverage")).json()["lines"]
        found: dict[str, Any] | None = next(line["plan"] for line in lines if line["name"] == "Tele-Stroke")
        return found

    called = {"name": "Amara Feldspar", "phoneNumber": (await sign_in("neuro").get("/me")).json()["phoneNumber"]}
    assert called["phoneNumber"] is not None
    assert await plan("nurse") == {
        "missing": [{"name": "Amara Feldspar", "phoneNumber": None, "callScheduleId": None}],
        "nextHandOver": {"at": "2026-03-05T00:00:00Z", "people": []},
        "gaps": None,
    }
    assert await plan("coordinator") == {
        "missing": [called | {"callScheduleId": schedule_id}],
        "nextHandOver": {"at": "2026-03-05T00:00:00Z", "people": []},
        "gaps": [gap],
    }
    await check_in("neuro", line="tele-stroke")
    assert await plan("nurse") == {
        "missing": [],
        "nextHandOver": {"at": "2026-03-05T00:00:00Z", "people": []},
        "gaps": None,
    }
    clock.advance(timedelta(hours=30))
    found = await plan("coordinator")
    assert found is not None
    assert found["nextHandOver"] == {"at": "2026-03-06T00:00:00Z", "people": ["Hiroshi Obsidian"]}
    assert found["gaps"] == []
    assert (await planner.delete(f"/call-schedules/{schedule_id}", params={"version": 1})).status_code == 204
    assert await plan("coordinator") is None
