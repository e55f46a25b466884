"""Planning: rotations, changes, and history that stays. Names in parentheses are GoAlert's smoke tests."""

from datetime import datetime, timedelta
from unittest.mock import AsyncMock

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import SentEvent, SignIn
from wardline.call_schedules.models import PlannedShift
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.core import clock
from wardline.core.forms.wire import iso_utc

from .conftest import AddSchedule, Team
from .planned import change, planned, rotation, schedule, user_id_of


async def test_people_take_turns_day_by_day(team: Team, add_schedule: AddSchedule, noon: datetime) -> None:
    """rotationdaily"""
    await add_schedule(rotation(team.first, team.second))
    assert await planned(team.planner, noon, 3) == [
        (team.first, "04 12:00", "05 12:00"),
        (team.second, "05 12:00", "06 12:00"),
        (team.first, "06 12:00", "07 12:00"),
    ]


async def test_people_take_turns_week_by_week(team: Team, add_schedule: AddSchedule, noon: datetime) -> None:
    """rotationweekly, rotationdst: the hand-over stays at 7 o'clock when the clock is set forward on March 8."""
    await add_schedule(rotation(team.first, team.second, turnUnit="week"))
    assert await planned(team.planner, noon, 13) == [
        (team.first, "04 12:00", "11 11:00"),
        (team.second, "11 11:00", "18 11:00"),
    ]


async def test_people_take_turns_month_by_month(team: Team, add_schedule: AddSchedule, noon: datetime) -> None:
    """rotationmonthly"""
    await add_schedule(rotation(team.first, team.second, turnUnit="month", turnLength=2))
    shifts = await planned(team.planner, noon + timedelta(days=50), 40)
    assert shifts == [(team.first, "04 12:00", "04 11:00"), (team.second, "04 11:00", "04 11:00")]


async def test_nobody_is_planned_outside_a_rotations_hours_and_the_gap_is_named(
    team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    """rotationgap"""
    await add_schedule(rotation(team.first, beginsAt="07:00", endsAt="19:00", weekdays=[3, 4]))
    assert await planned(team.planner, noon, 3) == [
        (team.first, "04 12:00", "05 00:00"),
        (team.first, "05 12:00", "06 00:00"),
    ]
    found = (await team.planner.get("/call-schedules/findings")).json()
    assert [(gap["startsAt"], gap["endsAt"]) for gap in found["gaps"][:2]] == [
        ("2026-03-05T00:00:00Z", "2026-03-05T12:00:00Z"),
        ("2026-03-06T00:00:00Z", "2026-03-11T11:00:00Z"),
    ]
    assert found["gapTotal"] == 104
    assert {(gap["serviceLineId"], gap["primary"]) for gap in found["gaps"]} == {(team.line_id, True)}


async def test_whoever_leaves_a_rotation_is_off_at_once_and_what_was_before_stays(
    team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    """rotationdeluser"""
    schedule_id = await add_schedule(rotation(team.first, team.second))
    clock.advance(timedelta(hours=6))
    body = schedule(rotation(team.second)) | {"version": 1}
    assert (await team.planner.put(f"/call-schedules/{schedule_id}", json=body)).status_code == 204
    assert await planned(team.planner, noon, 2) == [
        (team.first, "04 12:00", "04 18:00"),
        (team.second, "04 18:00", "05 12:00"),
        (team.second, "05 12:00", "06 12:00"),
    ]


async def test_a_change_adds_a_person_beside_the_rotation(
    team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    """scheduleoverrideadd"""
    schedule_id = await add_schedule(rotation(team.first))
    added = change("add", noon + timedelta(hours=4), 6, user=team.second)
    assert (await team.planner.post(f"/call-schedules/{schedule_id}/changes", json=added)).status_code == 201
    assert await planned(team.planner, noon, 1) == [
        (team.first, "04 12:00", "05 12:00"),
        (team.second, "04 16:00", "04 22:00"),
    ]
    assert (await team.planner.get("/call-schedules/findings")).json()["doubleTotal"] == 0


async def test_a_change_removes_a_person_and_removing_it_restores_the_rotation(
    team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    """scheduleoverrideremove"""
    schedule_id = await add_schedule(rotation(team.first))
    removed = change("remove", noon + timedelta(hours=4), 6, instead_of=team.first)
    url = f"/call-schedules/{schedule_id}/changes"
    change_id = (await team.planner.post(url, json=removed)).json()["id"]
    assert await planned(team.planner, noon, 1) == [
        (team.first, "04 12:00", "04 16:00"),
        (team.first, "04 22:00", "05 12:00"),
    ]
    assert (await team.planner.delete(f"{url}/{change_id}")).status_code == 204
    assert await planned(team.planner, noon, 1) == [(team.first, "04 12:00", "05 12:00")]


async def test_a_change_replaces_a_person_only_while_that_person_is_planned(
    team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    """scheduleoverridereplace"""
    schedule_id = await add_schedule(rotation(team.first, team.second))
    replaced = change("replace", noon + timedelta(hours=20), 12, user=team.third, instead_of=team.first)
    assert (await team.planner.post(f"/call-schedules/{schedule_id}/changes", json=replaced)).status_code == 201
    assert await planned(team.planner, noon, 2) == [
        (team.first, "04 12:00", "05 08:00"),
        (team.third, "05 08:00", "05 12:00"),
        (team.second, "05 12:00", "06 12:00"),
    ]


async def test_each_shift_says_which_rotation_or_change_it_comes_from(
    team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    """Whoever replaces another is in the same rotation, until the change is taken back."""
    schedule_id = await add_schedule(rotation(team.first, name="Days"))
    url = f"/call-schedules/{schedule_id}/changes"
    given = change("replace", noon + timedelta(hours=20), 4, user=team.third, instead_of=team.first)
    change_id = (await team.planner.post(url, json=given)).json()["id"]

    async def origins() -> list[tuple[int, str, int | None]]:
        window = {"from": iso_utc(noon), "until": iso_utc(noon + timedelta(days=1))}
        shown = (await team.planner.get("/call-schedules/shifts", params=window)).json()["shifts"]
        return [(each["userId"], each["rotation"], each["changeId"]) for each in shown]

    assert await origins() == [(team.first, "Days", None), (team.third, "Days", change_id)]
    assert (await team.planner.delete(f"{url}/{change_id}")).status_code == 204
    assert await origins() == [(team.first, "Days", None)]


async def test_two_changes_for_one_person_at_one_time_are_refused(
    team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    """overrideconflict"""
    schedule_id = await add_schedule(rotation(team.first))
    url = f"/call-schedules/{schedule_id}/changes"
    first = change("replace", noon + timedelta(hours=1), 4, user=team.second, instead_of=team.first)
    change_id = (await team.planner.post(url, json=first)).json()["id"]
    for second in (
        change("remove", noon + timedelta(hours=4), 4, instead_of=team.first),
        change("add", noon, 2, user=team.second),
    ):
        refused = await team.planner.post(url, json=second)
        assert (refused.status_code, refused.json()["code"]) == (409, "changes_overlap")
        assert refused.json()["changeId"] == change_id
    apart = change("remove", noon + timedelta(hours=5), 1, instead_of=team.first)
    assert (await team.planner.post(url, json=apart)).status_code == 201


async def test_a_change_is_refused_where_its_time_or_people_cannot_be(
    team: Team, add_schedule: AddSchedule, sign_in: SignIn, noon: datetime
) -> None:
    url = f"/call-schedules/{await add_schedule(rotation(team.first))}/changes"
    psych = await user_id_of(sign_in("psych"))
    for field, body in (
        ("endsAt", change("add", noon + timedelta(hours=5), 0, user=team.second)),
        ("endsAt", change("add", noon + timedelta(hours=5), -3, user=team.second)),
        ("startsAt", change("add", noon - timedelta(hours=1), 3, user=team.second)),
        ("userId", change("add", noon, 3, user=psych)),
        ("replacedUserId", change("remove", noon, 3, instead_of=psych)),
        ("replacedUserId", change("remove", noon, 3, instead_of=2**31 - 1)),
    ):
        refused = await team.planner.post(url, json=body)
        assert (refused.status_code, [error["field"] for error in refused.json()["errors"]]) == (400, [field])


async def test_a_change_drops_the_person_that_its_kind_does_not_have(
    team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    url = f"/call-schedules/{await add_schedule(rotation(team.first))}/changes"
    for hours, (kind, people) in enumerate([("add", (team.second, None)), ("remove", (None, team.first))]):
        body = change(kind, noon + timedelta(hours=hours), 1, user=team.second, instead_of=team.first)
        assert (await team.planner.post(url, json=body)).status_code == 201
        window = {"from": body["startsAt"], "until": body["endsAt"]}
        (stored,) = (await team.planner.get("/call-schedules/shifts", params=window)).json()["changes"]
        assert (stored["userId"], stored["replacedUserId"]) == people


async def test_whoever_may_not_go_on_call_anymore_can_be_replaced(
    team: Team, add_schedule: AddSchedule, sign_in: SignIn, noon: datetime, session: AsyncSession
) -> None:
    schedule_id = await add_schedule(rotation(team.first))
    psych = await user_id_of(sign_in("psych"))
    left = PlannedShift(schedule_id=schedule_id, user_id=psych, starts_at=noon, ends_at=noon + timedelta(days=1))
    session.add(left)
    await session.commit()
    replaced = change("replace", noon, 3, user=team.second, instead_of=psych)
    assert (await team.planner.post(f"/call-schedules/{schedule_id}/changes", json=replaced)).status_code == 201


@pytest.mark.parametrize(
    ("since", "until", "status"),
    [
        ("2026-03-04T12:00:00Z", "2026-03-04T12:00:00Z", 400),
        ("2026-03-04T12:00:00Z", "2026-04-18T12:00:01Z", 400),
        ("2026-03-04T12:00:00Z", "2026-04-18T12:00:00Z", 200),
        ("9999-12-30T00:00:00Z", "9999-12-31T00:00:00Z", 200),
    ],
)
async def test_shifts_are_listed_for_up_to_45_days(team: Team, since: str, until: str, status: int) -> None:
    response = await team.planner.get("/call-schedules/shifts", params={"from": since, "until": until})
    assert response.status_code == status, response.text


async def test_for_a_time_only_one_person_or_nobody_is_planned(
    team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    """tempschedules"""
    schedule_id = await add_schedule(rotation(team.first), rotation(team.second, name="More"))
    url = f"/call-schedules/{schedule_id}/changes"
    assert (await team.planner.post(url, json=change("only", noon, 6, user=team.third))).status_code == 201
    nobody = change("only", noon + timedelta(hours=6), 6)
    assert (await team.planner.post(url, json=nobody)).status_code == 201
    assert sorted(await planned(team.planner, noon, 1)) == sorted(
        [
            (team.third, "04 12:00", "04 18:00"),
            (team.first, "05 00:00", "05 12:00"),
            (team.second, "05 00:00", "05 12:00"),
        ]
    )


async def test_what_has_happened_stays_when_a_change_is_taken_back(
    team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    schedule_id = await add_schedule(rotation(team.first))
    url = f"/call-schedules/{schedule_id}/changes"
    replaced = change("replace", noon, 12, user=team.second, instead_of=team.first)
    change_id = (await team.planner.post(url, json=replaced)).json()["id"]
    clock.advance(timedelta(hours=2))
    assert (await team.planner.delete(f"{url}/{change_id}")).status_code == 204
    assert await planned(team.planner, noon, 1) == [
        (team.second, "04 12:00", "04 14:00"),
        (team.first, "04 14:00", "05 12:00"),
    ]
    clock.advance(timedelta(days=1))
    again = await team.planner.delete(f"{url}/{change_id}")
    assert (again.status_code, again.json()["code"]) == (409, "change_is_over")
    late = change("remove", noon, 1, instead_of=team.first)
    assert (await team.planner.post(url, json=late)).json()["errors"][0]["field"] == "startsAt"


async def test_a_removed_schedule_plans_nobody_and_keeps_its_past(
    team: Team, add_schedule: AddSchedule, noon: datetime, sign_in: SignIn
) -> None:
    schedule_id = await add_schedule(rotation(team.first))
    clock.advance(timedelta(hours=2))
    assert [each["scheduleId"] for each in (await sign_in("neuro").get("/shifts/me")).json()][:1] == [schedule_id]
    url = f"/call-schedules/{schedule_id}"
    assert (await team.planner.delete(url, params={"version": 2})).status_code == 409
    assert (await team.planner.delete(url, params={"version": 1})).status_code == 204
    assert (await sign_in("neuro").get("/shifts/me")).json() == []
    assert (await team.planner.get("/call-schedules")).json()["schedules"] == []
    assert (await team.planner.delete(url, params={"version": 2})).status_code == 404


async def test_of_two_planners_who_save_at_once_the_second_learns_of_the_first(
    team: Team, add_schedule: AddSchedule, sign_in: SignIn
) -> None:
    schedule_id = await add_schedule(rotation(team.first))
    url = f"/call-schedules/{schedule_id}"
    assert (await sign_in("admin").put(url, json=schedule(rotation(team.second)) | {"version": 1})).status_code == 204
    late = await team.planner.put(url, json=schedule(rotation(team.third)) | {"version": 1})
    assert (late.status_code, late.json()["code"]) == (409, "schedule_saved")
    assert late.json()["savedBy"]["lastName"] == "Hornbeam"
    (saved,) = (await team.planner.get("/call-schedules")).json()["schedules"]
    assert (saved["version"], saved["rotations"][0]["userIds"]) == (2, [team.second])


@pytest.mark.parametrize("at_once", [False, True])
async def test_two_schedules_of_a_line_have_different_names(
    team: Team, add_schedule: AddSchedule, monkeypatch: pytest.MonkeyPatch, *, at_once: bool
) -> None:
    await add_schedule(rotation(team.first))
    other_id = await add_schedule(rotation(team.first), name="Second call")
    if at_once:
        # Neither of two transactions sees the other's name.
        monkeypatch.setattr(CallScheduleRepository, "has_name", AsyncMock(return_value=False))
    same = schedule(rotation(team.first))
    added = await team.planner.post("/call-schedules", json=same | {"serviceLineId": team.line_id})
    renamed = await team.planner.put(f"/call-schedules/{other_id}", json=same | {"version": 1})
    for refused in (added, renamed):
        assert (refused.status_code, refused.json()["code"]) == (409, "schedule_name_taken")
        assert [error["field"] for error in refused.json()["errors"]] == ["name"]


async def test_only_those_who_may_go_on_call_for_the_line_are_planned(
    team: Team, add_schedule: AddSchedule, sign_in: SignIn, noon: datetime
) -> None:
    psych = int((await sign_in("psych").get("/me")).json()["id"])
    people = await team.planner.get("/call-schedules/people", params={"serviceLineId": team.line_id})
    names = [each["lastName"] for each in people.json()]
    assert {"Feldspar", "Obsidian", "Quartz"} <= set(names)
    assert "Saffron" not in names
    body = schedule(rotation(team.first), rotation(psych, name="More"), serviceLineId=team.line_id)
    refused = await team.planner.post("/call-schedules", json=body)
    assert [error["field"] for error in refused.json()["errors"]] == ["rotations.1.userIds"]
    schedule_id = await add_schedule(rotation(team.first))
    url = f"/call-schedules/{schedule_id}/changes"
    assert (await team.planner.post(url, json=change("add", noon, 1, user=psych))).status_code == 400


async def test_a_proposal_is_checked_beside_the_other_schedules_and_changes_nothing(
    team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    await add_schedule(rotation(team.first, beginsAt="07:00", endsAt="19:00"))
    nights = schedule(
        rotation(team.second, beginsAt="19:00", endsAt="06:00"),
        rotation(team.third, name="Doubled", beginsAt="20:00", endsAt="21:00", weekdays=[5]),
        name="Nights",
        serviceLineId=team.line_id,
        id=None,
    )
    before = await planned(team.planner, noon)
    found = (await team.planner.post("/call-schedules/check", json=nights)).json()
    assert found["gaps"][0] == {
        "serviceLineId": team.line_id,
        "primary": True,
        "startsAt": "2026-03-05T11:00:00Z",
        "endsAt": "2026-03-05T12:00:00Z",
    }
    assert found["gapTotal"] == 364
    assert (found["doubleTotal"], found["doubles"][0]["startsAt"]) == (52, "2026-03-07T01:00:00Z")
    assert sorted(found["doubles"][0]["userIds"]) == sorted([team.second, team.third])
    assert await planned(team.planner, noon) == before


async def test_those_who_see_the_line_hear_of_a_new_plan(
    team: Team, add_schedule: AddSchedule, sent_events: list[SentEvent]
) -> None:
    await add_schedule(rotation(team.first))
    assert [(event.data, event.rooms) for event in sent_events if event.name == "call-schedule:changed"] == [
        ({"serviceLineId": team.line_id}, [f"on-call:{team.line_id}"])
    ]
