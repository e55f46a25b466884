"""Whoever is the last one who could be paged is not removed without a question."""

from typing import Any

import httpx
from bodies import person_fields
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import SignIn

LINE = "Tele-Toxicology"


async def person(admin: httpx.AsyncClient, username: str) -> dict[str, Any]:
    (found,) = (await admin.get("/people", params={"text": username})).json()["people"]
    read: dict[str, Any] = (await admin.get(f"/people/{found['id']}")).json()
    return read


async def change(admin: httpx.AsyncClient, username: str, *confirmed: str, **fields: Any) -> httpx.Response:
    read = await person(admin, username)
    body = person_fields(read) | {"confirmed": confirmed} | fields
    return await admin.put(f"/people/{read['id']}", json=body, headers={"If-Match": read["version"]})


async def add_to_line(session: AsyncSession, username: str, *, on_call: bool) -> None:
    await session.execute(
        text(
            "insert into user_service_lines (user_id, service_line_id, member, active, requestable)"
            " select users.id, service_lines.id, true, :on_call, false from users, service_lines"
            " where username = :username and code = 'tele-toxicology'"
        ),
        {"username": username, "on_call": on_call},
    )
    await session.commit()


async def decide_steps(admin: httpx.AsyncClient) -> None:
    """In Lakeshore, people on call for the line are paged, then coordinators."""
    lines = (await admin.get("/lines")).json()["lines"]
    (line_id,) = [line["id"] for line in lines if line["name"] == LINE]
    path = f"/lines/{line_id}/escalations/1"
    targets = [["allNotifications"], ["coordinators"]]
    steps = [
        {"afterSeconds": 60 * number, "targets": each, "channels": None, "hours": None}
        for number, each in enumerate(targets)
    ]
    policy = {"steps": steps, "rounds": 1, "repeatSeconds": 60, "backupNumber": "(555) 010-0171"}
    body = {"policies": [{"priority": None, "facilityId": None, "policy": policy}], "reason": None, "confirmed": []}
    version = (await admin.get(path)).json()["version"]
    assert (await admin.put(path, json=body, headers={"If-Match": version})).status_code == 200


async def test_the_last_one_of_a_line_or_a_step_is_removed_only_after_a_question(
    sign_in: SignIn, session: AsyncSession
) -> None:
    admin = sign_in("admin")
    await add_to_line(session, "coordinator", on_call=False)
    await decide_steps(admin)
    assert (await change(admin, "tox", phoneNumber="(555) 010-0142")).status_code == 200
    without = {"serviceLines": (await person(admin, "tox"))["serviceLines"] | {"activeIds": []}}
    fields: dict[str, Any]
    for fields in ({"active": False}, {"roleIds": []}, without):
        asked = await change(admin, "tox", **fields)
        assert (asked.status_code, asked.json()["codes"]) == (409, ["lastOnCall", "pagesNobody"])
    assert asked.json()["effects"] == [
        f"Nobody else can go on call for {LINE}.",
        f"{LINE}: Step 1 of the policy for all requests would page nobody (On call for all notifications).",
    ]
    coordinator = await change(admin, "coordinator", roleIds=[])
    assert (coordinator.status_code, coordinator.json()["codes"]) == (409, ["pagesNobody"])
    assert "Step 2 of the policy for all requests would page nobody (Coordinators)." in coordinator.json()["message"]
    assert (await change(admin, "tox", "lastOnCall", "pagesNobody", active=False)).status_code == 200
    back = (await change(admin, "tox", active=True)).json()
    restored = await admin.post(
        f"/people/{back['id']}/versions/3/restore", json={"confirmed": []}, headers={"If-Match": back["version"]}
    )
    assert (restored.status_code, restored.json()["code"]) == (409, "unconfirmed")
    await add_to_line(session, "psych", on_call=True)
    assert (await change(admin, "tox", active=False)).status_code == 200
