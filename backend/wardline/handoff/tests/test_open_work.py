"""What a user would leave behind by going off call."""

from datetime import timedelta
from typing import Any

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text
from stroke_notes import STROKE_NOTE

from conftest import CheckIn, RolledBackDatabase, SignIn
from wardline.core import clock

pytestmark = pytest.mark.usefixtures("noon")

STROKE = "tele-stroke"
REGIONAL = 10
NOTE = {"docType": "Note"}


async def _open_work(person: httpx.AsyncClient) -> dict[str, Any]:
    response = await person.get("/checkout/open-work")
    assert response.status_code == 200, response.text
    work: dict[str, Any] = response.json()
    return work


async def _acknowledged(nurse: httpx.AsyncClient, by: httpx.AsyncClient, bodies: Bodies, line: str = STROKE) -> str:
    consult_id = await bodies.create(nurse, line)
    assert (await by.post(f"/consults/{consult_id}/acknowledge")).is_success
    return consult_id


async def test_each_open_consult_of_the_user_comes_with_those_who_may_take_it_over(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies
) -> None:
    neuro = await check_in("neuro", line=STROKE)
    await check_in("nomedipac", line=STROKE, primary=False)
    clock.advance(timedelta(minutes=5))
    neuro2 = await check_in("neuro2", line=STROKE)
    await check_in("psych", line="tele-psych")
    consult_id = await _acknowledged(client, neuro, bodies)
    consult = (await neuro.get(f"/consults/{consult_id}")).json()
    await bodies.create(client, STROKE)  # Nobody has acknowledged it.
    await _acknowledged(client, neuro2, bodies)
    (listed,) = (await _open_work(neuro))["consults"]
    patient = {name: consult["Patient"][name] for name in ("nameGiven", "nameFamily", "birthDate", "gender")}
    assert listed == {
        "id": consult_id,
        "patient": patient,
        "locationName": consult["Encounter"]["location"]["displayName"],
        "serviceLineId": 2,
        "serviceLineName": "Tele-Stroke",
        "priority": consult["priority"],
        "state": "pending",
        "createdAt": "2026-03-04T12:05:00Z",
        "acknowledgedAt": "2026-03-04T12:05:00Z",
        "mayHandOver": True,
        "mayComplete": True,
        "successors": [
            {
                "id": (await neuro2.get("/me")).json()["id"],
                "firstName": "Hiroshi",
                "lastName": "Obsidian",
                "primary": True,
                "since": "2026-03-04T12:05:00Z",
            },
            listed["successors"][1] | {"lastName": "Quartz", "primary": False, "since": "2026-03-04T12:00:00Z"},
        ],
        "hasDraft": False,
    }


async def test_a_consult_stays_listed_after_going_off_call_until_it_is_handed_over_or_completed(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies
) -> None:
    neuro, neuro2 = await check_in("neuro", line=STROKE), await check_in("neuro2", line=STROKE)
    ids = [await _acknowledged(client, neuro, bodies) for _ in range(3)]
    receiver = {"userId": (await neuro2.get("/me")).json()["id"]}
    assert (await neuro.post(f"/consults/{ids[0]}/hand-over", json=receiver)).is_success
    assert (await neuro.post(f"/consults/{ids[1]}/complete", json={"completeType": "video"})).is_success
    assert [each["id"] for each in (await _open_work(neuro2))["consults"]] == ids[:1]
    await neuro.post("/checkout")
    (left,) = (await _open_work(neuro))["consults"]
    # Completing needs a check-in.
    assert (left["id"], left["mayHandOver"], left["mayComplete"]) == (ids[2], True, False)


async def test_consults_of_patients_who_were_discharged_come_last(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies
) -> None:
    neuro = await check_in("neuro", line=STROKE)
    ids = [await _acknowledged(client, neuro, bodies) for _ in range(2)]
    encounter_id = (await neuro.get(f"/consults/{ids[0]}")).json()["Encounter"]["id"]
    assert (await client.post(f"/otg/{encounter_id}/$discharge")).is_success
    listed = (await _open_work(neuro))["consults"]
    assert [(each["id"], each["state"]) for each in listed] == [(ids[1], "pending"), (ids[0], "discharged")]


async def test_drafts_of_notes_are_listed_until_they_are_signed(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies
) -> None:
    neuro = await check_in("neuro", line=STROKE)
    path = f"/consults/{await _acknowledged(client, neuro, bodies)}"
    cancelled = f"/consults/{await _acknowledged(client, neuro, bodies)}"
    for each in (path, cancelled):
        assert (await neuro.post(f"{each}/signoff-note/requestLock", json=NOTE)).is_success
    assert [consult["hasDraft"] for consult in (await _open_work(neuro))["consults"]] == [True, True]
    await neuro.post(f"{path}/complete", json={"completeType": "video"})
    ending = {"completeType": "cancelled", "cancellationReason": "Requested twice"}
    await neuro.post(f"{cancelled}/complete", json=ending)
    work = await _open_work(neuro)
    assert work["consults"] == []
    (note,) = work["unsignedNotes"]
    assert (path.endswith(note["id"]), note["state"], note["mayContinue"]) == (True, "completed", True)
    assert "mayHandOver" not in note
    saved = {**NOTE, "releaseLock": True, "content": {"hpi": "Weak"}}
    assert (await neuro.post(f"{path}/signoff-note/save", json=saved)).is_success
    await neuro.post("/checkout")
    assert [note["mayContinue"] for note in (await _open_work(neuro))["unsignedNotes"]] == [False]
    await check_in("neuro", line=STROKE)
    assert (await neuro.post(f"{path}/signoff-note/requestLock", json=NOTE)).is_success
    assert (await neuro.post(f"{path}/sign-signoff-note", json={**NOTE, "content": STROKE_NOTE})).is_success
    assert (await _open_work(neuro))["unsignedNotes"] == []


async def test_the_last_one_on_call_for_an_open_line_learns_until_when_it_is_open_and_how_many_wait(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies
) -> None:
    neuro, neuro2 = await check_in("neuro", line=STROKE), await check_in("neuro2", line=STROKE)
    role_id = (await neuro.get("/me")).json()["defaultCheckinRoleId"]
    duty = {"roleId": role_id, "serviceLineId": REGIONAL, "phoneNumber": "(555) 010-0199", "primary": True}
    assert (await neuro.post("/checkin", json=duty)).is_success
    for _ in range(2):
        await bodies.create(client, STROKE)
    await _acknowledged(client, neuro2, bodies)
    regional = {
        "serviceLineId": REGIONAL,
        "serviceLineName": "Tele-Stroke (Regional)",
        "openUntil": "2026-03-05T05:00:00Z",
        "waiting": 0,
        "told": ["Luis Cedarwood"],
    }
    assert (await _open_work(neuro))["lastOnCall"] == [regional]
    assert (await _open_work(neuro2))["lastOnCall"] == []
    await neuro2.post("/checkout")
    around_the_clock = {
        "serviceLineId": 2,
        "serviceLineName": "Tele-Stroke",
        "openUntil": None,
        "waiting": 2,
        "told": ["Luis Cedarwood"],
    }
    assert (await _open_work(neuro))["lastOnCall"] == [around_the_clock, regional]
    clock.advance(timedelta(hours=18))  # Thursday, on which the regional line is closed.
    assert (await _open_work(neuro))["lastOnCall"] == [around_the_clock]


async def test_someone_on_call_whom_requests_would_not_page_does_not_count(
    check_in: CheckIn, database: RolledBackDatabase
) -> None:
    neuro = await check_in("neuro", line=STROKE)
    same_duty = (
        'insert into check_ins (user_id, role_id, service_line_id, phone_number, "primary", checked_in_at)'
        ' select users.id, role_id, service_line_id, check_ins.phone_number, "primary", checked_in_at'
        " from check_ins, users where username = 'coordinator'"
    )
    await database.connection.execute(text(same_duty))
    assert [line["serviceLineId"] for line in (await _open_work(neuro))["lastOnCall"]] == [2]


@pytest.mark.parametrize("who", ["nurse", "coordinator", "neuro"])
async def test_whoever_has_nothing_in_hand_leaves_nothing_behind(sign_in: SignIn, who: str) -> None:
    assert await _open_work(sign_in(who)) == {"consults": [], "unsignedNotes": [], "lastOnCall": []}
