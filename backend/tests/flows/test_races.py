"""Two, or fifty, users at once: exactly one wins, and the others get who it was."""

import asyncio
import itertools
from collections import Counter
from typing import Any

import httpx
import psycopg
import pytest
from bodies import Bodies
from transfer_forms import decline_form, request_form

from wardline.consults import policies
from wardline.core.db.database import POOL_SIZE

from .crowds import GetClient, make_crowd

CROWD = 50
SOME = 8
SHORT_LOCK_SECONDS = 1


@pytest.fixture
def crowd(cloned: tuple[str, str]) -> list[str]:
    """Fifty providers on call for tele-psych."""
    return make_crowd(cloned[1], CROWD, like="psych", line="tele-psych")


@pytest.mark.usefixtures("patient")
@pytest.mark.req("DET-42", "API-21", "DONE-41")
async def test_fifty_acknowledge_at_once(as_user: GetClient, bodies: Bodies, crowd: list[str]) -> None:
    async with as_user("nurse") as nurse:
        consult_id = await bodies.create(nurse)
    clients = [as_user(name) for name in crowd]
    responses = await asyncio.gather(*(client.post(f"/consults/{consult_id}/acknowledge") for client in clients))
    assert Counter(response.status_code for response in responses) == {200: 1, 409: CROWD - 1}
    winner = next(
        response.json()["acknowledgedByUser"]["username"] for response in responses if response.status_code == 200
    )
    losers = [response.json() for response in responses if response.status_code == 409]
    assert {response["code"] for response in losers} == {"already_acknowledged"}
    assert {response["acknowledgedByUser"]["username"] for response in losers} == {winner}
    repeated = await clients[crowd.index(winner)].post(f"/consults/{consult_id}/acknowledge")
    assert (repeated.status_code, repeated.json()["acknowledgedByUser"]["username"]) == (200, winner)
    entries = (await clients[0].get(f"/consults/{consult_id}/updates")).json()
    assert [entry["taskType"] for entry in entries] == ["consult-acknowledgement", "consult-creation"]
    for client in clients:
        await client.aclose()


@pytest.fixture
def short_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who wait for a lock give up long before those who wait for a connection, also on a slow machine."""
    monkeypatch.setattr("wardline.core.db.database.LOCK_MILLISECONDS", SHORT_LOCK_SECONDS * 1000)


@pytest.mark.usefixtures("short_locks")
async def test_a_locked_consult_blocks_no_other_call(
    as_user: GetClient, bodies: Bodies, crowd: list[str], cloned: tuple[str, str]
) -> None:
    async with as_user("nurse") as nurse:
        consult_id = await bodies.create(nurse)
        clients = [as_user(name) for name in crowd[: POOL_SIZE + 2]]
        with psycopg.connect(cloned[1].replace("+psycopg", "")) as owner:
            owner.execute("select from consults where id = %s for update", [consult_id])
            waiting = [asyncio.create_task(client.post(f"/consults/{consult_id}/acknowledge")) for client in clients]
            done, _ = await asyncio.wait(waiting, timeout=SHORT_LOCK_SECONDS / 2)
            assert not done
            assert (await nurse.get("/me")).status_code == 200
            responses = await asyncio.gather(*waiting)
            assert {response.status_code for response in responses} == {503}
            # On a slow machine, those that are still waiting for a connection get the second code.
            assert {"busy"} <= {response.json()["code"] for response in responses} <= {"busy", "unavailable"}
    assert (await clients[0].post(f"/consults/{consult_id}/acknowledge")).status_code == 200
    for client in clients:
        await client.aclose()


@pytest.mark.parametrize(("limit", "maximum"), [("COMMENTS_LIMIT", 1), ("COMMENTS_LENGTH_LIMIT", len("On my way."))])
@pytest.mark.req("API-04")
async def test_one_of_fifty_simultaneous_last_comments_is_accepted(
    as_user: GetClient, bodies: Bodies, crowd: list[str], monkeypatch: pytest.MonkeyPatch, limit: str, maximum: int
) -> None:
    monkeypatch.setattr(policies, limit, maximum)
    async with as_user("nurse") as nurse:
        path = f"/consults/{await bodies.create(nurse)}/updates"
        clients = [as_user(name) for name in crowd]
        responses = await asyncio.gather(*(client.post(path, json={"message": "On my way."}) for client in clients))
        assert Counter(response.status_code for response in responses) == {201: 1, 409: CROWD - 1}
        entries = (await nurse.get(path)).json()
    assert [entry["taskType"] for entry in entries] == ["update", "consult-creation"]
    for client in clients:
        await client.aclose()


@pytest.mark.usefixtures("patient")
@pytest.mark.req("API-03")
async def test_double_press_makes_one_consult(as_user: GetClient, bodies: Bodies) -> None:
    async with as_user("nurse") as nurse:
        body = await bodies.request(nurse)
        headers = {"Idempotency-Key": "one-press"}
        responses = await asyncio.gather(*(nurse.post("/consults", json=body, headers=headers) for _ in range(8)))
        assert {response.status_code for response in responses} == {201}
        assert len({response.json()["id"] for response in responses}) == 1
        assert len((await nurse.post("/consults/$search", json={})).json()["consults"]) == 1


@pytest.mark.req("DET-43", "API-22", "API-23", "API-06", "DONE-36")
async def test_completing_and_cancelling_at_once(as_user: GetClient, bodies: Bodies, crowd: list[str]) -> None:
    async with (
        as_user("nurse") as nurse,
        as_user(crowd[0]) as provider,
    ):
        path = f"/consults/{await bodies.create(nurse)}/complete"
        completed, cancelled = await asyncio.gather(
            provider.post(path, json={"completeType": "video"}),
            nurse.post(path, params={"cancel": True}, json={"cancellationReason": "Improved"}),
        )
        assert sorted([completed.status_code, cancelled.status_code]) == [200, 409]


@pytest.mark.req("BENT-23", "SIGN-24")
async def test_one_of_eight_simultaneous_sign_offs_wins(as_user: GetClient, bodies: Bodies, crowd: list[str]) -> None:
    async with as_user("nurse") as nurse:
        path = f"/consults/{await bodies.create(nurse)}"
    providers = [as_user(name) for name in crowd[:8]]
    assert (await providers[0].post(f"{path}/complete", json={"completeType": "video"})).status_code == 200
    call = f"{path}/sign-signoff-note-psych"
    responses = await asyncio.gather(*(provider.post(call, json={"typeofCall": "video"}) for provider in providers))
    assert Counter(response.status_code for response in responses) == {200: 1, 409: 7}
    (winner,) = (response.json()["signatory"]["username"] for response in responses if response.status_code == 200)
    losers = [response.json() for response in responses if response.status_code == 409]
    assert {(response["code"], response["signatory"]["username"]) for response in losers} == {
        ("already_signed_off", winner)
    }
    (note,) = (await providers[0].get(f"{path}/sign-off-notes")).json()
    assert [version["author"]["username"] for version in note["documentVersions"]] == [winner]
    for provider in providers:
        await provider.aclose()


@pytest.mark.req("CALL-15", "API-41")
async def test_two_tabs_go_on_call_at_once(as_user: GetClient) -> None:
    async with as_user("psych") as psych:
        me = (await psych.get("/me")).json()
        body = {
            "roleId": me["defaultCheckinRoleId"],
            "serviceLineId": 3,
            "phoneNumber": "(555) 010-0199",
            "primary": True,
        }
        responses = await asyncio.gather(*(psych.post("/checkin", json=body) for _ in range(5)))
        assert {response.status_code for response in responses} == {201}
        assert len((await psych.get("/checkin")).json()) == 1


@pytest.mark.req("ERR-01")
async def test_simultaneous_tabs_get_the_same_key(as_user: GetClient) -> None:
    async with as_user("nurse") as nurse:
        responses = await asyncio.gather(*(nurse.get("/me/safekeeping-key") for _ in range(8)))
        assert {response.status_code for response in responses} == {200}
        assert len({response.json()["key"] for response in responses}) == 1


@pytest.mark.req("DET-33", "API-65")
async def test_one_of_eight_simultaneous_corrections_of_a_patient_wins(as_user: GetClient, bodies: Bodies) -> None:
    async with as_user("nurse") as nurse:
        consult = (await nurse.get(f"/consults/{await bodies.create(nurse)}")).json()
        path = f"/patient/{consult['Patient']['id']}/consults/{consult['id']}"
        editable = ("nameGiven", "nameFamily", "birthDate", "gender", "additionalData")
        editable_values = {name: consult["Patient"][name] for name in editable}
        forms = [
            {"before": editable_values, "patient": editable_values | {"nameFamily": f"Quill {number}"}}
            for number in range(8)
        ]
        responses = await asyncio.gather(*(nurse.put(path, json=form) for form in forms))
        assert Counter(response.status_code for response in responses) == {200: 1, 409: 7}
        (won,) = (response.json()["nameFamily"] for response in responses if response.status_code == 200)
        assert (await nurse.get(f"/consults/{consult['id']}")).json()["Patient"]["nameFamily"] == won


@pytest.fixture
def neurologists(cloned: tuple[str, str]) -> list[str]:
    """On call for tele-stroke."""
    return make_crowd(cloned[1], SOME, like="neuro", line="tele-stroke")


@pytest.fixture
def coordinators(cloned: tuple[str, str]) -> list[str]:
    return make_crowd(cloned[1], SOME, like="coordinator", line=None)


def usernames(responses: list[httpx.Response], status: int, field: str) -> set[str]:
    """Whom the responses with this status name."""
    return {response.json()[field]["username"] for response in responses if response.status_code == status}


async def request_transfer(neurologist: httpx.AsyncClient, consult_id: str) -> str:
    """The path of the consult's transfer."""
    form = request_form((await neurologist.get("/me")).json())
    response = await neurologist.post(f"/consults/{consult_id}/transfer", json=form)
    assert response.status_code == 201, response.text
    return f"/consults/{consult_id}/transfers/{response.json()['id']}"


async def the_transfer(client: httpx.AsyncClient, path: str) -> dict[str, Any]:
    """As anyone may read it now."""
    (transfer,) = (await client.get(path.rpartition("/")[0])).json()
    assert path.endswith(transfer["id"])
    return dict(transfer)


async def entries(client: httpx.AsyncClient, path: str) -> list[str]:
    """What the timeline says about the transfer, oldest first."""
    timeline = (await client.get(f"{path.partition('/transfers')[0]}/updates")).json()
    kinds = [entry["kind"] or entry["taskType"] for entry in reversed(timeline)]
    return [kind for kind in kinds if kind.startswith("transfer")]


@pytest.mark.usefixtures("patient")
@pytest.mark.req("TRF-08")
async def test_one_of_many_simultaneous_requests_of_a_transfer_wins(
    as_user: GetClient, bodies: Bodies, neurologists: list[str]
) -> None:
    async with as_user("nurse") as nurse, as_user(neurologists[0]) as first:
        consult_id = await bodies.create(nurse, "tele-stroke")
        form = request_form((await first.get("/me")).json())
        clients = [as_user(name) for name in neurologists]
        responses = await asyncio.gather(
            *(
                client.post(f"/consults/{consult_id}/transfer", json=form | {"referringPhysician": name})
                for client, name in zip(clients, neurologists, strict=True)
            )
        )
        assert Counter(response.status_code for response in responses) == {201: 1, 409: SOME - 1}
        (winner,) = usernames(responses, 201, "author")
        assert {response.json()["code"] for response in responses if response.status_code == 409} == {"transfer_exists"}
        assert usernames(responses, 409, "requestedByUser") == {winner}
        (transfer,) = (await nurse.get(f"/consults/{consult_id}/transfers")).json()
        assert transfer["referringPhysician"] == winner
        assert await entries(nurse, f"/consults/{consult_id}/transfers") == ["transfer"]
        for client in clients:
            await client.aclose()


@pytest.mark.usefixtures("patient")
@pytest.mark.req("TRF-10", "TRF-11")
async def test_one_of_many_simultaneous_acknowledgements_of_a_transfer_wins(
    as_user: GetClient, bodies: Bodies, neurologists: list[str], coordinators: list[str]
) -> None:
    async with as_user("nurse") as nurse, as_user(neurologists[0]) as neurologist:
        path = await request_transfer(neurologist, await bodies.create(nurse, "tele-stroke"))
        clients = [as_user(name) for name in coordinators]
        responses = await asyncio.gather(*(client.post(f"{path}/acknowledge") for client in clients))
        assert Counter(response.status_code for response in responses) == {200: 1, 409: SOME - 1}
        (winner,) = usernames(responses, 200, "acknowledgedBy")
        losers = [response.json()["code"] for response in responses if response.status_code == 409]
        assert set(losers) == {"transfer_already_acknowledged"}
        assert usernames(responses, 409, "acknowledgedByUser") == {winner}
        transfer = await the_transfer(nurse, path)
        assert (transfer["state"], transfer["assignee"]["username"]) == ("acknowledged", winner)
        assert await entries(nurse, path) == ["transfer", "transfer-acknowledgement"]
        for client in clients:
            await client.aclose()


@pytest.mark.usefixtures("patient")
@pytest.mark.req("TRF-12", "TRF-14")
async def test_a_transfer_that_many_complete_at_once_is_completed_once_and_by_its_assignee(
    as_user: GetClient, bodies: Bodies, neurologists: list[str], coordinators: list[str]
) -> None:
    async with as_user("nurse") as nurse, as_user(neurologists[0]) as neurologist:
        path = await request_transfer(neurologist, await bodies.create(nurse, "tele-stroke"))
        assignee, *others = [as_user(name) for name in coordinators]
        assert (await assignee.post(f"{path}/acknowledge")).status_code == 200
        pressed, refused = await asyncio.gather(
            asyncio.gather(*(assignee.post(f"{path}/complete") for _ in range(4))),
            asyncio.gather(*(other.post(f"{path}/complete") for other in others)),
        )
        assert Counter(response.status_code for response in pressed) == {200: 1, 409: 3}
        again = [response.json() for response in pressed if response.status_code == 409]
        assert {response["code"] for response in again} == {"transfer_already_completed"}
        assert usernames(pressed, 409, "resolvedByUser") == {coordinators[0]}
        for response in refused:
            # The assignee may have been first, or may not.
            named = {"transfer_already_completed": "resolvedByUser", "transfer_assigned": "assignee"}
            assert response.status_code == 409
            assert response.json()[named[response.json()["code"]]]["username"] == coordinators[0]
        transfer = await the_transfer(nurse, path)
        assert (transfer["state"], transfer["resolvedBy"]["username"]) == ("completed", coordinators[0])
        assert await entries(nurse, path) == ["transfer", "transfer-acknowledgement", "transfer-completion"]
        for client in (assignee, *others):
            await client.aclose()


@pytest.mark.usefixtures("patient")
async def test_a_transfer_that_is_acknowledged_while_its_consult_is_cancelled_ends_closed(
    as_user: GetClient, bodies: Bodies, neurologists: list[str]
) -> None:
    async with (
        as_user("nurse") as nurse,
        as_user(neurologists[0]) as neurologist,
        as_user("coordinator") as coordinator,
    ):
        paths = [await request_transfer(neurologist, await bodies.create(nurse, "tele-stroke")) for _ in range(SOME)]

        async def cancel(path: str) -> httpx.Response:
            call = f"{path.partition('/transfers')[0]}/complete"
            return await nurse.post(call, params={"cancel": True}, json={"cancellationReason": "Improved"})

        async def acknowledge(path: str) -> httpx.Response:
            return await coordinator.post(f"{path}/acknowledge")

        # Each is first in half of the pairs.
        calls = [(acknowledge, cancel) if number % 2 else (cancel, acknowledge) for number in range(SOME)]
        pressed = ((one(path), other(path)) for path, (one, other) in zip(paths, calls, strict=True))
        responses = await asyncio.gather(*itertools.chain.from_iterable(pressed))
        for number, path in enumerate(paths):
            pair = responses[2 * number : 2 * number + 2]
            cancelled, acknowledged = reversed(pair) if number % 2 else pair
            assert cancelled.status_code == 200
            transfer = await the_transfer(coordinator, path)
            assert transfer["closedReason"] == "consultCancelled"
            if acknowledged.status_code == 200:
                assert transfer["state"] == "acknowledged"
                assert await entries(nurse, path) == ["transfer", "transfer-acknowledgement", "transferClosed"]
            else:
                assert (acknowledged.status_code, acknowledged.json()["code"]) == (409, "transfer_closed")
                assert (transfer["state"], transfer["acknowledgedBy"]) == ("requested", None)
                assert await entries(nurse, path) == ["transfer", "transferClosed"]


@pytest.mark.usefixtures("patient")
async def test_one_of_those_who_note_at_once_that_a_facility_declined_wins(
    as_user: GetClient, bodies: Bodies, neurologists: list[str]
) -> None:
    async with as_user("nurse") as nurse, as_user(neurologists[0]) as neurologist:
        path = await request_transfer(neurologist, await bodies.create(nurse, "tele-stroke"))
        me = (await neurologist.get("/me")).json()
        clients = [as_user(name) for name in (*neurologists[1:], "coordinator")]
        responses = await asyncio.gather(
            *(
                client.post(f"{path}/decline", json=decline_form(me, 1 + number % 2))
                for number, client in enumerate(clients)
            )
        )
        assert Counter(response.status_code for response in responses) == {200: 1, 409: SOME - 1}
        (won,) = (response.json() for response in responses if response.status_code == 200)
        (declined,) = won["declinedOffers"]
        assert {response.json()["code"] for response in responses if response.status_code == 409} == {"offer_changed"}
        assert usernames(responses, 409, "declinedByUser") == {declined["declinedBy"]["username"]}
        assert await the_transfer(nurse, path) == won
        assert await entries(nurse, path) == ["transfer", "transferDeclined"]
        for client in clients:
            await client.aclose()
