"""Coordinators are told when a line that is open loses the last one on call."""

from datetime import timedelta

import httpx
import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, RolledBackDatabase, SignIn, job_context
from wardline.core import clock
from wardline.handoff.jobs import follow_lines_left
from wardline.people.models import CheckIn as CheckInRow

pytestmark = pytest.mark.usefixtures("noon")


async def _told(client: httpx.AsyncClient) -> list[tuple[str, str]]:
    return [(notice["kind"], notice["text"]) for notice in (await client.get("/duty-notices")).json()]


async def test_only_the_last_one_to_leave_an_open_line_is_reported_and_again_after_somebody_came(
    check_in: CheckIn, sign_in: SignIn
) -> None:
    coordinator = sign_in("coordinator")
    neuro, neuro2 = [await check_in(name, line="tele-stroke") for name in ("neuro", "neuro2")]
    assert (await neuro.post("/checkout")).status_code == 204
    assert await _told(coordinator) == []
    assert (await neuro2.post("/checkout")).status_code == 204
    assert await _told(coordinator) == [("nobodyOnCall", "Nobody is on call for Tele-Stroke (since 7:00am EST).")]
    await check_in("neuro", line="tele-stroke")
    assert await _told(coordinator) == []
    clock.advance(timedelta(hours=1))
    assert (await neuro.post("/checkout")).status_code == 204
    assert await _told(coordinator) == [("nobodyOnCall", "Nobody is on call for Tele-Stroke (since 8:00am EST).")]


async def test_planners_are_told_of_a_line_without_coordinators_and_the_last_one_learns_their_names(
    check_in: CheckIn, sign_in: SignIn
) -> None:
    """Only the administrator plans psychiatry."""
    psych = await check_in("psych", line="tele-psych")
    (left,) = (await psych.get("/checkout/open-work")).json()["lastOnCall"]
    assert left["told"] == ["Ruth Hornbeam"]
    assert (await psych.post("/checkout")).status_code == 204
    assert [kind for kind, _ in await _told(sign_in("admin"))] == ["nobodyOnCall"]
    assert await _told(sign_in("coordinator")) == []


async def test_whoever_was_taken_off_call_by_an_administrator_leaves_a_line_like_anyone_else(
    check_in: CheckIn, sign_in: SignIn, session: AsyncSession, database: RolledBackDatabase
) -> None:
    """The job that loading a network file queues."""
    neuro = await check_in("neuro", line="tele-stroke")
    user_id = (await neuro.get("/me")).json()["id"]
    line_id = (await neuro.get("/checkin")).json()[0]["serviceLineId"]
    await session.execute(update(CheckInRow).values(checked_out_at=clock.now()))
    await session.commit()
    await follow_lines_left(job_context(database), {str(line_id): user_id})
    assert [kind for kind, _ in await _told(sign_in("coordinator"))] == ["nobodyOnCall"]


async def test_changing_to_another_line_leaves_the_former_one(check_in: CheckIn, sign_in: SignIn) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    duty = (await neuro.get("/checkin")).json()[0]
    lines = {line["slug"]: line["id"] for line in (await neuro.get("/me")).json()["activeServiceLines"]}
    moved = {name: duty[name] for name in ("roleId", "phoneNumber", "primary")} | {
        "serviceLineId": lines["acute-stroke"],
        "replacesServiceLineId": duty["serviceLineId"],
    }
    assert (await neuro.post("/checkin", json=moved)).status_code == 201
    assert [kind for kind, _ in await _told(sign_in("coordinator"))] == ["nobodyOnCall"]
