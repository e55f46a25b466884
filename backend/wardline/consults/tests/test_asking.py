"""Who may request a consult, and which patient data are refused before anything is written."""

from typing import Any

import httpx
import pytest
from bodies import Bodies
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SentEvent, SignIn
from wardline.places.models import LocationUnit

REQUIRED = "This field is required."
LINES_OF_EMERGENCIES = ("tele-icu", "tele-toxicology")


async def _emergency(client: httpx.AsyncClient, slug: str) -> dict[str, Any]:
    """The line's part of an emergency request, at one of the caller's units that does not collect its own number."""
    for unit in (await client.get("/locations/me", params={"activeOnly": True})).json():
        if unit["FeaturesByLocations"]["configurablePatientNumber"]:
            continue
        for line in (await client.get(f"/service-lines/location/{unit['id']}")).json():
            if line["slug"] == slug:
                return {"serviceLineId": line["id"], "Encounter": {"locationId": unit["id"]}, "isEmergency": True}
    raise AssertionError(f"no user's unit offers {slug}")


async def _refusals(client: httpx.AsyncClient, bodies: Bodies, **changes: Any) -> dict[str, str]:
    """The message for each field of a patient with these values."""
    body = await bodies.request(client)
    response = await client.post("/consults", json=body | {"Patient": body["Patient"] | changes})
    if response.status_code == 201:
        return {}
    assert response.status_code == 400
    return {error["field"]: error["message"] for error in response.json()["errors"]}


@pytest.mark.parametrize("slug", LINES_OF_EMERGENCIES)
@pytest.mark.req("WIZ-37", "WIZ-33", "BCONST-10", "FICU-05", "FTOX-05")
async def test_an_emergency_comes_before_everything_else(client: httpx.AsyncClient, bodies: Bodies, slug: str) -> None:
    patient = await bodies.request(client)
    body = {key: patient[key] for key in ("Patient", "callbackNumber", "additionalData")}
    created = await client.post("/consults", json=body | await _emergency(client, slug))
    assert created.status_code == 201, created.text
    consult = (await client.get(f"/consults/{created.json()['id']}")).json()
    assert (consult["priorityId"], consult["isEmergency"]) == (1, True)


@pytest.mark.parametrize("username", ["edtech", "nurse", "bedside"])
@pytest.mark.req("NAV-23", "API-15", "API-16", "ENT-19", "ENT-37")
async def test_bedside_staff_ask_for_a_patient_at_a_location_and_a_line(
    sign_in: SignIn, bodies: Bodies, username: str
) -> None:
    client = sign_in(username)
    me = (await client.get("/me")).json()
    assert [role["name"] for role in me["roles"]] == ["Bedside Provider"]
    body = await bodies.request(client, "tele-stroke")
    created = await client.post("/consults", json=body)
    consult = (await client.get(f"/consults/{created.json()['id']}")).json()
    assert consult["createdByUser"]["username"] == username
    asked_for = ("nameGiven", "nameFamily", "birthDate", "gender")
    assert {name: consult["Patient"][name] for name in asked_for} == {name: body["Patient"][name] for name in asked_for}
    assert consult["Encounter"]["locationId"] == body["Encounter"]["locationId"]
    assert consult["Encounter"]["serviceLineId"] == body["serviceLineId"]


@pytest.mark.req("WIZ-45", "API-15", "BPERM-01", "BPERM-02", "PERM-05")
async def test_only_these_users_can_request(client: httpx.AsyncClient, sign_in: SignIn, bodies: Bodies) -> None:
    body = await bodies.request(client)
    neurologist = sign_in("neuro")
    before = (await client.post("/consults/$search", json={})).json()
    assert (await neurologist.post("/consults", json=body)).status_code == 403
    assert (await client.post("/consults/$search", json={})).json() == before


@pytest.mark.parametrize(
    ("unit", "gender", "number"),
    [("Emergency Department", "other", None), ("4 West Medical", None, None), ("5 East Cardiology", "male", "1234")],
)
@pytest.mark.req("API-15", "BAPI-02", "ENT-07", "ENT-16")
async def test_hidden_questions_have_no_answer(
    client: httpx.AsyncClient, bodies: Bodies, unit: str, gender: str | None, number: str | None
) -> None:
    """Although the unit has its own fax number and hospital name."""
    units = {unit["displayName"]: unit["id"] for unit in (await client.get("/locations/me")).json()}
    place = {"locationId": units[f"Lakeshore General - {unit}"]}
    body = await bodies.request(client, Encounter=place, additionalData={})
    body["Patient"] |= {"gender": gender, "additionalData": {"patientNumber": number}}
    consult_id = (await client.post("/consults", json=body)).json()["id"]
    consult = (await client.get(f"/consults/{consult_id}")).json()
    assert consult["additionalData"] == {"faxNumber": None, "hospitalName": None}
    assert consult["Patient"]["additionalData"] == {"enumber": None, "patientNumber": number}
    assert consult["Patient"]["gender"] == gender


@pytest.mark.parametrize(
    ("collected", "stored"),
    [
        ({"hospitalName": "General"}, {"faxNumber": None, "hospitalName": "General"}),
        ({"faxNumber": "(555) 010-0123"}, {"faxNumber": "(555) 010-0123", "hospitalName": None}),
    ],
)
@pytest.mark.req("ENT-07")
async def test_a_unit_may_collect_the_fax_number_or_the_name_of_the_hospital_alone(
    client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession, collected: dict[str, str], stored: dict[str, str]
) -> None:
    body = await bodies.request(client, additionalData=collected)
    unit = await session.get_one(LocationUnit, body["Encounter"]["locationId"])
    unit.collect_fax_number = "faxNumber" in collected
    unit.collect_hospital_name = "hospitalName" in collected
    await session.commit()
    created = await client.post("/consults", json=body)
    assert created.status_code == 201, created.text
    consult = (await client.get(f"/consults/{created.json()['id']}")).json()
    assert consult["additionalData"] == stored


@pytest.mark.req("ENT-03", "ENT-07")
async def test_what_was_asked_stays_as_others_acknowledge_comment_and_complete(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, session: AsyncSession
) -> None:
    body = await bodies.request(client, "tele-stroke", isEmergency=True)
    unit = await session.get_one(LocationUnit, body["Encounter"]["locationId"])
    unit.collect_fax_number = unit.collect_hospital_name = True
    await session.commit()
    path = f"/consults/{(await client.post('/consults', json=body)).json()['id']}"
    me = (await client.get("/me")).json()
    user = {field: me[field] for field in ("id", "username", "firstName", "lastName")}
    neuro = await check_in("neuro", line="tele-stroke")
    comment = {"message": "On my way"}
    steps = (("acknowledge", None, 0), ("updates", comment, 1), ("complete", {"completeType": "video"}, 1))
    for step, sent, comments in steps:
        assert (await neuro.post(f"{path}/{step}", json=sent)).is_success
        consult = (await client.get(path)).json()
        assert consult["user"] == consult["createdByUser"] == user, step
        assert (consult["isEmergency"], consult["serviceLineId"]) == (True, body["serviceLineId"]), step
        assert consult["additionalData"] == {"faxNumber": "(555) 010-0123", "hospitalName": "General"}, step
        assert (consult["commentCount"], consult["consultView"]) == (comments, []), step
        assert (consult["hasTransfer"], consult["transfer"]) == (False, None), step
        assert consult["TeleStrokeConsultDetail"]["nihss"] == body["TeleStrokeConsultDetail"]["nihss"], step


@pytest.mark.req("API-15", "INFO-02", "WIZ-29")
async def test_a_line_that_a_user_gives_but_may_not_request_is_refused(sign_in: SignIn, bodies: Bodies) -> None:
    neuro = sign_in("neuro")
    units = {unit["displayName"]: unit["id"] for unit in (await neuro.get("/locations/me")).json()}
    medical = {"Encounter": {"locationId": units["Alder Creek - Medical Surgical"]}}
    body = await bodies.request(sign_in("nurse"), "tele-stroke") | medical
    assert body["serviceLineId"] != 10
    assert (await neuro.post("/consults", json=body)).status_code == 201
    refused = await neuro.post("/consults", json=body | {"serviceLineId": 10})
    assert (refused.status_code, refused.json()["code"]) == (403, "service_line_not_requestable")


@pytest.mark.req("INFO-02", "WIZ-29")
async def test_requesting_a_line_requires_no_membership(sign_in: SignIn, bodies: Bodies) -> None:
    triage = sign_in("triage")
    assert [line["slug"] for line in (await triage.get("/me")).json()["serviceLines"]] == ["tele-triage"]
    assert await bodies.create(triage, "tele-stroke")


@pytest.mark.usefixtures("noon")
@pytest.mark.req("VAL-10", "VAL-11", "VAL-13", "API-15", "BCONST-09")
async def test_a_birth_date_is_a_day_from_1800_to_today(client: httpx.AsyncClient, bodies: Bodies) -> None:
    """It is noon on 2026-03-04; a day is future where no place on earth has it yet."""
    field = "Patient.birthDate"
    for no_day in ("2000-02-30", "2000-02-29T00:00:00Z"):
        assert list(await _refusals(client, bodies, birthDate=no_day)) == [field]
    assert list(await _refusals(client, bodies, birthDate="2026-03-06")) == [field]
    assert list(await _refusals(client, bodies, birthDate="1799-12-31")) == [field]
    for day in ("2026-03-04", "1800-01-01", "2000-02-29"):
        assert await _refusals(client, bodies, birthDate=day) == {}


@pytest.mark.req("VAL-15", "VAL-43")
async def test_a_sex_is_one_of_four(client: httpx.AsyncClient, bodies: Bodies) -> None:
    for sex in ("male", "female", "other", "unknown"):
        assert await _refusals(client, bodies, gender=sex) == {}
    for sex in ("M", "Female", "none"):
        assert list(await _refusals(client, bodies, gender=sex)) == ["Patient.gender"]


@pytest.mark.req("VAL-06", "VAL-07", "VAL-42", "VAL-44", "VAL-43")
async def test_a_name_is_not_blank_and_has_at_most_255_characters(client: httpx.AsyncClient, bodies: Bodies) -> None:
    too_long = "Must be at most 255 characters long."
    for name in ("nameGiven", "nameFamily"):
        assert await _refusals(client, bodies, **{name: " \t "}) == {f"Patient.{name}": REQUIRED}
        assert await _refusals(client, bodies, **{name: "x" * 256}) == {f"Patient.{name}": too_long}
        assert await _refusals(client, bodies, **{name: f" {'x' * 255} "}) == {}
    number = {"system": "urn:hospital:mrn", "value": "7" * 256}
    assert list(await _refusals(client, bodies, identifiers=[number])) == ["Patient.identifiers.0.value"]
    assert await _refusals(client, bodies, identifiers=[number | {"value": "7" * 255}]) == {}


@pytest.mark.parametrize("emergency", [{}, {"isEmergency": True, "TeleStrokeConsultDetail": {}}])
@pytest.mark.req("RT-07", "RT-16", "RT-17", "NOTIF-13")
async def test_creation_publishes_ids_only_to_users_who_may_view(
    client: httpx.AsyncClient, bodies: Bodies, sent_events: list[SentEvent], emergency: dict[str, object]
) -> None:
    body = await bodies.request(client, "tele-stroke", **emergency)
    consult_id = (await client.post("/consults", json=body)).json()["id"]
    consult = (await client.get(f"/consults/{consult_id}")).json()
    (event,) = sent_events
    organization_id = consult["Encounter"]["organizationId"]
    assert event.name == "consult:created"
    assert event.data == {
        "consultId": consult_id,
        "serviceLineId": body["serviceLineId"],
        "locationId": body["Encounter"]["locationId"],
        "organizationId": organization_id,
        "actorId": consult["createdByUser"]["id"],
    }
    assert event.rooms == [f"line:{organization_id}:{body['serviceLineId']}"]
