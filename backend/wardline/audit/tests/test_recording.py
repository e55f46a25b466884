"""Each request that touches patients writes one entry, and nothing else does."""

import uuid
from collections.abc import AsyncIterator
from typing import Any

import httpx
import psycopg
import pytest
from bodies import Bodies, from_census
from fastapi import FastAPI
from fastapi.routing import APIRoute
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SignIn
from wardline.audit.recording import AuditedRoute
from wardline.core.db.database import Database
from wardline.main import API_ROUTERS

ABOUT_NO_PATIENT = {
    "changeUser",
    "addFavoriteLocations",
    "assignLocation",
    "getCoverage",
    "getPageForecast",
    "listForecastChoices",
    "listRoles",
    "getRole",
    "getRoleEffect",
    "getHealth",
    "getLocation",
    "getMe",
    "getSafekeepingKey",
    "getSbom",
    "getSystem",
    "giveFeedback",
    "listActiveLocations",
    "listFacilities",
    "listFacilityTypes",
    "issueDutyToken",
    "listDutyNotices",
    "setDutyNoticeSeen",
    "listDutyPages",
    "revokeDutyToken",
    "listFavoriteLocations",
    "listLicenses",
    "listLocations",
    "listMyLocations",
    "listOtgLocations",
    "listPriorities",
    "listServiceLinesOfLocation",
    "listStandaloneKeys",
    "listVidyoRooms",
    "reassignLocation",
    "removeFavoriteLocation",
    "receiveFaxCallback",
    "receivePhoneCallback",
    "addContact",
    "changeContacts",
    "listContacts",
    "removeContact",
    "replacePushSubscription",
    "reportPush",
    "readCalendar",
    "sendContactCode",
    "testContacts",
    "verifyContact",
}
STRANGER = "11111111-2222-4333-8444-555555555555"


def _routes() -> list[APIRoute]:
    return [route for router in API_ROUTERS for route in router.routes if isinstance(route, APIRoute)]


def test_every_call_about_patients_is_audited() -> None:
    routes = _routes()
    assert {route.operation_id for route in routes if not isinstance(route, AuditedRoute)} == ABOUT_NO_PATIENT
    assert len(routes) > 2 * len(ABOUT_NO_PATIENT)


async def _entries(session: AsyncSession) -> list[dict[str, Any]]:
    rows = (await session.execute(text("select * from audit_entries order by id"))).mappings().all()
    await session.commit()
    return [dict(row) for row in rows]


async def _latest(session: AsyncSession) -> dict[str, Any]:
    return (await _entries(session))[-1]


async def test_reading_a_consult_is_audited(
    client: httpx.AsyncClient, sign_in: SignIn, bodies: Bodies, session: AsyncSession
) -> None:
    consult_id = await bodies.create(client)
    user_id = (await client.get("/me")).json()["id"]
    before = len(await _entries(session))
    response = await client.get(f"/consults/{consult_id}", headers={"X-Request-ID": "from-the-proxy-1"})
    entries = await _entries(session)
    assert len(entries) == before + 1
    entry = entries[-1]
    assert entry.pop("id") > 0
    assert entry.pop("at").tzinfo is not None
    assert entry == {
        "request_id": "from-the-proxy-1",
        "user_id": user_id,
        "action": "getConsult",
        "status": 200,
        "code": None,
        "address": "127.0.0.1",
        "organization_ids": [response.json()["Encounter"]["organizationId"]],
        "consult_ids": [uuid.UUID(consult_id)],
        "patient_ids": [uuid.UUID(response.json()["Patient"]["id"])],
        "emr_ids": [],
        "details": None,
    }
    assert response.headers["x-request-id"] == "from-the-proxy-1"


async def test_a_response_without_a_proxys_request_id_has_its_own(
    client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession
) -> None:
    path = f"/consults/{await bodies.create(client)}/updates"
    first = (await client.get(path)).headers["x-request-id"]
    second = (await client.get(path, headers={"X-Request-ID": "Mary Ann O'Connor"})).headers["x-request-id"]
    assert first != second
    assert [entry["request_id"] for entry in await _entries(session)][-2:] == [first, second]


@pytest.mark.req("DET-07")
async def test_every_read_and_change_is_audited(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, session: AsyncSession
) -> None:
    consult_id = await bodies.create(client)
    psych = await check_in("psych", line="tele-psych")
    consult = (await psych.get(f"/consults/{consult_id}")).json()
    patient_id, encounter_id = consult["Patient"]["id"], consult["Encounter"]["id"]
    path = f"/consults/{consult_id}"
    patient = {"nameGiven": "Marie", "nameFamily": "Curie", "birthDate": "1950-11-07", "gender": "female"}
    patient["additionalData"] = consult["Patient"]["additionalData"]
    calls: list[tuple[str, str, str, dict[str, Any] | None]] = [
        ("readConsultCards", "POST", "/consults/$cards", {"ids": [consult_id]}),
        ("listUpdates", "GET", f"{path}/updates", None),
        ("listTransfers", "GET", f"{path}/transfers", None),
        ("exportConsult", "POST", f"{path}/export", None),
        ("getPatient", "GET", f"/patient/{patient_id}", None),
        ("listPatientConsults", "GET", f"/patient/{patient_id}/consults", None),
        ("countPatientConsults", "GET", f"/patient/{patient_id}/consults/$count", None),
        ("acknowledgeConsult", "POST", f"{path}/acknowledge", None),
        ("getOpenWork", "GET", "/checkout/open-work", None),
        ("changeConsult", "PATCH", path, {"callbackNumber": "(555) 010-0177"}),
        ("addUpdate", "POST", f"{path}/updates", {"message": "On my way"}),
        ("editPatient", "PUT", f"/patient/{patient_id}/consults/{consult_id}", {"patient": patient}),
        ("completeConsult", "POST", f"{path}/complete", {"completeType": "video"}),
        ("dischargeEncounter", "POST", f"/otg/{encounter_id}/$discharge", None),
        ("dischargePatient", "POST", f"/patient/{patient_id}/$discharge", None),
    ]
    for action, method, address, body in calls:
        response = await psych.request(method, address, json=body)
        assert response.is_success, (action, response.text)
        entry = await _latest(session)
        assert (entry["action"], entry["status"]) == (action, response.status_code)
        assert entry["consult_ids"] == [uuid.UUID(consult_id)], action
        assert entry["patient_ids"] == [uuid.UUID(patient_id)], action


async def test_a_list_is_audited_for_every_patient_on_the_page(
    client: httpx.AsyncClient, session: AsyncSession
) -> None:
    response = await client.post("/consults/$search", json={"length": 3, "start": 2})
    ids = sorted(uuid.UUID(consult["id"]) for consult in response.json()["consults"])
    entry = await _latest(session)
    assert (entry["action"], entry["consult_ids"], len(entry["patient_ids"])) == ("searchConsults", ids, len(ids))


async def test_a_census_is_audited_for_every_patient_on_the_page(
    client: httpx.AsyncClient, session: AsyncSession
) -> None:
    units = (await client.get("/locations/me", params={"activeOnly": True})).json()
    unit = next(unit for unit in units if unit["emrCode"] == "ED")
    response = await client.post("/locations/census", json={"ids": [unit["id"]], "length": 4})
    ids = sorted(patient["emrId"] for patient in response.json()["census"])
    entry = await _latest(session)
    assert len(ids) == 4
    assert (entry["action"], entry["emr_ids"], len(entry["organization_ids"])) == ("readCensus", ids, 1)


async def test_a_request_for_a_patient_of_the_record_has_their_id(
    client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession
) -> None:
    body = await bodies.request(client)
    units = (await client.get("/locations/me", params={"activeOnly": True})).json()
    unit = next(unit for unit in units if unit["emrCode"] == "ED")
    patient = (await client.post("/locations/census", json={"ids": [unit["id"]]})).json()["census"][0]
    body["Patient"] |= from_census(patient)
    body["Encounter"]["locationId"] = unit["id"]
    created = await client.post("/consults", json=body)
    assert created.status_code == 201, created.text
    entry = await _latest(session)
    assert (entry["action"], entry["consult_ids"]) == ("createConsult", [uuid.UUID(created.json()["id"])])
    assert entry["emr_ids"] == [patient["emrId"]]


async def test_a_refusal_is_audited_with_its_reason(
    client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession
) -> None:
    consult_id = await bodies.create(client)
    await client.get(f"/consults/{STRANGER}")
    unknown = await _latest(session)
    assert (unknown["action"], unknown["status"], unknown["code"]) == ("getConsult", 404, "consult_not_found")
    assert (unknown["consult_ids"], unknown["patient_ids"]) == ([uuid.UUID(STRANGER)], [])
    await client.post(f"/consults/{consult_id}/acknowledge")
    refused = await _latest(session)
    assert (refused["action"], refused["status"], refused["code"]) == ("acknowledgeConsult", 403, "forbidden")
    await client.post("/consults", json={"serviceLineId": 1})
    invalid = await _latest(session)
    assert (invalid["action"], invalid["status"], invalid["code"]) == ("createConsult", 400, "validation")


async def test_a_refusal_by_the_framework_is_audited_with_its_code(
    client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession
) -> None:
    consult_id = await bodies.create(client)

    async def too_much() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b" " * 65_536

    response = await client.post(f"/consults/{consult_id}/acknowledge", content=too_much())
    assert response.status_code == 413
    refused = await _latest(session)
    assert (refused["action"], refused["status"], refused["code"]) == ("acknowledgeConsult", 413, "too_large")


async def test_an_unauthenticated_call_leaves_no_entry(
    app: Any, client: httpx.AsyncClient, session: AsyncSession
) -> None:
    response = await client.get(f"/consults/{STRANGER}", headers={"Authorization": "Bearer nobody"})
    assert response.status_code == 401
    assert await _entries(session) == []


async def test_an_entry_has_only_ids_of_persons(
    client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession
) -> None:
    await bodies.create(client)
    await client.post("/consults/$search", json={"filter": {"searchString": "o'connor"}})
    recorded = str(await _entries(session)).lower()
    assert "connor" not in recorded
    assert "1951-07" not in recorded


@pytest.mark.req("API-06")
async def test_a_call_that_cannot_be_audited_gets_no_response(
    bare_app: FastAPI, cloned: tuple[str, str], sign_in: SignIn, bodies: Bodies
) -> None:
    nurse = sign_in("nurse")
    bare_app.state.database = database = Database(cloned[0], pool_size=2)
    body = await bodies.request(nurse)
    await _as_owner(cloned, "revoke execute on function record_audit_entry from wardline_app")
    before = await _as_owner(cloned, "select count(*) from consults")
    response = await nurse.post("/consults", json=body)
    refusal = {"code": "internal", "message": "Something went wrong on the server.", "errors": []}
    assert (response.status_code, response.json()) == (500, refusal)
    assert await _as_owner(cloned, "select count(*) from consults") == before
    await database.close()


async def _as_owner(cloned: tuple[str, str], statement: str) -> Any:
    async with await psycopg.AsyncConnection.connect(cloned[1].replace("+psycopg", ""), autocommit=True) as owner:
        cursor = await owner.execute(statement)
        return await cursor.fetchall() if cursor.description else None


async def test_a_repeated_call_is_audited_for_the_first_ones_result(
    client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession
) -> None:
    body, key = await bodies.request(client), {"Idempotency-Key": "pressed-twice"}
    first, again = [await client.post("/consults", json=body, headers=key) for _ in range(2)]
    made = uuid.UUID(first.json()["id"])
    assert again.json() == first.json()
    assert [entry["consult_ids"] for entry in await _entries(session)] == [[made], [made]]


async def test_check_ins_and_check_outs_are_audited_for_every_served_organization(
    check_in: CheckIn, sign_in: SignIn, session: AsyncSession
) -> None:
    psych = await check_in("psych", line="tele-psych")
    line_id = (await psych.get("/checkin")).json()[0]["serviceLineId"]
    checked_in = await _latest(session)
    served = await session.scalars(
        text(
            "select distinct organization_id from facilities join location_units l on facility_id = facilities.id"
            " join location_service_lines on location_id = l.id where service_line_id = :id order by 1"
        ),
        {"id": line_id},
    )
    assert (checked_in["action"], checked_in["status"], checked_in["details"]) == (
        "checkIn",
        201,
        {"serviceLineId": line_id},
    )
    assert checked_in["organization_ids"] == list(served) != []
    await psych.post("/checkout")
    checked_out = await _latest(session)
    assert (checked_out["action"], checked_out["status"], checked_out["details"]) == (
        "checkOut",
        204,
        {"serviceLineIds": [line_id]},
    )
    assert checked_out["organization_ids"] == checked_in["organization_ids"]
    duty = {"roleId": 1, "serviceLineId": line_id, "phoneNumber": "(555) 010-0199", "primary": True}
    assert (await sign_in("nurse").post("/checkin", json=duty)).status_code == 403
    refused = await _latest(session)
    assert (refused["action"], refused["code"]) == ("checkIn", "forbidden")
    assert refused["details"] == {"serviceLineId": line_id}
