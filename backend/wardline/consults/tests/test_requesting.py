"""Requesting a consult."""

import re
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SentEvent, SignIn
from wardline.core import clock
from wardline.core.http.json_bodies import DEPTH_LIMIT
from wardline.demo.samples import sample_at, samples
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.registry import all_lines


def nested(depth: int) -> Any:
    """Deeper than any body of the product."""
    value: Any = "x"
    for _ in range(depth):
        value = {"a": value}
    return value


@pytest.mark.req("API-15", "API-16", "ENT-04", "ENT-06", "ENT-12")
async def test_server_decides_state_time_and_author(client: httpx.AsyncClient, bodies: Bodies, noon: datetime) -> None:
    body = await bodies.request(
        client,
        state="completed",
        priorityId=1,
        createdAt="2020-01-01T00:00:00Z",
        createdByUser={"username": "admin"},
    )
    created = await client.post("/consults", json=body)
    assert created.status_code == 201
    consult = (await client.get(f"/consults/{created.json()['id']}")).json()
    assert consult["state"] == "new"
    assert consult["priorityId"] == 3
    assert consult["isEmergency"] is False
    assert consult["createdAt"] == "2026-03-04T12:00:00Z"
    assert consult["createdByUser"]["username"] == "nurse"


@pytest.mark.req("API-15", "BAPI-02", "INFO-05", "ENT-07", "ENT-16")
async def test_the_consult_shows_what_was_requested(client: httpx.AsyncClient, bodies: Bodies) -> None:
    """At a unit that collects all of it."""
    units = {unit["displayName"]: unit["id"] for unit in (await client.get("/locations/me")).json()}
    body = await bodies.request(client, Encounter={"locationId": units["Fernwood - Emergency Room"]})
    created = await client.post("/consults", json=body)
    assert (created.status_code, list(created.json())) == (201, ["id"]), created.text
    consult = (await client.get(f"/consults/{created.json()['id']}")).json()
    patient = body["Patient"] | {"additionalData": {"enumber": "4711", "patientNumber": None}}
    assert {name: consult["Patient"][name] for name in patient} == patient
    assert {name: consult[name] for name in ("state", "callbackNumber", "serviceLineId", "additionalData")} == {
        "state": "new",
        "callbackNumber": "(555) 010-0111",
        "serviceLineId": body["serviceLineId"],
        "additionalData": {"faxNumber": "(555) 010-0123", "hospitalName": "General"},
    }
    assert consult["Encounter"]["locationId"] == body["Encounter"]["locationId"]
    assert consult["TelePsychConsultDetail"].items() >= body["TelePsychConsultDetail"].items()


@pytest.mark.parametrize(
    ("sent", "stored"), [({}, False), ({"isEmergency": False}, False), ({"isEmergency": True}, True)]
)
@pytest.mark.req("ENT-06", "FSTROKE-30", "ENT-01", "ENT-04", "BCONST-10")
async def test_a_request_is_an_emergency_only_if_it_says_so(
    client: httpx.AsyncClient, bodies: Bodies, sent: dict[str, bool], stored: bool
) -> None:
    body = await bodies.request(client, "tele-stroke")
    for value in ("true", 1, None):
        assert (await client.post("/consults", json=body | {"isEmergency": value})).status_code == 400, value
    consult_id = await bodies.create(client, "tele-stroke", **sent)
    consult = (await client.get(f"/consults/{consult_id}")).json()
    assert (consult["isEmergency"], consult["priorityId"]) == (stored, 1 if stored else 3)


@pytest.mark.parametrize("line", all_lines(), ids=lambda line: line.slug)
@pytest.mark.req("WIZ-37", "FICU-05", "FTOX-05", "BCONST-10", "ENT-05")
async def test_an_emergency_comes_first_on_the_lines_that_have_one(
    sign_in: SignIn, bodies: Bodies, line: ServiceLineDefinition
) -> None:
    """The stroke lines' own forms have one, too; on other lines the flag is ignored."""
    nurse = sign_in("nurse")
    sample = sample_at(samples()[line.slug][0], clock.now())
    bodies.DETAILS = {line.slug: {key: value for key, value in sample.items() if key != "isEmergency"}}
    for sent in (True, False):
        consult_id = await bodies.create(nurse, line.slug, isEmergency=sent, priorityId=2)
        consult = (await nurse.get(f"/consults/{consult_id}")).json()
        is_emergency = sent and line.slug in {"tele-icu", "tele-toxicology", "tele-stroke", "acute-stroke"}
        assert (consult["isEmergency"], consult["priorityId"]) == (is_emergency, 1 if is_emergency else 3)
        assert (consult["priority"]["rank"] == 1) is is_emergency


@pytest.mark.req("BENT-24", "ENT-01", "ENT-05", "ENT-08", "ENT-10")
async def test_a_consult_has_the_shared_fields(client: httpx.AsyncClient, bodies: Bodies) -> None:
    consult_id = await bodies.create(client, "tele-neuro", reason="First seizure", priorityId=1)
    consult = (await client.get(f"/consults/{consult_id}")).json()
    assert (consult["id"], consult["state"], consult["reason"]) == (consult_id, "new", "First seizure")
    assert (consult["Patient"]["nameFamily"], consult["Encounter"]["status"]) == ("O'Connor-Díaz", "in-progress")
    assert consult["priorityId"] == 3
    assert consult["priority"] == {"name": "routine", "completionLimit": 2 * 60 * 60, "rank": 5}
    assert set(consult["additionalData"]) == {"faxNumber", "hospitalName"}
    me = (await client.get("/me")).json()
    assert consult["user"] == {key: me[key] for key in ("id", "username", "firstName", "lastName")}
    assert consult["commentCount"] == 0
    assert consult["callbackNumber"] == "(555) 010-0111"
    for count in (1, 2):
        await client.post(f"/consults/{consult['id']}/updates", json={"message": "Family at bedside."})
        assert (await client.get(f"/consults/{consult['id']}")).json()["commentCount"] == count


@pytest.mark.req("ENT-01", "ENT-02", "ENT-08", "ENT-10", "ENT-48")
async def test_a_consult_shows_who_requested_acknowledged_and_completed_it_and_when(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, noon: datetime
) -> None:
    clock.advance(timedelta(hours=3))
    consult_id = await bodies.create(client, "tele-stroke")
    path = f"/consults/{consult_id}"
    neuro, neuro2 = [await check_in(name, line="tele-stroke") for name in ("neuro", "neuro2")]
    clock.advance(timedelta(minutes=2, milliseconds=50))
    await neuro.post(f"{path}/acknowledge")
    clock.advance(timedelta(minutes=7))
    await neuro2.post(f"{path}/complete", json={"completeType": "video", "callLength": 5, "qaComment": "Advised."})
    consult = (await client.get(path)).json()
    (card,) = (await client.post("/consults/$cards", json={"ids": [consult_id]})).json()["consults"]
    moments = ["2026-03-04T15:00:00Z", "2026-03-04T15:02:00.050000Z", "2026-03-04T15:09:00.050000Z"]
    for data in (consult, card):
        assert [data[name] for name in ("createdAt", "acknowledgedAt", "completedAt")] == moments
        assert data["commentCount"] == 0
    people = [consult[name]["username"] for name in ("user", "createdByUser", "acknowledgedByUser", "completedByUser")]
    assert people == ["nurse", "nurse", "neuro", "neuro2"]
    assert consult["acknowledgedBy"] == consult["acknowledgedByUser"]["id"]
    ending = [consult[name] for name in ("state", "completeType", "cancellationReason", "qaComment", "signOffNote")]
    assert ending == ["completed", "video", None, "Advised.", None]


@pytest.mark.req("ENT-16", "ENT-17", "ENT-18", "ENT-48")
async def test_patient_has_flat_and_fhir_form(client: httpx.AsyncClient, bodies: Bodies) -> None:
    body = await bodies.request(client)
    numbers = ["MRN-7", "ACC-8"]
    body["Patient"] |= {"identifiers": [{"system": "urn:hospital:mrn", "value": number} for number in numbers]}
    consult_id = (await client.post("/consults", json=body)).json()["id"]
    patient = (await client.get(f"/consults/{consult_id}")).json()["Patient"]
    assert (patient["nameGiven"], patient["nameFamily"]) == ("Mary Ann", "O'Connor-Díaz")
    assert patient["birthDate"] == "1951-07-09"
    assert patient["name"] == [{"family": "O'Connor-Díaz", "given": ["Mary", "Ann"]}]
    assert patient["identifierValue"] == "MRN-7"
    assert patient["identifier"] == patient["identifiers"]
    assert [number["value"] for number in patient["identifier"]] == numbers
    assert re.fullmatch(r"https://\S+", patient["identifiers"][0]["system"])
    assert patient["identifiers"][0]["system"] != "urn:hospital:mrn"
    assert patient["isEmr"] is False
    assert set(patient["additionalData"]) == {"enumber", "patientNumber"}


@pytest.mark.req("CONST-05", "ENT-19", "ENT-20", "ENT-21")
async def test_encounter_shows_line_and_location(client: httpx.AsyncClient, bodies: Bodies) -> None:
    body = await bodies.request(client, "tele-stroke")
    consult_id = (await client.post("/consults", json=body)).json()["id"]
    encounter = (await client.get(f"/consults/{consult_id}")).json()["Encounter"]
    assert encounter["locationId"] == body["Encounter"]["locationId"]
    assert encounter["serviceLineId"] == body["serviceLineId"]
    assert encounter["status"] == "in-progress"
    assert encounter["organizationId"] == (await client.get("/me")).json()["organizations"][0]["id"]
    assert encounter["emrData"] is None
    line = encounter["ServiceLine"]
    assert (line["id"], line["name"], line["type"]) == (body["serviceLineId"], "Tele-Stroke", "Video")
    assert line["FeaturesByServiceLines"]["displayServiceType"] is True
    assert line["ServiceLineHours"] == []
    location = encounter["location"]
    assert location["OrganizationLocation"]["organization"]["name"]
    assert location["organizationsId"] == encounter["organizationId"]
    unit = (await client.get(f"/locations/{encounter['locationId']}")).json()
    same = ("id", "displayName", "facilityName", "unit", "phoneNumberAtLocation", "VidyoRooms", "organizationsId")
    assert [location[name] for name in same] == [unit[name] for name in same]
    assert encounter["FeaturesByLocations"] == unit["FeaturesByLocations"]
    bodies.DETAILS = {"tele-hospitalist": {"reason": "New admission"}}
    by_day = (await client.get(f"/consults/{await bodies.create(client, 'tele-hospitalist')}")).json()
    assert by_day["Encounter"]["ServiceLine"]["ServiceLineHours"] == [
        {"openDaysInWeek": "[1,6]", "openHours": "00:00-24:00", "openHoursTimezone": "America/New_York"}
    ]


@pytest.mark.req("INFO-41", "ENT-22", "ENT-21")
async def test_a_stroke_consult_names_the_hospitals_that_its_location_transfers_to(
    client: httpx.AsyncClient, bodies: Bodies
) -> None:
    units = (await client.get("/locations/me", params={"activeOnly": True})).json()
    (unit,) = (unit for unit in units if unit["displayName"] == "Fernwood - Emergency Room")
    body = await bodies.request(client, "tele-stroke", Encounter={"locationId": unit["id"]})
    body["Patient"]["additionalData"]["enumber"] = "4711"
    consult_id = (await client.post("/consults", json=body)).json()["id"]
    consult = (await client.get(f"/consults/{consult_id}")).json()
    assert [
        tuple(protocol[name] for name in ("transferFor", "transferTo", "transferDistanceMiles"))
        for protocol in consult["Encounter"]["location"]["TransferProtocols"]
        if protocol["serviceLineId"] == consult["serviceLineId"]
    ] == [("LVO", "Lakeshore General Hospital", 118.3), ("Thrombolytic", "Alder Creek Community Hospital", 41)]


@pytest.mark.req("API-14", "ENT-01", "FPSYCH-06", "INFO-20")
async def test_the_psych_reason_is_built_from_the_selected_choices(client: httpx.AsyncClient, bodies: Bodies) -> None:
    detail = {
        "isPrnMedicationRecommendations": True,
        "isComplexCaseRecommendations": False,
        "isManagementIntoxicationWithdrawalSymptomsRecommendations": True,
        "otherReason": " Second opinion ",
    }
    consult_id = await bodies.create(client, TelePsychConsultDetail=detail)
    consult = (await client.get(f"/consults/{consult_id}")).json()
    assert consult["reason"] is None
    assert consult["callReason"] == (
        "PRN Medication Recommendations"
        " • Management of Intoxication/Withdrawal Symptoms Recommendations"
        " • Second opinion"
    )
    assert consult["TelePsychConsultDetail"]["otherReason"] == "Second opinion"
    assert consult["TelePsychConsultDetail"]["isComplexCaseRecommendations"] is False


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"callbackNumber": "5550100111"}, "callbackNumber", "Enter a valid phone number."),
        ({"callbackNumber": "  "}, "callbackNumber", "This field is required."),
        ({"TelePsychConsultDetail": {}}, "TelePsychConsultDetail", "You must select at least one."),
        (
            {"TelePsychConsultDetail": {"otherReason": "  "}},
            "TelePsychConsultDetail.otherReason",
            "You must enter a value for Other.",
        ),
        ({"serviceLineId": 999}, "serviceLineId", "Enter a valid value."),
        ({"serviceLineId": None}, "serviceLineId", "Enter a valid value."),
        ({"serviceLineId": [{}]}, "serviceLineId", "Enter a valid value."),
        ({"serviceLineId": "3"}, "serviceLineId", "Enter a valid value."),
        ({"callback_number": "(555) 010-0111"}, "callback_number", "Unknown field."),
        ({"Encounter": {"location_id": 1}}, "Encounter.location_id", "Unknown field."),
        ({"Encounter": {"locationId": "5"}}, "Encounter.locationId", "Whole numbers only"),
        ({"Encounter": {"locationId": 5.5}}, "Encounter.locationId", "Whole numbers only"),
        ({"isEmergency": "yes"}, "isEmergency", "Enter a valid value."),
        ({"Encounter": {}}, "Encounter.locationId", "This field is required."),
    ],
)
@pytest.mark.req("API-06", "FPSYCH-01", "FPSYCH-02", "FPSYCH-03", "VAL-02")
async def test_bad_request_names_the_field(
    client: httpx.AsyncClient, bodies: Bodies, changes: dict[str, Any], field: str, message: str | None
) -> None:
    response = await client.post("/consults", json=await bodies.request(client, **changes))
    assert response.status_code == 400
    error = response.json()
    assert set(error) == {"code", "message", "errors"}
    named = {found["field"]: found["message"] for found in error["errors"]}
    assert field in named
    assert message is None or named[field] == message


@pytest.mark.parametrize(
    ("content", "field", "message"),
    [
        ('{"a": ', "body", "The request is not valid JSON."),
        ("[]", "body", "Enter a valid value."),
        ("{}", "serviceLineId", "This field is required."),
    ],
)
@pytest.mark.req("API-06", "API-15", "VAL-43")
async def test_malformed_requests_are_refused(
    client: httpx.AsyncClient, content: str, field: str, message: str
) -> None:
    response = await client.post("/consults", content=content, headers={"Content-Type": "application/json"})
    assert (response.status_code, response.json()["errors"]) == (400, [{"field": field, "message": message}])


@pytest.mark.parametrize("field", ["state", "priorityId", "createdAt", "createdByUser"])
@pytest.mark.req("API-15", "API-16")
async def test_an_ignored_field_is_not_even_walked_through(
    client: httpx.AsyncClient, bodies: Bodies, field: str
) -> None:
    assert await bodies.create(client, **{field: nested(DEPTH_LIMIT - 1)})


async def test_a_nested_error_names_its_field(client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies) -> None:
    consult_id = await bodies.create(client, "tele-neuro", reason="First seizure")
    neuro = await check_in("neuro", line="tele-neuro")
    deep = {"TeleNeuroConsultDetail": {"physicianName": nested(DEPTH_LIMIT - 2)}}
    changed = await neuro.patch(f"/consults/{consult_id}", json=deep)
    assert changed.status_code == 400
    assert [error["field"] for error in changed.json()["errors"]] == ["TeleNeuroConsultDetail.physicianName"]
    completed = await neuro.post(
        f"/consults/{consult_id}/complete", json={"completeType": "video", "callLength": nested(DEPTH_LIMIT - 2)}
    )
    assert completed.status_code == 400
    assert [error["field"] for error in completed.json()["errors"]] == ["callLength"]


@pytest.mark.req("VAL-43", "VAL-07", "VAL-10", "API-15")
async def test_bad_patient_changes_nothing(
    client: httpx.AsyncClient, bodies: Bodies, sent_events: list[SentEvent]
) -> None:
    body = await bodies.request(client)
    body["Patient"]["nameFamily"] = "x" * 256
    body["Patient"]["birthDate"] = "2000-02-30"
    before = (await client.post("/consults/$search", json={"length": 100})).json()["consults"]
    response = await client.post("/consults", json=body)
    named = {found["field"]: found["message"] for found in response.json()["errors"]}
    assert named == {
        "Patient.nameFamily": "Must be at most 255 characters long.",
        "Patient.birthDate": "Enter a valid date.",
    }
    assert (await client.post("/consults/$search", json={"length": 100})).json()["consults"] == before
    assert sent_events == []


@pytest.mark.req("API-03", "API-06")
async def test_a_repeat_with_the_same_key_acts_once(
    client: httpx.AsyncClient, bodies: Bodies, sent_events: list[SentEvent]
) -> None:
    body = await bodies.request(client)
    headers = {"Idempotency-Key": "press-1"}
    first = await client.post("/consults", json=body, headers=headers)
    again = await client.post("/consults", json=body, headers=headers)
    assert (again.status_code, again.json()) == (201, first.json())
    assert [event.name for event in sent_events] == ["consult:created"]
    other = await client.post("/consults", json=body | {"callbackNumber": "(555) 010-0112"}, headers=headers)
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_key_reused")


@pytest.mark.req("API-03")
async def test_refused_request_does_not_use_up_its_key(client: httpx.AsyncClient, bodies: Bodies) -> None:
    body = await bodies.request(client)
    headers = {"Idempotency-Key": "press-2"}
    assert (await client.post("/consults", json=body | {"callbackNumber": ""}, headers=headers)).status_code == 400
    assert (await client.post("/consults", json=body, headers=headers)).status_code == 201


@pytest.mark.req("API-15", "WIZ-45", "INFO-02", "BPERM-01", "PERM-05")
async def test_users_without_the_permission_cannot_request(
    sign_in: SignIn, bodies: Bodies, session: AsyncSession
) -> None:
    """Nor can users for a unit where they do not work, or for one that is switched off."""
    nurse = sign_in("nurse")
    body = await bodies.request(nurse)
    for username in ("nobody", "reporting", "coordinator", "admin"):
        refused = await sign_in(username).post("/consults", json=body)
        assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    elsewhere = await sign_in("elsewhere").post("/consults", json=body)
    assert (elsewhere.status_code, elsewhere.json()["code"]) == (403, "location_not_requestable")
    everything = {unit["displayName"]: unit["id"] for unit in (await nurse.get("/locations/active")).json()}
    own = body["Encounter"]["locationId"]
    await session.execute(text("update location_units set active = false where id = :id"), {"id": own})
    await session.commit()
    for unit_id in (everything["Alder Creek - Medical Surgical"], own):
        refused = await nurse.post("/consults", json=body | {"Encounter": {"locationId": unit_id}})
        assert (refused.status_code, refused.json()["code"]) == (403, "location_not_requestable")


@pytest.mark.req("API-15", "ENT-47", "INFO-02", "WIZ-29")
async def test_line_that_is_not_theirs_is_refused(client: httpx.AsyncClient, sign_in: SignIn, bodies: Bodies) -> None:
    stroke = await bodies.request(client, "tele-stroke")
    for location in (await client.get("/locations/me?activeOnly=true")).json():
        lines = (await client.get(f"/service-lines/location/{location['id']}")).json()
        if stroke["serviceLineId"] not in {line["id"] for line in lines}:
            break
    response = await client.post("/consults", json=stroke | {"Encounter": {"locationId": location["id"]}})
    assert (response.status_code, response.json()["code"]) == (403, "service_line_not_requestable")
    neuro = sign_in("neuro")
    regional = await bodies.request(neuro, "tele-stroke", serviceLineId=10)
    lines = (await client.get(f"/service-lines/location/{regional['Encounter']['locationId']}")).json()
    assert 10 in {line["id"] for line in lines}
    response = await neuro.post("/consults", json=regional)
    assert (response.status_code, response.json()["code"]) == (403, "service_line_not_requestable")
