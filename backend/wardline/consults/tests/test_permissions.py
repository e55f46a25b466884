"""Permissions and reach over HTTP; every combination is proven in `consults/tests/test_policies.py`."""

import uuid
from datetime import timedelta
from typing import Any

import httpx
import pytest
from bodies import Bodies
from fastapi import FastAPI
from loaded_reader import LoadedReader
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, RolledBackDatabase, SentEvent, SignIn
from wardline.consult_views.cards import worklist
from wardline.consults.reading import can_read
from wardline.consults.repository import ConsultRepository
from wardline.consults.rooms import ConsultRoomPolicy, rooms_of
from wardline.consults.schemas import SearchConsults, SearchFilter
from wardline.core import clock
from wardline.directory.loading import load_by_id
from wardline.people.models import User
from wardline.realtime import rooms

STROKE = "tele-stroke"
CANCELLING = ("coordinator", "POST", "/consults/{id}/complete", {"cancel": True, "cancellationReason": "Twice"})
COMPLETION = {"completeType": "video"}
COMMENT = {"message": "Hello"}
ALERT = {"message": "Hello", "alert": True}
PATIENT = "/patient/{patient}/consults/{id}"


@pytest.mark.parametrize(
    ("who", "method", "path", "body"),
    [
        pytest.param(*CANCELLING, marks=pytest.mark.req("PERM-15", "PERM-16")),
        pytest.param("nurse", "POST", "/consults/{id}/acknowledge", None, marks=pytest.mark.req("PERM-10")),
        pytest.param("nurse", "POST", "/consults/{id}/complete", COMPLETION, marks=pytest.mark.req("PERM-11")),
        pytest.param("nurse", "PATCH", "/consults/{id}", {"reason": "Another"}, marks=pytest.mark.req("PERM-12")),
        pytest.param("admin", "POST", "/consults/{id}/updates", COMMENT, marks=pytest.mark.req("PERM-19")),
        pytest.param("coordinator", "POST", "/consults/{id}/updates", ALERT, marks=pytest.mark.req("PERM-20")),
        pytest.param("admin", "PUT", PATIENT, {"patient": "as it is"}, marks=pytest.mark.req("PERM-22")),
    ],
)
@pytest.mark.req("PERM-02")
async def test_a_missing_permission_is_refused_as_such(
    sign_in: SignIn, bodies: Bodies, sent_events: list[SentEvent], who: str, method: str, path: str, body: Any
) -> None:
    nurse = sign_in("nurse")
    request = await bodies.request(nurse, STROKE)
    consult_id = (await nurse.post("/consults", json=request)).json()["id"]
    before = (await nurse.get(f"/consults/{consult_id}")).json()
    sent_events.clear()
    if method == "PUT":
        body = {"patient": request["Patient"]}
    address = path.format(id=consult_id, patient=before["Patient"]["id"])
    response = await sign_in(who).request(method, address, json=body)
    assert (response.status_code, response.json()["code"]) == (403, "forbidden")
    assert (await nurse.get(f"/consults/{consult_id}")).json() == before
    assert sent_events == []


@pytest.mark.req("API-26", "PERM-19", "PERM-20", "TIME-15", "BPERM-09")
async def test_users_who_may_comment_may_do_so_without_alerting(
    sign_in: SignIn, check_in: CheckIn, bodies: Bodies
) -> None:
    """And does not read which comments were urgent."""
    nurse, coordinator = sign_in("nurse"), sign_in("coordinator")
    await check_in("neuro", line=STROKE)
    path = f"/consults/{await bodies.create(nurse, STROKE)}/updates"
    await nurse.post(path, json={"message": "Seizing now", "alert": True})
    added = await coordinator.post(path, json={"message": "Bed is free"})
    assert (added.status_code, added.json()["alert"], added.json()["notified"]) == (201, None, None)
    assert (await coordinator.post(path, json={"message": "Bed is free", "alert": True})).status_code == 403

    async def marks(reader: httpx.AsyncClient) -> list[tuple[bool | None, bool | None]]:
        return [(entry["alert"], entry["notified"]) for entry in (await reader.get(path)).json()[:2]]

    assert await marks(nurse) == [(False, False), (True, True)]
    assert await marks(coordinator) == [(None, None), (None, None)]


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("/acknowledge", marks=pytest.mark.req("PERM-10", "BPERM-03")),
        pytest.param("/complete", marks=pytest.mark.req("PERM-11", "BPERM-04")),
        pytest.param("", marks=pytest.mark.req("PERM-12", "BPERM-05", "BPERM-07")),
    ],
)
async def test_duty_on_another_line_is_not_enough(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, path: str
) -> None:
    consult_id = await bodies.create(client, STROKE)
    neuro = await check_in("neuro", line="tele-neuro")
    body = {"reason": "Another"} if path == "" else {"completeType": "video"} if path == "/complete" else None
    response = await neuro.request("POST" if path else "PATCH", f"/consults/{consult_id}{path}", json=body)
    assert (response.status_code, response.json()["code"]) == (403, "not_checked_in")


@pytest.mark.parametrize("who", ["elsewhere", "tox", "nobody"])
@pytest.mark.req("PERM-07", "PERM-08", "PERM-09", "RT-17", "API-14")
async def test_outside_organization_and_line_nothing_can_be_read(
    client: httpx.AsyncClient,
    sign_in: SignIn,
    bodies: Bodies,
    app: FastAPI,
    database: RolledBackDatabase,
    sent_events: list[SentEvent],
    who: str,
) -> None:
    """One has every line of another organization, one another line of the same, and one no permission."""
    consult_id = await bodies.create(client, STROKE)
    (created,) = sent_events
    outsider = sign_in(who)
    permitted = who != "nobody"
    for path in ("", "/updates"):
        refused = await outsider.get(f"/consults/{consult_id}{path}")
        assert refused.status_code == (404 if permitted else 403), path
    refused = await outsider.post("/consults/$cards", json={"ids": [consult_id]})
    assert refused.status_code == (404 if permitted else 403)
    found = await outsider.post("/consults/$search", json={"filter": {"assignedLocationsToggleOn": False}})
    if permitted:
        assert consult_id not in {card["id"] for card in found.json()["consults"]}
    else:
        assert found.status_code == 403
    for path, body in (("/updates", {"message": "Hello"}), ("/acknowledge", None)):
        refused = await outsider.post(f"/consults/{consult_id}{path}", json=body)
        assert refused.status_code == (404 if permitted else 403), path
    keeper = ConsultRoomPolicy(database, app.state.token_verifier)  # type: ignore[arg-type]
    user_id = (await outsider.get("/me")).json()["id"]
    assert not set(created.rooms) & await keeper.rooms(user_id)
    assert not await keeper.began_viewing(user_id, created.data["consultId"], "socket")


@pytest.mark.req("PERM-08", "WL-49", "RT-17", "API-14", "API-19")
async def test_duty_opens_the_organizations_that_the_line_serves(
    sign_in: SignIn,
    check_in: CheckIn,
    bodies: Bodies,
    app: FastAPI,
    database: RolledBackDatabase,
    sent_events: list[SentEvent],
) -> None:
    consult_id = await bodies.create(sign_in("elsewhere"), STROKE)
    created = sent_events[0]
    off_duty = sign_in("neuro")
    assert (await off_duty.get(f"/consults/{consult_id}")).status_code == 404
    neuro = await check_in("neuro", line=STROKE)
    assert (await neuro.get(f"/consults/{consult_id}")).status_code == 200
    cards = await neuro.post("/consults/$cards", json={"ids": [consult_id]})
    assert [card["id"] for card in cards.json()["consults"]] == [consult_id]
    found = (await neuro.post("/consults/$search", json={})).json()["consults"]
    assert [card["id"] for card in found] == [consult_id]
    keeper = ConsultRoomPolicy(database, app.state.token_verifier)  # type: ignore[arg-type]
    user_id = (await neuro.get("/me")).json()["id"]
    assert set(created.rooms) & await keeper.rooms(user_id)
    assert await keeper.began_viewing(user_id, created.data["consultId"], "socket")


@pytest.mark.req("API-14", "ENT-11", "RT-04", "RT-05", "ENT-03")
@pytest.mark.usefixtures("noon")
async def test_a_viewer_is_shown_until_silent_for_90_seconds(
    sign_in: SignIn, bodies: Bodies, app: FastAPI, database: RolledBackDatabase
) -> None:
    nurse = sign_in("nurse")
    consult_id = await bodies.create(nurse, STROKE)
    keeper = ConsultRoomPolicy(database, app.state.token_verifier)  # type: ignore[arg-type]

    async def viewers() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (await nurse.get(f"/consults/{consult_id}")).json()["consultView"]
        return found

    user_id = (await nurse.get("/me")).json()["id"]
    larkspur = {"id": user_id, "firstName": "Maya", "lastName": "Larkspur"}
    for window in ("socket", "second window"):
        assert await keeper.began_viewing(user_id, uuid.UUID(consult_id), window)
    assert await viewers() == [larkspur]
    await keeper.ended_viewing("second window", None)
    for _ in range(2):
        clock.advance(timedelta(seconds=89))
        assert await viewers() == [larkspur]
        await keeper.still_viewing(["socket"])
    await keeper.still_viewing(["another socket"])
    clock.advance(timedelta(seconds=90))
    assert await viewers() == []


async def test_a_consult_with_many_viewers_publishes_no_event_for_each_new_one(
    sign_in: SignIn,
    bodies: Bodies,
    app: FastAPI,
    database: RolledBackDatabase,
    session: AsyncSession,
    sent_events: list[SentEvent],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("wardline.consults.rooms.MAX_NOTIFIED_VIEWERS", 3)
    nurse = sign_in("nurse")
    consult_id = uuid.UUID(await bodies.create(nurse, STROKE))
    user_id = (await nurse.get("/me")).json()["id"]
    others = (await session.scalars(select(User.id).where(User.id != user_id).order_by(User.id).limit(4))).all()
    repository = ConsultRepository(session)
    keeper = ConsultRoomPolicy(database, app.state.token_verifier)  # type: ignore[arg-type]
    for crowd, expected in ((others[:3], [[rooms.of_user(other) for other in others[:3]]]), (others, [])):
        for other in crowd:
            await repository.start_viewing(f"socket of {other}", consult_id, other, clock.now())
        sent_events.clear()
        await keeper.began_viewing(user_id, consult_id, f"socket beside {len(crowd)}")
        assert [sorted(event.rooms) for event in sent_events] == [sorted(each) for each in expected]


@pytest.mark.parametrize(
    ("who", "count"), [("nurse", 2), ("elsewhere", 2), ("neuro2", 2), ("coordinator", 2), ("admin", 4), ("nobody", 0)]
)
@pytest.mark.req("PERM-07", "RT-17", "API-14", "API-19", "PERM-08")
async def test_every_way_of_reading_finds_the_same_consults(
    sign_in: SignIn, bodies: Bodies, database: RolledBackDatabase, sent_events: list[SentEvent], who: str, count: int
) -> None:
    for requester in ("nurse", "elsewhere"):
        for line in (STROKE, "tele-psych"):
            await bodies.create(sign_in(requester), line)
    user_id = (await sign_in(who).get("/me")).json()["id"]
    async with database.session() as session:
        reader = await load_by_id(session, user_id)
        assert reader is not None
        repository = ConsultRepository(session)
        wide = SearchConsults(length=100, filter=SearchFilter.model_validate({"assignedLocationsToggleOn": False}))
        page = await worklist(session).search(LoadedReader(session, reader), wide)
        listed = {card.sort_key.id for card in page.cards}
        rooms_by_consult = {uuid.UUID(event.data["consultId"]): set(event.rooms) for event in sent_events}
        assert len(listed) == count
        assert {key for key in rooms_by_consult if await repository.get(reader, key)} == listed
        assert {key for key in rooms_by_consult if await can_read(session, reader, key)} == listed
        assert {key for key in rooms_by_consult if await repository.get_locked(reader, key)} == listed
        assert {key for key, in_rooms in rooms_by_consult.items() if in_rooms & rooms_of(reader)} == listed


async def _of_unit(client: httpx.AsyncClient, bodies: Bodies, *, integrated: bool) -> dict[str, Any]:
    """A body for a unit that collects the sex, whether or not the hospital's record is read there."""
    offering = await bodies.request(client)
    for location in (await client.get("/locations/me")).json():
        collects = location["FeaturesByLocations"]
        if (
            location["emrIntegrated"] is integrated
            and collects["collectPatientSex"]
            and not collects["collectPatientEnumber"]
            and not collects["configurablePatientNumber"]
            and location["emrCode"] not in {"demo-offline", "demo-slow"}
        ):
            lines = (await client.get(f"/service-lines/location/{location['id']}")).json()
            if offering["serviceLineId"] in {line["id"] for line in lines}:
                return offering | {"Encounter": {"locationId": location["id"]}}
    raise AssertionError("no such unit")


@pytest.mark.req("PERM-23", "API-65")
async def test_the_patient_of_a_cancelled_consult_is_not_edited(client: httpx.AsyncClient, bodies: Bodies) -> None:
    body = await bodies.request(client)
    consult_id = (await client.post("/consults", json=body)).json()["id"]
    cancelling = {"cancel": True, "cancellationReason": "Twice"}
    consult = (await client.post(f"/consults/{consult_id}/complete", json=cancelling)).json()
    path = f"/patient/{consult['Patient']['id']}/consults/{consult_id}"
    refused = await client.put(path, json={"patient": body["Patient"] | {"nameFamily": "Quill"}})
    assert (refused.status_code, refused.json()["code"]) == (409, "already_closed")
    assert refused.json()["completedByUser"]["username"] == "nurse"
    assert (await client.get(f"/consults/{consult_id}")).json()["Patient"] == consult["Patient"]


@pytest.mark.req("API-15", "ENT-23", "VAL-43")
async def test_a_unit_without_an_ehr_has_no_patients_from_it(client: httpx.AsyncClient, bodies: Bodies) -> None:
    body = await _of_unit(client, bodies, integrated=False)
    body["Patient"] |= {"isEmr": True, "emrId": "12"}
    refused = await client.post("/consults", json=body)
    assert refused.status_code == 400
    assert [error["field"] for error in refused.json()["errors"]] == ["Patient.isEmr"]


@pytest.mark.req("ENT-24", "VAL-14", "VAL-16", "API-65")
async def test_an_edited_patient_has_what_the_unit_collects(client: httpx.AsyncClient, bodies: Bodies) -> None:
    body = await _of_unit(client, bodies, integrated=False)
    consult_id = (await client.post("/consults", json=body)).json()["id"]
    before = (await client.get(f"/consults/{consult_id}")).json()["Patient"]
    path = f"/patient/{before['id']}/consults/{consult_id}"
    refused = await client.put(path, json={"patient": body["Patient"] | {"gender": None}})
    assert refused.status_code == 400
    assert [error["field"] for error in refused.json()["errors"]] == ["patient.gender"]
    assert (await client.get(f"/consults/{consult_id}")).json()["Patient"] == before
