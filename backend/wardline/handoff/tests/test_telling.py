"""Coordinators are told when a line that is open loses the last one on call."""

from datetime import timedelta

import httpx
import pytest

from conftest import CheckIn, SignIn
from wardline.core import clock

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
