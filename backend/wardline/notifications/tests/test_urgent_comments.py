"""Who is notified of an urgent comment, and what the timeline shows about it."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import httpx
import pytest
from bodies import Bodies

from conftest import CheckIn, SentEvent, SignIn
from wardline.core import clock
from wardline.notifications import service as notifications

pytestmark = pytest.mark.usefixtures("noon")

COMMENT = "Blood pressure dropped to 82/50."


async def _id(client: httpx.AsyncClient) -> int:
    found: int = (await client.get("/me")).json()["id"]
    return found


async def _comment(
    client: httpx.AsyncClient, consult_id: str, *, alert: bool = True, headers: Mapping[str, str] | None = None
) -> dict[str, Any]:
    response = await client.post(
        f"/consults/{consult_id}/updates", json={"message": COMMENT, "alert": alert}, headers=headers
    )
    assert response.status_code == 201, response.text
    added: dict[str, Any] = response.json()
    newest = (await client.get(f"/consults/{consult_id}/updates")).json()[0]
    assert newest == added
    return added


async def _bell_notifications(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    response = await client.get(f"/notifications/{await _id(client)}")
    assert response.status_code == 200, response.text
    return [each for each in response.json() if each["details"]["type"] is None]


def _urgent(events: list[SentEvent]) -> list[tuple[dict[str, Any], set[str]]]:
    return [(event.data, set(event.rooms)) for event in events if event.name == "notification:urgent"]


@pytest.mark.req("TIME-17", "TIME-16", "ENT-40", "NOTIF-13")
async def test_each_provider_on_call_for_the_line_except_the_author_is_notified(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, sent_events: list[SentEvent]
) -> None:
    psych, both = await check_in("psych", line="tele-psych"), await check_in("both", line="tele-psych")
    neuro = await check_in("neuro", line="tele-neuro")
    consult_id = await bodies.create(client)
    await psych.post(f"/consults/{consult_id}/acknowledge")
    sent_events.clear()
    added = await _comment(client, consult_id)
    assert (added["alert"], added["notified"]) == (True, True)
    assert _urgent(sent_events) == [({"consultId": consult_id}, {f"user:{await _id(each)}" for each in (psych, both)})]
    for provider in (psych, both):
        (notification,) = await _bell_notifications(provider)
        assert notification["title"] == "Urgent Comment"
        assert notification["isNew"] is True
        assert notification["details"]["consultId"] == consult_id
        assert notification["details"]["actionName"] == "View Comment"
    assert await _bell_notifications(client) == await _bell_notifications(neuro) == []
    sent_events.clear()
    assert (await _comment(psych, consult_id))["notified"] is True
    assert _urgent(sent_events) == [({"consultId": consult_id}, {f"user:{await _id(both)}"})]


@pytest.mark.req("API-26", "TIME-17", "NOTIF-13")
async def test_a_comment_that_is_not_urgent_notifies_no_one(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, sent_events: list[SentEvent]
) -> None:
    psych = await check_in("psych", line="tele-psych")
    consult_id = await bodies.create(client)
    added = await _comment(client, consult_id, alert=False)
    assert (added["alert"], added["notified"]) == (False, False)
    assert _urgent(sent_events) == []
    assert await _bell_notifications(psych) == []


@pytest.mark.parametrize("on_call", [None, "another line", "checked out", "only the author"])
@pytest.mark.req("TIME-17", "NOTIF-13", "API-26")
async def test_a_comment_that_reached_no_one_is_not_marked_as_notified(
    client: httpx.AsyncClient,
    sign_in: SignIn,
    check_in: CheckIn,
    bodies: Bodies,
    sent_events: list[SentEvent],
    on_call: str | None,
) -> None:
    provider, author = sign_in("both"), client
    if on_call is not None:
        await check_in("both", line="tele-hospitalist" if on_call == "another line" else "tele-psych")
    if on_call == "checked out":
        await provider.post("/checkout")
    consult_id = await bodies.create(client)
    if on_call == "only the author":
        author = provider
    added = await _comment(author, consult_id)
    assert (added["alert"], added["notified"]) == (True, False)
    assert _urgent(sent_events) == []
    assert await _bell_notifications(provider) == []


@pytest.mark.req("TIME-17", "NOTIF-13")
async def test_a_consult_of_another_organization_notifies_providers_on_call_who_serve_it(
    check_in: CheckIn, sign_in: SignIn, bodies: Bodies, sent_events: list[SentEvent]
) -> None:
    both = await check_in("both", line="tele-psych")
    elsewhere = sign_in("elsewhere")
    consult_id = await bodies.create(elsewhere)
    assert (await _comment(elsewhere, consult_id))["notified"] is True
    assert _urgent(sent_events) == [({"consultId": consult_id}, {f"user:{await _id(both)}"})]


@pytest.mark.req("TIME-17", "NOTIF-04", "NOTIF-05", "NOTIF-13")
async def test_it_stays_in_the_bell_menu_until_dismissed_and_the_next_one_is_new_again(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies
) -> None:
    psych = await check_in("psych", line="tele-psych")
    consult_id = await bodies.create(client)
    await _comment(client, consult_id)
    (first,) = await _bell_notifications(psych)
    await psych.post(f"/notifications/{await _id(psych)}/setNotNew")
    assert await _bell_notifications(psych) == [first | {"isNew": False}]
    await psych.post(f"/notification/{first['id']}/dismiss")
    assert await _bell_notifications(psych) == []
    clock.advance(timedelta(minutes=1))
    await _comment(client, consult_id)
    assert await _bell_notifications(psych) == [first | {"createdAt": "2026-03-04T12:01:00Z"}]


@pytest.mark.parametrize("step", [timedelta(minutes=1), timedelta(microseconds=1), timedelta(minutes=-1)])
@pytest.mark.req("TIME-17", "NOTIF-05", "API-75", "NOTIF-13")
async def test_dismissing_the_comment_that_was_shown_leaves_a_newer_one_that_was_not(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, sent_events: list[SentEvent], step: timedelta
) -> None:
    """Even if the clock of the process that stored the newer one is behind."""
    psych = await check_in("psych", line="tele-psych")
    consult_id = await bodies.create(client)
    await _comment(client, consult_id)
    (shown,) = await _bell_notifications(psych)
    clock.advance(step)
    newest = await client.post(f"/consults/{consult_id}/updates", json={"message": COMMENT, "alert": True})
    assert newest.status_code == 201, newest.text
    sent_events.clear()
    dismissal = f"/notification/{shown['id']}/dismiss"
    response = await psych.post(dismissal, params={"createdAt": shown["createdAt"]})
    assert (response.status_code, response.content, sent_events) == (204, b"", [])
    (newer,) = await _bell_notifications(psych)
    assert (newer["id"], newer["isNew"]) == (shown["id"], True)
    assert newer["createdAt"] != shown["createdAt"]
    await psych.post(dismissal, params={"createdAt": newer["createdAt"]})
    assert await _bell_notifications(psych) == []


@pytest.mark.req("NOTIF-13", "API-74")
async def test_the_notification_is_hidden_once_the_consult_is_closed(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies
) -> None:
    psych = await check_in("psych", line="tele-psych")
    cancelled, discharged = [await bodies.create(client) for _ in range(2)]
    for consult_id in (cancelled, discharged):
        await psych.post(f"/consults/{consult_id}/acknowledge")
        await _comment(client, consult_id)
    ended = await client.post(
        f"/consults/{cancelled}/complete",
        json={"completeType": "cancelled", "cancel": True, "cancellationReason": "Duplicate request"},
    )
    assert ended.status_code == 200, ended.text
    encounter = (await client.get(f"/consults/{discharged}")).json()["Encounter"]["id"]
    assert (await client.post(f"/otg/{encounter}/$discharge")).is_success
    assert [each["details"]["consultId"] for each in await _bell_notifications(psych)] == [discharged]


@pytest.mark.req("TIME-16", "TIME-17", "API-26", "NOTIF-13")
async def test_a_repeated_call_notifies_no_one_again(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, sent_events: list[SentEvent]
) -> None:
    await check_in("psych", line="tele-psych")
    consult_id = await bodies.create(client)
    key = {"Idempotency-Key": "urgent-once"}
    assert await _comment(client, consult_id, headers=key) == await _comment(client, consult_id, headers=key)
    assert len(_urgent(sent_events)) == 1


@pytest.mark.req("TIME-17", "NOTIF-13")
async def test_all_users_are_notified_even_if_one_notify_cannot_name_them_all(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    bodies: Bodies,
    sent_events: list[SentEvent],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(notifications, "MAX_ROOMS_PER_EVENT", 1)
    providers = [await check_in(name, line="tele-psych") for name in ("psych", "both")]
    consult_id = await bodies.create(client)
    assert (await _comment(client, consult_id))["notified"] is True
    rooms_notified = [room for _, rooms in _urgent(sent_events) for room in rooms]
    assert sorted(rooms_notified) == sorted([f"user:{await _id(each)}" for each in providers])
