"""Which values a patient's fields accept, the same in a request and in a correction; the server checks them too."""

from datetime import UTC, datetime
from itertools import cycle
from typing import Any

import httpx
import pytest
from bodies import Bodies

from conftest import SentEvent
from wardline.core import clock

PATIENT = {"nameGiven": "Marian", "nameFamily": "Quill", "birthDate": "1951-07-09", "gender": "female"}
REAL, REQUIRED = "Enter a valid date.", "This field is required."
TOO_LONG = "Must be at most 255 characters long."
ENUMBER, NUMBER = "additionalData.enumber", "additionalData.patientNumber"


class Desk:
    """Both operations with a patient, at one unit."""

    def __init__(self, client: httpx.AsyncClient, body: dict[str, Any], consult: dict[str, Any]) -> None:
        self._client = client
        self._body = body
        self._path = f"/patient/{consult['Patient']['id']}/consults/{consult['id']}"
        self._shown = consult["Patient"]
        self._sends_before = cycle((True, False))

    async def errors(self, changes: dict[str, Any] | None = None, *, without: str | None = None) -> dict[str, str]:
        """The message at each of the patient's fields, from both operations; empty if both accept it.

        Every other correction also sends what its form showed, as the browser does.

        """
        patient = self._body["Patient"] | (changes or {})
        patient.pop(without, None)
        created = await self._client.post("/consults", json=self._body | {"Patient": patient})
        before = {name: self._shown[name] for name in (*PATIENT, "additionalData")}
        sent = {"patient": patient} | ({"before": before} if next(self._sends_before) else {})
        corrected = await self._client.put(self._path, json=sent)
        if corrected.status_code == 200:
            self._shown = corrected.json()
        found = []
        for response, prefix in ((created, "Patient."), (corrected, "patient.")):
            assert response.status_code in {200, 201, 400}, response.text
            errors = response.json().get("errors", [])
            found.append({error["field"].removeprefix(prefix): error["message"] for error in errors})
        assert found[0] == found[1]
        return found[0]


async def _desk(client: httpx.AsyncClient, name: str, **additional: str) -> Desk:
    units = (await client.get("/locations/me", params={"activeOnly": True})).json()
    unit = next(unit for unit in units if unit["displayName"] == name)
    lines = {line["slug"]: line["id"] for line in (await client.get(f"/service-lines/location/{unit['id']}")).json()}
    body = {
        "Patient": PATIENT | {"additionalData": additional},
        "Encounter": {"locationId": unit["id"]},
        "additionalData": {"faxNumber": "(555) 010-0123", "hospitalName": "General"},
        "serviceLineId": lines["tele-psych"],
        "callbackNumber": "(555) 010-0111",
        **Bodies.DETAILS["tele-psych"],
    }
    created = await client.post("/consults", json=body)
    assert created.status_code == 201, created.text
    consult = (await client.get(f"/consults/{created.json()['id']}")).json()
    return Desk(client, body, consult)


@pytest.fixture
async def desk(client: httpx.AsyncClient) -> Desk:
    """At a unit that collects only the sex."""
    return await _desk(client, "Lakeshore General - Emergency Department")


@pytest.mark.parametrize("field", ["nameGiven", "nameFamily", "birthDate"])
@pytest.mark.req("VAL-06", "VAL-07", "VAL-08", "VAL-43")
async def test_a_patient_has_a_name_and_a_birth_date(desk: Desk, field: str) -> None:
    assert list(await desk.errors({field: None})) == [field]
    assert await desk.errors(without=field) == {field: REQUIRED}


@pytest.mark.parametrize("field", ["nameGiven", "nameFamily"])
@pytest.mark.req("VAL-06", "VAL-07", "VAL-44", "VAL-43", "API-65")
async def test_a_name_has_1_to_255_characters_in_a_correction_too(desk: Desk, field: str) -> None:
    for blank in ("", " \t ", "\u200b"):
        assert await desk.errors({field: blank}) == {field: REQUIRED}
    assert await desk.errors({field: "x" * 256}) == {field: TOO_LONG}
    assert await desk.errors({field: "x" * 255}) == {}


@pytest.mark.parametrize("born", ["2000-02-30", "1900-02-29", "2001-13-01", "02/03/2000", "2000-2-3", "", 20000101])
@pytest.mark.req("VAL-10", "VAL-43", "VAL-08")
async def test_a_birth_date_is_a_real_date(desk: Desk, born: Any) -> None:
    assert await desk.errors({"birthDate": born}) == {"birthDate": REAL}
    assert await desk.errors({"birthDate": "2000-02-29"}) == {}


@pytest.mark.req("VAL-11", "VAL-43")
async def test_a_birth_date_is_today_at_the_latest(desk: Desk, noon: datetime) -> None:
    """At ten in the morning of the fourth in London, the fifth begins in Kiritimati."""
    assert await desk.errors({"birthDate": "2026-03-04"}) == {}
    with clock.clock_at(datetime(2026, 3, 4, 10, 0, tzinfo=UTC)):
        assert await desk.errors({"birthDate": "2026-03-05"}) == {}
    assert await desk.errors({"birthDate": "2026-03-06"}) == {"birthDate": "Must not be in the future."}
    with clock.clock_at(datetime(2026, 3, 4, 9, 59, tzinfo=UTC)):
        assert await desk.errors({"birthDate": "2026-03-05"}) == {"birthDate": "Must not be in the future."}


@pytest.mark.req("VAL-12", "VAL-13", "VAL-43")
async def test_a_birth_date_is_in_1800_at_the_earliest(desk: Desk) -> None:
    """The wizard's form starts in 1900; the server accepts earlier dates, as edits may have them."""
    assert await desk.errors({"birthDate": "1799-12-31"}) == {"birthDate": "Must not be before 01/01/1800."}
    for born in ("1800-01-01", "1900-01-01", "1900-01-02"):
        assert await desk.errors({"birthDate": born}) == {}


@pytest.mark.req("VAL-15", "VAL-43")
async def test_a_sex_is_one_of_four(desk: Desk) -> None:
    for sex in ("male", "female", "other", "unknown"):
        assert await desk.errors({"gender": sex}) == {}
    for wrong in ("Male", "m", "", " ", "nonbinary", 1, True, ["male"]):
        assert await desk.errors({"gender": wrong}) == {"gender": "Enter a valid value."}


@pytest.mark.req("VAL-16", "VAL-14", "VAL-43", "ENT-24")
async def test_a_sex_may_be_empty_where_it_is_not_collected(client: httpx.AsyncClient, desk: Desk) -> None:
    assert await desk.errors({"gender": None}) == {"gender": REQUIRED}
    elsewhere = await _desk(client, "Lakeshore General - 4 West Medical")
    assert await elsewhere.errors({"gender": None}) == {}


@pytest.mark.req("VAL-17", "VAL-18", "VAL-19", "VAL-43", "VAL-44")
async def test_an_id_number_is_up_to_eleven_digits_where_it_is_collected(client: httpx.AsyncClient) -> None:
    desk = await _desk(client, "Lakeshore General - 3 East Surgical", enumber="4711")
    for number in ("1", "12345678901"):
        assert await desk.errors({"additionalData": {"enumber": number}}) == {}
    for empty in (None, "", "  "):
        assert await desk.errors({"additionalData": {"enumber": empty}}) == {ENUMBER: REQUIRED}
    assert await desk.errors({"additionalData": {}}) == {ENUMBER: REQUIRED}
    too_long = {ENUMBER: "Must be between 1 and 11 characters long"}
    assert await desk.errors({"additionalData": {"enumber": "123456789012"}}) == too_long
    for number in ("12a", "-1", "\u0661\u0662", "1 2"):
        assert await desk.errors({"additionalData": {"enumber": number}}) == {ENUMBER: "Digits only."}


@pytest.mark.req("VAL-20", "VAL-21", "VAL-23", "VAL-43", "ENT-25")
async def test_a_units_own_number_matches_entirely_or_is_omitted_if_optional(
    client: httpx.AsyncClient,
) -> None:
    desk = await _desk(client, "Lakeshore General - 5 East Cardiology")
    for fitting in (None, "", "123", "12345"):
        assert await desk.errors({"additionalData": {"patientNumber": fitting}}) == {}
    for number in ("12", "123456", "x123", "123x"):
        errors = await desk.errors({"additionalData": {"patientNumber": number}})
        assert errors == {NUMBER: "Must be between 3 and 5 digits long"}


@pytest.mark.req("VAL-20", "VAL-21", "VAL-22", "VAL-24", "VAL-44")
async def test_a_units_own_number_is_required_where_it_is_not_optional(client: httpx.AsyncClient) -> None:
    """A number that does not match entirely is refused with the unit's own message."""
    desk = await _desk(client, "Alder Creek - Emergency Department", patientNumber="AC000001")
    assert await desk.errors({"additionalData": {"patientNumber": "AC123456"}}) == {}
    for blank in (None, "", "  "):
        assert await desk.errors({"additionalData": {"patientNumber": blank}}) == {NUMBER: REQUIRED}
    feedback = {NUMBER: "An account number is AC and six digits, as on the wristband."}
    for number in ("AC12345", "xAC123456", "AC1234567"):
        assert await desk.errors({"additionalData": {"patientNumber": number}}) == feedback


@pytest.mark.parametrize(
    ("name", "field", "valid", "invalid", "message"),
    [
        ("4 East Medical", "hospitalName", "x" * 255, "x" * 256, TOO_LONG),
        ("3 West Orthopedics", "faxNumber", "(555) 010-0123", "5550100123", "Enter a valid phone number."),
    ],
)
@pytest.mark.req("VAL-25", "VAL-26", "VAL-43", "VAL-01", "VAL-44")
async def test_additional_data_that_a_unit_collects(
    client: httpx.AsyncClient, bodies: Bodies, name: str, field: str, valid: str, invalid: str, message: str
) -> None:
    units = {unit["displayName"]: unit["id"] for unit in (await client.get("/locations/me")).json()}
    body = await bodies.request(client, Encounter={"locationId": units[f"Lakeshore General - {name}"]})

    async def errors(value: str | None) -> dict[str, str]:
        sent = body | {"additionalData": {field: value}}
        response = await client.post("/consults", json=sent)
        assert response.status_code in {201, 400}, response.text
        return {error["field"]: error["message"] for error in response.json().get("errors", [])}

    for value, expected in ((None, REQUIRED), (" ", REQUIRED), (invalid, message)):
        assert await errors(value) == {f"additionalData.{field}": expected}
    assert await errors(valid) == {}


@pytest.mark.req("VAL-42", "VAL-43", "VAL-06")
async def test_reasons_and_identifiers_have_at_most_255_characters(client: httpx.AsyncClient, bodies: Bodies) -> None:
    longest = "x" * 255
    body = await bodies.request(client, "tele-neuro", reason=longest)
    body["Patient"]["identifiers"] = [{"system": longest, "value": longest}]
    body["Patient"] |= {"nameGiven": longest, "nameFamily": longest}
    created = await client.post("/consults", json=body)
    consult = (await client.get(f"/consults/{created.json()['id']}")).json()
    assert (consult["reason"], consult["Patient"]["identifierValue"]) == (longest, longest)
    body["reason"] = body["Patient"]["nameGiven"] = body["Patient"]["emrId"] = longest + "x"
    body["Patient"]["identifiers"] = [{"system": longest + "x", "value": longest + "x"}]
    body["Patient"]["additionalData"] = {"patientNumber": longest + "x"}
    refused = await client.post("/consults", json=body)
    assert refused.status_code == 400
    assert {error["field"]: error["message"] for error in refused.json()["errors"]} == dict.fromkeys(
        (
            "reason",
            "Patient.nameGiven",
            "Patient.emrId",
            "Patient.identifiers.0.system",
            "Patient.identifiers.0.value",
            "Patient.additionalData.patientNumber",
        ),
        TOO_LONG,
    )


@pytest.mark.req("VAL-43", "VAL-27", "VAL-44", "API-15", "VAL-02")
async def test_all_invalid_fields_are_named_at_once_and_nothing_changes(
    client: httpx.AsyncClient, bodies: Bodies, sent_events: list[SentEvent]
) -> None:
    body = await bodies.request(client)
    before = (await client.post("/consults/$search", json={"length": 100})).json()["consults"]
    body |= {"callbackNumber": "\u3000", "Encounter": {}, "additionalData": {"faxNumber": "1"}}
    body["Patient"] = {"nameGiven": " ", "nameFamily": "\u200b", "birthDate": "1799-01-01", "gender": "x"}
    refused = await client.post("/consults", json=body)
    assert (refused.status_code, refused.json()["code"]) == (400, "validation")
    assert {error["field"]: error["message"] for error in refused.json()["errors"]} == {
        "Patient.nameGiven": REQUIRED,
        "Patient.nameFamily": REQUIRED,
        "Patient.birthDate": "Must not be before 01/01/1800.",
        "Patient.gender": "Enter a valid value.",
        "Encounter.locationId": REQUIRED,
        "additionalData.faxNumber": "Enter a valid phone number.",
        "callbackNumber": REQUIRED,
    }
    open_questions = {"isOnAnticoagulants": False, "notableSymptoms": {"selected": [], "other": ""}}
    unanswered = await bodies.request(client, "tele-stroke", TeleStrokeConsultDetail=open_questions)
    refused = await client.post("/consults", json=unanswered)
    assert {error["field"].removeprefix("TeleStrokeConsultDetail.") for error in refused.json()["errors"]} == {
        "potentialThrombolytic",
        "suspectedLargeVesselOcclusion",
        "edArrivalDate",
        "lastKnownWell",
        "nihss",
        "notableSymptoms.other",
        "baselineFunctionalStatus",
    }
    assert (await client.post("/consults/$search", json={"length": 100})).json()["consults"] == before
    assert sent_events == []


@pytest.mark.req("DET-33", "API-65")
async def test_a_correction_that_changes_nothing_publishes_no_event(
    client: httpx.AsyncClient, bodies: Bodies, sent_events: list[SentEvent]
) -> None:
    consult = (await client.get(f"/consults/{await bodies.create(client)}")).json()
    path = f"/patient/{consult['Patient']['id']}/consults/{consult['id']}"
    same = {
        name: consult["Patient"][name] for name in ("nameGiven", "nameFamily", "birthDate", "gender", "additionalData")
    }
    sent_events.clear()
    assert (await client.put(path, json={"patient": same})).json() == consult["Patient"]
    assert sent_events == []
    changed = await client.put(path, json={"patient": same | {"nameFamily": "Quill"}})
    assert changed.json()["nameFamily"] == "Quill"
    assert [event.name for event in sent_events] == ["consult:patient:updated"]


@pytest.mark.req("API-65", "DET-33", "API-06")
async def test_an_outdated_form_that_says_what_it_showed_is_refused(
    client: httpx.AsyncClient, bodies: Bodies, sent_events: list[SentEvent]
) -> None:
    """The first to save wins, and the other gets a 409; without `before` the later one wins entirely."""
    consult = (await client.get(f"/consults/{await bodies.create(client)}")).json()
    path = f"/patient/{consult['Patient']['id']}/consults/{consult['id']}"
    shown = {name: consult["Patient"][name] for name in (*PATIENT, "additionalData")}
    first, second = shown | {"nameFamily": "First"}, shown | {"nameGiven": "Second"}
    assert (await client.put(path, json={"patient": first, "before": shown})).status_code == 200
    sent_events.clear()
    late = await client.put(path, json={"patient": second, "before": shown})
    assert (late.status_code, late.json()["code"]) == (409, "patient_changed")
    assert sent_events == []
    patient = (await client.get(f"/patient/{consult['Patient']['id']}")).json()
    assert (patient["nameGiven"], patient["nameFamily"]) == ("Mary Ann", "First")
    assert (await client.put(path, json={"patient": second, "before": first})).status_code == 200
    overwriting = (await client.put(path, json={"patient": first})).json()
    assert (overwriting["nameGiven"], overwriting["nameFamily"]) == ("Mary Ann", "First")
    assert [event.name for event in sent_events] == ["consult:patient:updated"] * 2


@pytest.mark.req("API-65", "DET-33")
async def test_a_correction_repeated_after_a_lost_response_succeeds_and_publishes_one_event(
    client: httpx.AsyncClient, bodies: Bodies, sent_events: list[SentEvent]
) -> None:
    """If another user has changed the patient since, the repeat would undo that, and is refused."""
    consult = (await client.get(f"/consults/{await bodies.create(client)}")).json()
    path = f"/patient/{consult['Patient']['id']}/consults/{consult['id']}"
    shown = {name: consult["Patient"][name] for name in (*PATIENT, "additionalData")}
    correction = {"patient": shown | {"nameFamily": "Quill"}, "before": shown}
    first = await client.put(path, json=correction)
    entries = (await client.get(f"/consults/{consult['id']}/updates")).json()
    sent_events.clear()
    again = await client.put(path, json=correction)
    assert (again.status_code, again.json()) == (200, first.json())
    assert sent_events == []
    assert (await client.get(f"/consults/{consult['id']}/updates")).json() == entries
    since = {"patient": shown | {"nameFamily": "Quail"}, "before": shown | {"nameFamily": "Quill"}}
    assert (await client.put(path, json=since)).status_code == 200
    late = await client.put(path, json=correction)
    assert (late.status_code, late.json()["code"]) == (409, "patient_changed")
