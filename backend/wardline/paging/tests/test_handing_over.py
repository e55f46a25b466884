"""Handing a consult over to someone else who is on call, who is then told, reminded and responsible."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text

from conftest import CheckIn, RolledBackDatabase, SentEvent, SignIn
from wardline.core.db.database import Database
from wardline.paging.tests.watched import Watched, pages_of, proof_of

pytestmark = pytest.mark.usefixtures("noon")

MINUTE = timedelta(minutes=1)


async def _id_of(person: httpx.AsyncClient) -> int:
    user_id: int = (await person.get("/me")).json()["id"]
    return user_id


async def _acknowledged(client: httpx.AsyncClient, neuro: httpx.AsyncClient, bodies: Bodies) -> str:
    consult_id = await bodies.create(client, "tele-stroke")
    assert (await neuro.post(f"/consults/{consult_id}/acknowledge")).is_success
    return consult_id


async def _hand_over(
    by: httpx.AsyncClient, consult_id: str, to: int, **sent: Any
) -> tuple[int, str | None, list[dict[str, str]]]:
    response = await by.post(f"/consults/{consult_id}/hand-over", json={"userId": to, **sent})
    body = response.json() if response.content else {}
    return response.status_code, body.get("code"), body.get("errors", [])


async def _names(reader: httpx.AsyncClient, consult_id: str) -> tuple[str, str | None]:
    """Who acknowledged the consult, and who is responsible for it."""
    consult = (await reader.get(f"/consults/{consult_id}")).json()
    return consult["acknowledgedByUser"]["username"], consult["responsible"]["username"]


async def _in_hand(person: httpx.AsyncClient) -> list[str]:
    """The open consults that the user is responsible for."""
    return [consult["id"] for consult in (await person.get("/checkout/open-work")).json()["consults"]]


async def _on_card(reader: httpx.AsyncClient, consult_id: str) -> dict[str, Any] | None:
    """Who is responsible for the consult, as its card in lists says."""
    (card,) = (await reader.post("/consults/$cards", json={"ids": [consult_id]})).json()["consults"]
    handed_over_to: dict[str, Any] | None = card["handedOverTo"]
    return handed_over_to


async def _kinds(person: httpx.AsyncClient) -> list[str]:
    return [page["kind"] for page in await pages_of(person)]


async def _bells(watched: Watched, kind: str) -> list[str]:
    rows = await watched.rows(
        "select username from notifications join users on users.id = user_id where kind = :kind and not dismissed"
        " order by username",
        kind=kind,
    )
    return [username for (username,) in rows]


@pytest.mark.req("DET-41", "TIME-21", "NOTIF-13")
async def test_whoever_takes_over_is_told_until_they_open_it_and_who_acknowledged_never_changes(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    bodies: Bodies,
    watched: Watched,
    sent_events: list[SentEvent],
) -> None:
    neuro, neuro2 = await check_in("neuro", line="tele-stroke"), await check_in("neuro2", line="tele-stroke")
    consult_id = await bodies.create(client, "tele-stroke")
    assert (await client.get(f"/consults/{consult_id}")).json()["responsible"] is None
    await neuro.post(f"/consults/{consult_id}/acknowledge")
    assert await _names(client, consult_id) == ("neuro", "neuro")
    assert await _on_card(client, consult_id) is None
    assert await _in_hand(neuro) == [consult_id]
    receiver_id = await _id_of(neuro2)
    sent_events.clear()
    assert (await _hand_over(neuro, consult_id, receiver_id))[0] == 204
    assert [event.name for event in sent_events] == ["update:created"]
    assert await _names(client, consult_id) == ("neuro", "neuro2")
    assert [await _in_hand(each) for each in (neuro, neuro2)] == [[], [consult_id]]
    assert await _on_card(client, consult_id) == {"id": receiver_id, "firstName": "Hiroshi", "lastName": "Obsidian"}
    newest = (await client.get(f"/consults/{consult_id}/updates")).json()[0]
    assert (newest["taskType"], newest["kind"]) == ("update", "handedOver")
    assert newest["message"] == "Handed over to Hiroshi Obsidian."
    assert newest["author"]["firstName"] == "Amara"
    await watched.look()
    assert (await _kinds(neuro2), await _kinds(neuro)) == (["handOver"], [])
    assert await _bells(watched, "HandedOver") == ["neuro2"]
    # A comment in sight on a screen that has shown the consult since before the page began.
    assert (await neuro2.post(f"/consults/{consult_id}/pages/seen", json={"commentIds": [], "pageIds": []})).is_success
    await watched.look(after=2 * MINUTE)
    assert await watched.notices() == [(minute, "neuro2", "responsible", "screen") for minute in (0, 2)]
    proof = await proof_of(client, consult_id, "handOver")
    assert (proof["endReason"], proof["people"][0]["seenAt"]) == (None, None)
    seen = {"commentIds": [], "pageIds": [proof["id"]]}
    assert (await neuro2.post(f"/consults/{consult_id}/pages/seen", json=seen)).is_success
    assert (await proof_of(client, consult_id, "handOver"))["endReason"] == "opened"
    assert (await neuro2.post(f"/consults/{consult_id}/complete", json={"completeType": "video"})).is_success
    assert await _in_hand(neuro2) == []
    assert (await _kinds(neuro2), await _bells(watched, "HandedOver")) == ([], [])


async def test_a_hand_over_to_someone_who_goes_off_call_before_opening_it_is_told_to_coordinators_at_once(
    client: httpx.AsyncClient, check_in: CheckIn, sign_in: SignIn, bodies: Bodies, watched: Watched
) -> None:
    """Who handed it over is told, too, and may do so again; the receiver stays responsible, and is paged no more."""
    neuro, neuro2 = await check_in("neuro", line="tele-stroke"), await check_in("neuro2", line="tele-stroke")
    other_id, consult_id = [await _acknowledged(client, neuro, bodies) for _ in range(2)]
    assert (await _hand_over(neuro, consult_id, await _id_of(neuro2)))[0] == 204
    await watched.look()
    paged = len(await watched.notices())
    assert (await neuro2.post("/checkout")).status_code == 204
    await watched.look(after=MINUTE)
    assert [(who, why) for _, who, why, _ in await watched.since(paged)] == [
        ("coordinator", "coordinators"),
        ("neuro", "acknowledger"),
    ]
    assert await _bells(watched, "NoActivity") == ["coordinator", "neuro"]
    (page,) = await pages_of(sign_in("coordinator"))
    assert (page["kind"], page["consultId"]) == ("followUp", consult_id)
    assert (await proof_of(client, other_id, "followUp"))["nextAt"] == "2026-03-04T12:05:00Z"
    assert (await neuro.post(f"/consults/{other_id}/complete", json={"completeType": "video"})).is_success
    assert await _kinds(neuro) == ["followUp"]
    assert await _kinds(neuro2) == ["handOver"]
    await watched.look(after=3 * MINUTE)
    assert len(await watched.notices()) == paged + 2
    # Nobody on call is responsible, so they are told until they have opened the consult.
    await watched.look(after=2 * MINUTE)
    assert [(at, who) for at, who, _, _ in await watched.since(paged + 2)] == [(6, "coordinator"), (6, "neuro")]
    assert (await sign_in("coordinator").post(f"/consults/{consult_id}/pages/seen")).is_success
    await watched.look(after=5 * MINUTE)
    assert [(at, who) for at, who, _, _ in await watched.since(paged + 4)] == [(11, "neuro")]
    assert (await neuro.post(f"/consults/{consult_id}/pages/seen")).is_success
    await watched.look(after=5 * MINUTE)
    ends = "select end_reason from escalations where kind = 'followUp' and consult_id = :id order by id"
    assert await watched.rows(ends, id=consult_id) == [("handedOver",), ("told",)]
    assert len(await watched.notices()) == paged + 5
    assert await _names(client, consult_id) == ("neuro", "neuro2")
    assert (await neuro2.post(f"/consults/{consult_id}/pages/seen")).is_success
    assert await _kinds(neuro2) == []
    third = await check_in("nomedipac", line="tele-stroke")
    assert "handOver" in (await neuro.get(f"/consults/{consult_id}")).json()["allowedActions"]
    assert (await _hand_over(neuro, consult_id, await _id_of(third)))[0] == 204
    assert await _names(client, consult_id) == ("neuro", "nomedipac")


async def test_whoever_took_over_and_does_nothing_is_reminded_in_place_of_who_acknowledged(
    client: httpx.AsyncClient, check_in: CheckIn, sign_in: SignIn, bodies: Bodies, watched: Watched
) -> None:
    neuro, neuro2 = await check_in("neuro", line="tele-stroke"), await check_in("neuro2", line="tele-stroke")
    consult_id = await _acknowledged(client, neuro, bodies)
    await watched.look(after=5 * MINUTE)
    assert await _kinds(neuro) == ["followUp"]
    await _hand_over(neuro, consult_id, await _id_of(neuro2))
    assert (await _kinds(neuro), await _bells(watched, "NoActivity")) == ([], [])
    await watched.look()
    await neuro2.post(f"/consults/{consult_id}/pages/seen")
    await neuro.post(f"/consults/{consult_id}/updates", json={"message": "Seen the scan before I left."})
    await watched.look(after=5 * MINUTE)
    assert (await _kinds(neuro), await _kinds(neuro2)) == ([], ["followUp"])
    assert await _bells(watched, "NoActivity") == ["neuro2"]
    assert (await neuro.post(f"/consults/{consult_id}/onThePhone")).status_code == 403
    assert (await neuro2.post(f"/consults/{consult_id}/onThePhone")).status_code == 204
    await watched.look(after=60 * MINUTE)
    assert await _kinds(sign_in("coordinator")) == []


async def test_an_urgent_comment_pages_whoever_is_responsible_and_not_who_handed_over(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched
) -> None:
    neuro, neuro2 = await check_in("neuro", line="tele-stroke"), await check_in("neuro2", line="tele-stroke")
    consult_id = await _acknowledged(client, neuro, bodies)
    await _hand_over(neuro, consult_id, await _id_of(neuro2))
    await watched.look()
    await neuro2.post(f"/consults/{consult_id}/pages/seen")
    before = len(await watched.notices())
    for person in (neuro, neuro2):
        await person.post("/checkout")
    await client.post(f"/consults/{consult_id}/updates", json={"message": "Now 82/50.", "alert": True})
    await watched.look()
    assert await watched.since(before) == [
        (0, "neuro2", "responsible", "screen"),
    ]
    assert (await _kinds(neuro2), await _kinds(neuro)) == (["urgentComment"], [])


@pytest.mark.req("PERM-08")
async def test_whoever_is_responsible_and_coordinators_hand_over_and_nobody_else(
    client: httpx.AsyncClient, check_in: CheckIn, sign_in: SignIn, bodies: Bodies
) -> None:
    neuro, neuro2 = await check_in("neuro", line="tele-stroke"), await check_in("neuro2", line="tele-stroke")
    coordinator, to = sign_in("coordinator"), await _id_of(neuro2)
    consult_id = await bodies.create(client, "tele-stroke")
    assert await _hand_over(coordinator, consult_id, to) == (409, "conflict", [])
    await neuro.post(f"/consults/{consult_id}/acknowledge")
    everyone = {"nurse": client, "neuro": neuro, "neuro2": neuro2, "coordinator": coordinator}

    async def may_hand_over() -> set[str]:
        consults = {name: await person.get(f"/consults/{consult_id}") for name, person in everyone.items()}
        return {name for name, consult in consults.items() if "handOver" in consult.json()["allowedActions"]}

    assert await may_hand_over() == {"neuro", "coordinator"}
    for person in (client, neuro2):
        assert await _hand_over(person, consult_id, to) == (403, "forbidden", [])
    assert (await _hand_over(coordinator, consult_id, to))[0] == 204
    assert await may_hand_over() == {"neuro2", "coordinator"}
    assert await _hand_over(neuro, consult_id, to) == (403, "forbidden", [])
    await neuro2.post(f"/consults/{consult_id}/complete", json={"completeType": "video"})
    assert await may_hand_over() == set()
    assert await _hand_over(coordinator, consult_id, await _id_of(neuro)) == (409, "already_closed", [])


@pytest.mark.req("API-03")
async def test_only_someone_else_who_is_on_call_for_the_line_takes_over(
    client: httpx.AsyncClient, check_in: CheckIn, sign_in: SignIn, bodies: Bodies
) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    consult_id = await _acknowledged(client, neuro, bodies)
    off_call, elsewhere = sign_in("neuro2"), await check_in("psych", line="tele-psych")
    refused = (
        400,
        "validation",
        [{"field": "userId", "message": "This person is not on call for the service line anymore."}],
    )
    for person in (off_call, elsewhere, neuro, client):
        assert await _hand_over(neuro, consult_id, await _id_of(person)) == refused
    assert await _names(client, consult_id) == ("neuro", "neuro")


async def test_a_retry_hands_over_once(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched
) -> None:
    neuro, neuro2 = await check_in("neuro", line="tele-stroke"), await check_in("neuro2", line="tele-stroke")
    consult_id = await _acknowledged(client, neuro, bodies)
    for _ in range(2):
        response = await neuro.post(
            f"/consults/{consult_id}/hand-over",
            json={"userId": await _id_of(neuro2)},
            headers={"Idempotency-Key": "press-1"},
        )
        assert response.status_code == 204
    handed_over = "select count(*) from timeline_entries where kind = 'handedOver'"
    assert await watched.rows(handed_over) == [(1,)]


async def test_of_two_who_hand_over_at_once_one_wins_and_the_other_learns_who_is_responsible(
    committing: Database, check_in: CheckIn, sign_in: SignIn, bodies: Bodies
) -> None:
    nurse, coordinator = sign_in("nurse"), sign_in("coordinator")
    neuro, neuro2 = await check_in("neuro", line="tele-stroke"), await check_in("neuro2", line="tele-stroke")
    third = await check_in("nomedipac", line="tele-stroke")
    consult_id = await _acknowledged(nurse, neuro, bodies)
    seen = {"responsibleId": await _id_of(neuro)}
    requests = [
        by.post(f"/consults/{consult_id}/hand-over", json={"userId": await _id_of(to), **seen})
        for by, to in ((neuro, neuro2), (coordinator, third))
    ]
    responses = await asyncio.gather(*requests)
    assert sorted(response.status_code for response in responses) == [204, 409]
    (refused,) = [response.json() for response in responses if response.status_code == 409]
    assert refused["code"] == "responsible_changed"
    _, responsible = await _names(nurse, consult_id)
    assert refused["responsible"]["username"] == responsible
    async with committing.session() as session:
        assert await session.scalar(text("select count(*) from escalations where kind = 'handOver'")) == 1


async def test_a_consult_that_is_handed_over_twice_pages_only_the_last(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    sign_in: SignIn,
    bodies: Bodies,
    watched: Watched,
    database: RolledBackDatabase,
) -> None:
    neuro, neuro2 = await check_in("neuro", line="tele-stroke"), await check_in("neuro2", line="tele-stroke")
    consult_id = await _acknowledged(client, neuro, bodies)
    await _hand_over(neuro, consult_id, await _id_of(neuro2))
    await watched.look()
    await _hand_over(sign_in("coordinator"), consult_id, await _id_of(neuro))
    await watched.look()
    assert (await _kinds(neuro2), await _kinds(neuro)) == ([], ["handOver"])
    assert await _bells(watched, "HandedOver") == ["neuro"]
    ended = await database.connection.execute(
        text("select kind, end_reason from escalations where ended_at is not null order by id")
    )
    assert [tuple(row) for row in ended] == [
        ("request", "acknowledged"),
        ("followUp", "handedOver"),
        ("handOver", "handedOver"),
        ("followUp", "handedOver"),
    ]


async def test_someone_else_who_opens_an_urgent_comment_does_not_dismiss_what_the_receiver_was_told(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched
) -> None:
    neuro, neuro2 = await check_in("neuro", line="tele-stroke"), await check_in("neuro2", line="tele-stroke")
    consult_id = await _acknowledged(client, neuro, bodies)
    await _hand_over(neuro, consult_id, await _id_of(neuro2))
    comment = await client.post(f"/consults/{consult_id}/updates", json={"message": "Now 82/50.", "alert": True})
    await watched.look()
    seen = {"commentIds": [comment.json()["id"]]}
    assert (await neuro.post(f"/consults/{consult_id}/pages/seen", json=seen)).is_success
    assert (await proof_of(client, consult_id, "urgentComment"))["endReason"] == "opened"
    assert await _kinds(neuro2) == ["handOver"]
    assert await _bells(watched, "HandedOver") == ["neuro2"]
