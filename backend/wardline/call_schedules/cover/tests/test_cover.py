"""Covering and swapping shifts: who is asked, who has the shift afterwards, and what is refused."""

from datetime import datetime, timedelta
from typing import Any, Final

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import RolledBackDatabase, SentEvent, SignIn, job_context
from wardline.call_schedules.jobs import follow_up_cover
from wardline.call_schedules.models import PlannedShift
from wardline.call_schedules.tests.conftest import AddSchedule, Team
from wardline.call_schedules.tests.planned import change, planned, rotation, schedule, user_id_of
from wardline.core import clock
from wardline.core.forms.wire import iso_utc

DAY: Final = timedelta(days=1)
FIRST, SECOND, THIRD = "neuro", "neuro2", "nomedipac"


class Group:
    """Three people who take turns of a day from noon on: the first is on now, the second has tomorrow."""

    def __init__(self, sign_in: SignIn, team: Team, schedule_id: int, noon: datetime) -> None:
        self.first, self.second, self.third = (sign_in(name) for name in (FIRST, SECOND, THIRD))
        self.team = team
        self.schedule_id = schedule_id
        self.noon = noon

    async def ask(
        self,
        by: httpx.AsyncClient,
        day: float,
        hours: float = 24,
        *,
        swap_for: tuple[int, float, float] | None = None,
    ) -> httpx.Response:
        """For so many hours, in so many days; `swap_for` is a user, and the same about what is taken in return."""
        body: dict[str, Any] = {"scheduleId": self.schedule_id, **self._span(day, hours), "swapFor": None}
        if swap_for is not None:
            user_id, *span = swap_for
            body["swapFor"] = {"userId": user_id, **self._span(*span)}
        return await by.post("/cover-requests", json=body)

    async def asked(self, by: httpx.AsyncClient, day: float, hours: float = 24, **swap: Any) -> str:
        """The address of a new request."""
        response = await self.ask(by, day, hours, **swap)
        assert response.status_code == 201, response.text
        return f"/cover-requests/{response.json()['id']}"

    async def plan(self, day: float, days: float) -> list[tuple[int, str, str]]:
        return await planned(self.team.planner, self.noon + day * DAY, days)

    def _span(self, day: float, hours: float) -> dict[str, str]:
        starts_at = self.noon + day * DAY
        return {"startsAt": iso_utc(starts_at), "endsAt": iso_utc(starts_at + timedelta(hours=hours))}


@pytest.fixture
async def group(sign_in: SignIn, team: Team, add_schedule: AddSchedule, noon: datetime) -> Group:
    schedule_id = await add_schedule(rotation(team.first, team.second, team.third))
    return Group(sign_in, team, schedule_id, noon)


async def _listed(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    response = await client.get("/cover-requests")
    assert response.status_code == 200, response.text
    listed: list[dict[str, Any]] = response.json()
    return listed


async def _told(client: httpx.AsyncClient) -> list[str]:
    """The kinds of notices about cover that the user has not seen, the newest first."""
    notices = (await client.get("/duty-notices")).json()
    return [notice["kind"] for notice in notices if notice["kind"].startswith("cover")]


async def _refused(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


async def test_colleagues_of_the_group_are_asked_and_shown_the_request(
    group: Group, sent_events: list[SentEvent]
) -> None:
    sent_events.clear()
    await group.asked(group.second, 1)
    assert "call-schedule:changed" in {event.name for event in sent_events}
    shown = {"mayTake": False, "mayWithdraw": False, "mayUndo": False}
    for client, may, kinds in (
        (group.first, {"mayTake": True}, ["coverAsked"]),
        (group.second, {"mayWithdraw": True}, []),
        (group.third, {"mayTake": True}, ["coverAsked"]),
        (group.team.planner, {"mayWithdraw": True}, []),
    ):
        (request,) = await _listed(client)
        assert {name: request[name] for name in shown} == shown | may
        assert request["askedBy"]["id"] == group.team.second
        assert (request["startsAt"], request["ending"], request["offeredTo"]) == ("2026-03-05T12:00:00Z", None, None)
        assert await _told(client) == kinds


async def test_the_first_of_two_takers_has_the_shift_and_the_other_learns_who(group: Group) -> None:
    request = await group.asked(group.second, 1)
    assert (await group.third.post(f"{request}/take")).status_code == 204
    late = await group.first.post(f"{request}/take")
    assert (late.status_code, late.json()["code"], late.json()["takenBy"]["id"]) == (
        409,
        "cover_taken",
        group.team.third,
    )
    assert await group.plan(1, 1) == [(group.team.third, "05 12:00", "06 12:00")]
    assert [await _told(client) for client in (group.first, group.second, group.third)] == [[], ["coverTaken"], []]
    assert await _listed(group.first) == []
    for client in (group.second, group.third, group.team.planner):
        (agreed,) = await _listed(client)
        assert (agreed["ending"], agreed["takenBy"]["id"], agreed["mayUndo"]) == ("taken", group.team.third, True)


async def test_only_the_group_is_asked_and_may_take(
    sign_in: SignIn, team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    group = Group(sign_in, team, await add_schedule(rotation(team.first, team.second)), noon)
    request = await group.asked(group.second, 1)
    assert (await _listed(group.third), await _told(group.third)) == ([], [])
    assert await _refused(await group.third.post(f"{request}/take")) == (404, "cover_not_found")
    assert await _refused(await group.third.delete(request)) == (404, "cover_not_found")
    assert await _refused(await team.planner.post(f"{request}/take")) == (404, "cover_not_found")


async def test_whoever_is_planned_at_that_time_is_not_asked_and_cannot_take_it(
    sign_in: SignIn, team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    two_at_once = rotation(team.first, team.second), rotation(team.third, team.first, name="More")
    group = Group(sign_in, team, await add_schedule(*two_at_once), noon)
    request = await group.asked(group.second, 1, 12)
    assert [(each["mayTake"]) for each in await _listed(group.first)] == [False]
    assert [await _told(client) for client in (group.first, group.third)] == [[], ["coverAsked"]]
    assert await _refused(await group.first.post(f"{request}/take")) == (409, "planned_yourself")


async def test_a_swap_gives_each_the_shift_of_the_other_and_is_offered_to_one_colleague(group: Group) -> None:
    request = await group.asked(group.second, 1, swap_for=(group.team.third, 2, 24))
    assert (await _listed(group.first), await _told(group.first)) == ([], [])
    assert await _refused(await group.first.post(f"{request}/take")) == (404, "cover_not_found")
    (offered,) = await _listed(group.third)
    assert (offered["offeredTo"]["id"], offered["returnStartsAt"]) == (group.team.third, "2026-03-06T12:00:00Z")
    assert (await group.third.post(f"{request}/take")).status_code == 204
    assert await group.plan(1, 2) == [
        (group.team.third, "05 12:00", "06 12:00"),
        (group.team.second, "06 12:00", "07 12:00"),
    ]
    assert (await group.second.delete(request)).status_code == 204
    assert await group.plan(1, 2) == [
        (group.team.second, "05 12:00", "06 12:00"),
        (group.team.third, "06 12:00", "07 12:00"),
    ]
    assert await _told(group.third) == ["coverClosed"]


async def test_part_of_a_shift_is_covered_and_the_rest_stays(group: Group) -> None:
    request = await group.asked(group.second, 1 + 4 / 24, 6)
    assert (await group.first.post(f"{request}/take")).status_code == 204
    assert await group.plan(1, 1) == [
        (group.team.second, "05 12:00", "05 16:00"),
        (group.team.first, "05 16:00", "05 22:00"),
        (group.team.second, "05 22:00", "06 12:00"),
    ]


async def test_what_was_agreed_is_taken_back_by_either_until_it_begins(group: Group) -> None:
    for name in ("second", "third"):
        request = await group.asked(group.second, 1)
        assert (await group.third.post(f"{request}/take")).status_code == 204
        assert (await getattr(group, name).delete(request)).status_code == 204
        assert await group.plan(1, 1) == [(group.team.second, "05 12:00", "06 12:00")]
        assert await _refused(await group.third.delete(request)) == (409, "cover_ended")
    request = await group.asked(group.second, 1)
    assert (await group.third.post(f"{request}/take")).status_code == 204
    clock.advance(DAY)
    assert [each["mayUndo"] for each in await _listed(group.second)] == [False]
    assert await _refused(await group.second.delete(request)) == (409, "cover_ended")
    assert await group.plan(1, 1) == [(group.team.third, "05 12:00", "06 12:00")]


@pytest.mark.parametrize(("by", "told"), [("second", []), ("planner", ["coverClosed"])])
async def test_a_request_is_withdrawn_by_whoever_asked_or_a_planner(group: Group, by: str, told: list[str]) -> None:
    request = await group.asked(group.second, 1)
    client = group.team.planner if by == "planner" else group.second
    assert await _refused(await group.first.delete(request)) == (404, "cover_not_found")
    assert (await client.delete(request)).status_code == 204
    assert [await _told(each) for each in (group.first, group.second)] == [[], told]
    assert await _listed(group.second) == []
    assert await _refused(await group.first.post(f"{request}/take")) == (409, "cover_ended")


async def test_nobody_gives_on_what_a_third_has_by_now_and_each_step_is_taken_back_in_turn(group: Group) -> None:
    first_step = await group.asked(group.second, 1)
    assert (await group.third.post(f"{first_step}/take")).status_code == 204
    second_step = await group.asked(group.third, 1)
    assert (await group.first.post(f"{second_step}/take")).status_code == 204
    assert await group.plan(1, 1) == [(group.team.first, "05 12:00", "06 12:00")]
    assert await _listed(group.second) == []
    assert await _refused(await group.second.delete(first_step)) == (409, "cover_ended")
    assert await group.plan(1, 1) == [(group.team.first, "05 12:00", "06 12:00")]
    assert (await group.first.delete(second_step)).status_code == 204
    assert await group.plan(1, 1) == [(group.team.third, "05 12:00", "06 12:00")]
    assert (await group.second.delete(first_step)).status_code == 204
    assert await group.plan(1, 1) == [(group.team.second, "05 12:00", "06 12:00")]


async def test_a_request_ends_when_its_first_shift_begins_and_whoever_asked_stays_on(
    group: Group, database: RolledBackDatabase
) -> None:
    await group.asked(group.second, 1)
    swap = await group.asked(group.first, 3, 12, swap_for=(group.team.second, 1, 12))
    clock.advance(DAY)
    assert await _refused(await group.second.post(f"{swap}/take")) == (409, "cover_ended")
    await follow_up_cover(job_context(database))
    assert [await _listed(client) for client in (group.first, group.second, group.third)] == [[], [], []]
    assert [await _told(client) for client in (group.first, group.second, group.third)] == [
        ["coverClosed"],
        ["coverClosed"],
        [],
    ]
    assert await group.plan(1, 1) == [(group.team.second, "05 12:00", "06 12:00")]


async def test_a_plan_that_changes_in_the_meantime_ends_the_request(group: Group, database: RolledBackDatabase) -> None:
    request = await group.asked(group.second, 1)
    url = f"/call-schedules/{group.schedule_id}"
    body = schedule(rotation(group.team.first, group.team.third)) | {"version": 1}
    assert (await group.team.planner.put(url, json=body)).status_code == 204
    assert [each["mayTake"] for each in await _listed(group.first)] == [False]
    assert await _refused(await group.first.post(f"{request}/take")) == (409, "cover_ended")
    await follow_up_cover(job_context(database))
    assert await _listed(group.team.planner) == []
    assert await _told(group.second) == ["coverClosed"]


async def test_a_swap_ends_once_whoever_asked_is_planned_when_they_would_work_in_return(group: Group) -> None:
    request = await group.asked(group.second, 1, swap_for=(group.team.third, 2, 24))
    added = change("add", group.noon + 2.5 * DAY, 2, user=group.team.second)
    url = f"/call-schedules/{group.schedule_id}/changes"
    assert (await group.team.planner.post(url, json=added)).status_code == 201
    assert [each["mayTake"] for each in await _listed(group.third)] == [False]
    assert await _refused(await group.third.post(f"{request}/take")) == (409, "cover_ended")


async def test_whoever_may_not_go_on_call_for_the_line_is_not_asked(
    group: Group, sign_in: SignIn, session: AsyncSession
) -> None:
    """A psychiatrist stands for somebody who was planned before they left the line."""
    left = await user_id_of(sign_in("psych"))
    starts_at = group.noon + 2 * DAY
    session.add(PlannedShift(schedule_id=group.schedule_id, user_id=left, starts_at=starts_at, ends_at=starts_at + DAY))
    await session.commit()
    refused = await group.ask(group.second, 1, swap_for=(left, 2, 24))
    assert await _refused(refused) == (409, "not_their_shift")


async def test_an_open_request_is_called_to_mind_in_working_hours_with_one_notice(
    group: Group, database: RolledBackDatabase
) -> None:
    """Three days before the shift is Sunday at 8am, two days before it Monday at 8am."""
    context = job_context(database)
    await group.asked(group.second, 7, 12)
    for hours, told in ((4 * 24, []), (1, ["coverOpen"]), (1, ["coverOpen"]), (23, ["coverOpen"])):
        clock.advance(timedelta(hours=hours))
        await follow_up_cover(context)
        assert await _told(group.second) == told
        assert await _told(group.first) == ["coverAsked"]
    notices = (await group.first.get("/duty-notices")).json()
    created = [notice["createdAt"] for notice in notices if notice["kind"] == "coverAsked"]
    assert created == [iso_utc(clock.now())]


async def test_open_requests_of_which_nothing_is_due_take_no_statements_of_their_own(
    group: Group, database: RolledBackDatabase, statements: list[str]
) -> None:
    counts = []
    for days in ([7], [10, 13, 16]):
        for day in days:
            await group.asked(group.second, day, 12)
        statements.clear()
        await follow_up_cover(job_context(database))
        counts.append(len(statements))
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("day", "hours", "swap_for", "code"),
    [
        (2, 24, None, "not_your_shift"),
        (1, 25, None, "not_your_shift"),
        (-2, 24, None, "not_your_shift"),
        (1, 24, ("second", 4, 1), "not_their_shift"),
        (1, 24, ("third", 3, 24), "not_their_shift"),
        (1, 24, ("first", 0, 24), "not_their_shift"),
    ],
)
async def test_nobody_gives_what_they_do_not_have_or_what_has_begun(
    group: Group, day: float, hours: float, swap_for: tuple[str, float, float] | None, code: str
) -> None:
    swap = (getattr(group.team, swap_for[0]), *swap_for[1:]) if swap_for is not None else None
    assert await _refused(await group.ask(group.second, day, hours, swap_for=swap)) == (409, code)
    assert await _listed(group.second) == []


async def test_a_time_that_ends_before_it_begins_is_refused_at_its_end(group: Group) -> None:
    refused = await group.ask(group.second, 1, -1)
    assert (refused.status_code, [error["field"] for error in refused.json()["errors"]]) == (400, ["endsAt"])


async def test_the_same_time_is_asked_for_once(group: Group) -> None:
    await group.asked(group.second, 1, 12)
    assert await _refused(await group.ask(group.second, 1.25, 12)) == (409, "already_asked")
    await group.asked(group.second, 1.5, 12)


async def test_neither_works_twice_at_once_after_a_swap(
    sign_in: SignIn, team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    """Beside the turns of the group, a second rotation has the third on Thursday and the first on Sunday."""
    third, first = team.third, team.first
    more = rotation(third, third, first, third, first, name="More")
    group = Group(sign_in, team, await add_schedule(rotation(first, team.second, third), more), noon)
    mine = await group.ask(group.second, 1, swap_for=(first, 4, 12))
    theirs = await group.ask(group.second, 1, swap_for=(third, 2, 24))
    assert [await _refused(each) for each in (mine, theirs)] == [
        (409, "planned_yourself"),
        (409, "colleague_planned"),
    ]
