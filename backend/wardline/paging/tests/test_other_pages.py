"""Urgent comments, transfers, and acknowledgments after which nothing happens."""

from datetime import timedelta

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text
from transfer_forms import request_form

from conftest import CheckIn, SentEvent, SignIn
from wardline.core import clock
from wardline.paging.tests.watched import BACKUP_NUMBER, Watched, pages_of, proof_of

pytestmark = pytest.mark.usefixtures("noon")

MINUTE = timedelta(minutes=1)


async def _kinds(client: httpx.AsyncClient) -> list[str]:
    return [page["kind"] for page in await pages_of(client)]


async def _id_of(person: httpx.AsyncClient) -> int:
    user_id: int = (await person.get("/me")).json()["id"]
    return user_id


async def _bells(watched: Watched, kind: str) -> list[str]:
    rows = await watched.rows(
        "select username from notifications join users on users.id = user_id where kind = :kind and not dismissed"
        " order by username",
        kind=kind,
    )
    return [username for (username,) in rows]


async def _comment_urgently(client: httpx.AsyncClient, consult_id: str) -> int:
    response = await client.post(f"/consults/{consult_id}/updates", json={"message": "Now 82/50.", "alert": True})
    assert response.status_code == 201, response.text
    comment_id: int = response.json()["id"]
    return comment_id


async def _see(person: httpx.AsyncClient, consult_id: str, *comment_ids: int) -> httpx.Response:
    return await person.post(f"/consults/{consult_id}/pages/seen", json={"commentIds": comment_ids})


@pytest.mark.req("TIME-17", "NOTIF-13")
async def test_an_urgent_comment_pages_those_on_call_the_acknowledger_and_the_requester_until_one_opens_it(
    client: httpx.AsyncClient, check_in: CheckIn, sign_in: SignIn, bodies: Bodies, watched: Watched
) -> None:
    neuro, neuro2 = await check_in("neuro", line="tele-stroke"), await check_in("neuro2", line="tele-stroke")
    consult_id = await bodies.create(client, "tele-stroke")
    await neuro.post(f"/consults/{consult_id}/acknowledge")
    await neuro.post("/checkout")
    comment_id = await _comment_urgently(neuro2, consult_id)
    await watched.look()
    assert await _kinds(neuro) == await _kinds(client) == ["urgentComment"]
    assert await pages_of(neuro2) == await pages_of(sign_in("coordinator")) == []
    (page,) = await pages_of(client)
    assert page["commentId"] == comment_id
    declined = await client.post(f"/pages/{page['id']}/decline", json={"reason": "In another case"})
    assert (declined.status_code, declined.json()["message"]) == (409, "Only a request can be declined.")
    await watched.look(after=2 * MINUTE)
    assert (await proof_of(neuro2, consult_id, "urgentComment"))["endedAt"] is None
    assert (await client.post(f"/consults/{consult_id}/pages/seen")).status_code == 204
    assert await _kinds(client) == ["urgentComment"], "the comment may be out of sight"
    assert (await _see(client, consult_id, comment_id)).status_code == 204
    proof = await proof_of(neuro2, consult_id, "urgentComment")
    assert (proof["commentId"], proof["endReason"]) == (comment_id, "opened")
    seen = {person["firstName"]: person["seenAt"] for person in proof["people"]}
    assert seen == {"Amara": None, "Maya": "2026-03-04T12:02:00Z"}
    assert await _kinds(neuro) == []


@pytest.mark.req("TIME-17")
async def test_an_urgent_comment_says_who_else_has_seen_it_after_someone_opened_it(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    sign_in: SignIn,
    bodies: Bodies,
    watched: Watched,
    sent_events: list[SentEvent],
) -> None:
    neuro, neuro2 = await check_in("neuro", line="tele-stroke"), await check_in("neuro2", line="tele-stroke")
    consult_id = await bodies.create(client, "tele-stroke")
    comment_id = await _comment_urgently(client, consult_id)
    await watched.look()
    assert (await neuro2.post("/checkout")).is_success
    await watched.look()
    assert await _kinds(neuro2) == ["urgentComment"], "also after their shift"
    for person in (neuro, neuro2, neuro2, sign_in("coordinator")):
        clock.advance(MINUTE)
        sent_events.clear()
        assert (await _see(person, consult_id, comment_id)).status_code == 204
    assert sent_events == [], "whoever was not notified is not named"
    proof = await proof_of(sign_in("coordinator"), consult_id, "urgentComment")
    assert (proof["endedAt"], proof["endReason"]) == ("2026-03-04T12:01:00Z", "opened")
    assert {person["firstName"]: person["seenAt"] for person in proof["people"]} == {
        "Amara": "2026-03-04T12:01:00Z",
        "Hiroshi": "2026-03-04T12:02:00Z",
    }


async def test_each_urgent_comment_pages_on_its_own_and_its_author_opens_none(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched
) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    consult_id = await bodies.create(client, "tele-stroke")
    await neuro.post(f"/consults/{consult_id}/acknowledge")
    one, other = [await _comment_urgently(client, consult_id) for _ in range(2)]
    await watched.look()
    assert await _kinds(neuro) == ["urgentComment"] * 2
    await _see(client, consult_id, one, other)
    assert await _kinds(neuro) == ["urgentComment"] * 2
    await _see(neuro, consult_id, one)
    assert [page["commentId"] for page in await pages_of(neuro)] == [other]
    await _see(neuro, consult_id, one, other)
    assert await _kinds(neuro) == []


@pytest.mark.req("NOTIF-13")
async def test_a_transfer_pages_its_own_side_until_it_is_acknowledged_itself(
    client: httpx.AsyncClient, check_in: CheckIn, sign_in: SignIn, bodies: Bodies, watched: Watched
) -> None:
    neuro, coordinator = await check_in("neuro", line="tele-stroke"), sign_in("coordinator")
    consult_id = await bodies.create(client, "tele-stroke")
    await neuro.post(f"/consults/{consult_id}/acknowledge")
    form = request_form((await neuro.get("/me")).json())
    requested = await neuro.post(f"/consults/{consult_id}/transfer", json=form)
    assert requested.status_code == 201, requested.text
    await watched.look()
    assert await _kinds(coordinator) == ["transfer"]
    await neuro.post(f"/consults/{consult_id}/complete", json={"completeType": "video"})
    await watched.look(after=3 * MINUTE)
    assert [(at, who) for at, who, target, _ in await watched.notices() if target == "coordinators"] == [
        (0, "coordinator"),
        (3, "coordinator"),
    ]
    transfer_id = requested.json()["id"]
    await coordinator.post(f"/consults/{consult_id}/transfers/{transfer_id}/acknowledge")
    assert await _kinds(coordinator) == []
    assert (await proof_of(neuro, consult_id, "transfer"))["endReason"] == "acknowledged"


@pytest.mark.req("NOTIF-13")
async def test_a_transfer_that_nobody_answers_reaches_the_backup_number(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched
) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    consult_id = await bodies.create(client, "tele-stroke")
    await neuro.post(f"/consults/{consult_id}/acknowledge")
    await neuro.post(f"/consults/{consult_id}/transfer", json=request_form((await neuro.get("/me")).json()))
    for _ in range(12):
        await watched.look()
        await watched.look(after=MINUTE)
    last = [notice for notice in await watched.notices() if notice[2] == "lastResort"]
    assert last == [(11, BACKUP_NUMBER, "lastResort", "call")]


@pytest.mark.req("NOTIF-13")
async def test_a_transfer_that_the_patients_discharge_closes_pages_nobody_anymore(
    client: httpx.AsyncClient, check_in: CheckIn, sign_in: SignIn, bodies: Bodies, watched: Watched
) -> None:
    neuro, coordinator = await check_in("neuro", line="tele-stroke"), sign_in("coordinator")
    consult_id = await _acknowledged(client, neuro, bodies)
    form = request_form((await neuro.get("/me")).json())
    assert (await neuro.post(f"/consults/{consult_id}/transfer", json=form)).is_success
    await watched.look()
    async with watched.database.transaction() as session:
        all_made = "update escalations set position = 5, next_at = started_at where kind = 'transfer'"
        await session.execute(text(all_made))
    await watched.look()
    assert await _bells(watched, "NobodyAnswered") == ["coordinator", "nurse"]
    assert await _kinds(coordinator) == ["transfer"]
    patient_id = (await client.get(f"/consults/{consult_id}")).json()["Patient"]["id"]
    assert (await neuro.post(f"/patient/{patient_id}/$discharge")).is_success
    assert (await proof_of(neuro, consult_id, "transfer"))["endReason"] == "closed"
    assert await _kinds(coordinator) == []
    assert await _bells(watched, "NobodyAnswered") == await _bells(watched, "TransferRequested") == []


async def _acknowledged(client: httpx.AsyncClient, neuro: httpx.AsyncClient, bodies: Bodies) -> str:
    consult_id = await bodies.create(client, "tele-stroke")
    assert (await neuro.post(f"/consults/{consult_id}/acknowledge")).is_success
    return consult_id


async def test_who_acknowledged_and_does_nothing_is_reminded_and_then_coordinators_are_told(
    client: httpx.AsyncClient, check_in: CheckIn, sign_in: SignIn, bodies: Bodies, watched: Watched
) -> None:
    neuro, coordinator = await check_in("neuro", line="tele-stroke"), sign_in("coordinator")
    consult_id = await _acknowledged(client, neuro, bodies)
    await watched.look(after=5 * MINUTE - timedelta(seconds=1))
    assert await _kinds(neuro) == []
    await watched.look(after=timedelta(seconds=1))
    assert await _kinds(neuro) == ["followUp"]
    assert await _kinds(coordinator) == []
    await watched.look(after=5 * MINUTE)
    assert await _kinds(coordinator) == ["followUp"]
    proof = await proof_of(client, consult_id, "followUp")
    assert (proof["nextAt"], proof["nextTargets"], proof["endedAt"]) == (None, [], None)
    await watched.look(after=5 * MINUTE)
    await watched.look(after=60 * MINUTE)
    assert await _kinds(coordinator) == await _kinds(neuro) == []
    assert (await proof_of(client, consult_id, "followUp"))["endReason"] == "told"
    assert await watched.notices() == [
        (5, "neuro", "responsible", "screen"),
        (10, "coordinator", "coordinators", "screen"),
    ]
    told = await watched.rows(
        "select users.username from notifications join users on users.id = user_id where kind = 'NoActivity'"
        " and not dismissed order by username"
    )
    assert told == [("coordinator",), ("neuro",)]
    assert (await client.get(f"/consults/{consult_id}")).json()["acknowledgedByUser"]["username"] == "neuro"


@pytest.mark.parametrize("leaves_after", [1, 6])
async def test_coordinators_are_told_at_once_in_place_of_whoever_acknowledged_and_has_gone_off_call(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    sign_in: SignIn,
    bodies: Bodies,
    watched: Watched,
    leaves_after: int,
) -> None:
    """When they would be reminded, or once they leave after that."""
    neuro = await check_in("neuro", line="tele-stroke")
    await _acknowledged(client, neuro, bodies)
    for minute in range(1, 8):
        await watched.look(after=MINUTE)
        if minute == leaves_after:
            assert (await neuro.post("/checkout")).is_success
    reminded = [(5, "neuro", "responsible", "screen")] if leaves_after > 5 else []
    told_at = 7 if reminded else 5
    assert await watched.notices() == [*reminded, (told_at, "coordinator", "coordinators", "screen")]
    assert (await _kinds(neuro), await _kinds(sign_in("coordinator"))) == ([], ["followUp"])


async def test_whoever_acknowledged_and_has_gone_off_call_is_reminded_if_nobody_else_can_be(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched
) -> None:
    psych = await check_in("psych", line="tele-psych")
    consult_id = await bodies.create(client, "tele-psych")
    assert (await psych.post(f"/consults/{consult_id}/acknowledge")).is_success
    assert (await psych.post("/checkout")).is_success
    for _ in range(2):
        await watched.look(after=30 * MINUTE)
    assert await watched.notices() == [(30, "psych", "responsible", "screen")]


@pytest.mark.parametrize("activity", ["comment", "call", "phone", "completion"])
async def test_who_acknowledged_and_is_at_work_is_not_reminded(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, activity: str
) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    consult_id = await _acknowledged(client, neuro, bodies)
    await watched.look(after=MINUTE)
    path, body = {
        "comment": (f"/consults/{consult_id}/updates", {"message": "Looking at the scan."}),
        "call": ("/meeting", {"consultId": consult_id}),
        "phone": (f"/consults/{consult_id}/onThePhone", None),
        "completion": (f"/consults/{consult_id}/complete", {"completeType": "video"}),
    }[activity]
    response = await neuro.post(path, json=body)
    assert response.is_success, response.text
    await watched.look(after=5 * MINUTE)
    await watched.look(after=60 * MINUTE)
    assert await watched.notices() == []
    assert (await proof_of(client, consult_id, "followUp"))["endReason"] == (
        "completed" if activity == "completion" else "active"
    )


async def test_only_who_acknowledged_says_that_they_are_on_the_phone_once(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies
) -> None:
    neuro, neuro2 = await check_in("neuro", line="tele-stroke"), await check_in("neuro2", line="tele-stroke")
    consult_id = await _acknowledged(client, neuro, bodies)
    path, action = f"/consults/{consult_id}", "confirmOnThePhone"
    assert action in (await neuro.get(path)).json()["allowedActions"]
    assert action not in (await neuro2.get(path)).json()["allowedActions"]
    assert (await neuro2.post(f"{path}/onThePhone")).status_code == 403
    assert (await neuro.post(f"{path}/onThePhone")).status_code == 204
    newest = (await client.get(f"{path}/updates")).json()[0]
    assert (newest["kind"], newest["message"]) == ("onThePhone", "On the phone with the bedside.")
    assert action not in (await neuro.get(path)).json()["allowedActions"]
    assert (await neuro.post(f"{path}/onThePhone")).status_code == 409


@pytest.mark.parametrize("who", ["neuro", "neuro2"])
@pytest.mark.parametrize("when", ["before", "since"])
async def test_only_a_note_that_whoever_is_responsible_saves_since_then_shows_that_they_are_at_work(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, who: str, when: str
) -> None:
    people = {name: await check_in(name, line="tele-stroke") for name in ("neuro", "neuro2")}
    consult_id = await _acknowledged(client, people["neuro"], bodies)
    about_note, note = f"/consults/{consult_id}/signoff-note", {"docType": "Note"}
    await watched.look(after=MINUTE)
    for action, content in (("requestLock", {}), ("save", {"content": {"hpi": "Woke up so."}, "releaseLock": True})):
        assert (await people[who].post(f"{about_note}/{action}", json=note | content)).is_success
    if when == "before":
        handed_over = await people["neuro"].post(
            f"/consults/{consult_id}/hand-over", json={"userId": await _id_of(people["neuro2"])}
        )
        assert handed_over.is_success, handed_over.text
        await watched.look()
        await people["neuro2"].post(f"/consults/{consult_id}/pages/seen")
    await watched.look(after=5 * MINUTE)
    assert ("followUp" in await _kinds(people["neuro2" if when == "before" else "neuro"])) is (
        (who, when) != ("neuro", "since")
    )


@pytest.mark.parametrize("end", ["completion", "cancellation", "handing over"])
async def test_coordinators_no_longer_see_that_nothing_happens_once_something_does(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, end: str
) -> None:
    """Although its escalation has ended when everyone was told."""
    neuro, neuro2 = await check_in("neuro", line="tele-stroke"), await check_in("neuro2", line="tele-stroke")
    consult_id = await _acknowledged(client, neuro, bodies)
    for _ in range(3):
        await watched.look(after=5 * MINUTE)
    assert (await proof_of(client, consult_id, "followUp"))["endReason"] == "told"
    assert await _bells(watched, "NoActivity") == ["coordinator", "neuro"]
    path, body = {
        "completion": ("complete", {"completeType": "video"}),
        "cancellation": ("complete", {"completeType": "cancelled", "cancellationReason": "Patient discharged"}),
        "handing over": ("hand-over", {"userId": await _id_of(neuro2)}),
    }[end]
    assert (await neuro.post(f"/consults/{consult_id}/{path}", json=body)).is_success
    assert await _bells(watched, "NoActivity") == []


async def test_that_nobody_has_answered_is_no_longer_shown_once_someone_has(
    client: httpx.AsyncClient, check_in: CheckIn, sign_in: SignIn, bodies: Bodies, watched: Watched
) -> None:
    """Neither of the request, nor of a transfer, which outlives the completion of its consult."""
    neuro, coordinator = await check_in("neuro", line="tele-stroke"), sign_in("coordinator")
    consult_id = await bodies.create(client, "tele-stroke")
    for _ in range(14):
        await watched.look()
        await watched.look(after=MINUTE)
    assert await _bells(watched, "NobodyAnswered") == ["coordinator", "neuro", "nurse"]
    await neuro.post(f"/consults/{consult_id}/acknowledge")
    assert await _bells(watched, "NobodyAnswered") == []
    form = request_form((await neuro.get("/me")).json())
    requested = (await neuro.post(f"/consults/{consult_id}/transfer", json=form)).json()
    for _ in range(12):
        await watched.look()
        await watched.look(after=MINUTE)
    assert await _bells(watched, "NobodyAnswered") == ["coordinator", "nurse"]
    assert (await neuro.post(f"/consults/{consult_id}/complete", json={"completeType": "video"})).is_success
    assert await _bells(watched, "NobodyAnswered") == ["coordinator", "nurse"]
    await coordinator.post(f"/consults/{consult_id}/transfers/{requested['id']}/acknowledge")
    assert await _bells(watched, "NobodyAnswered") == []
