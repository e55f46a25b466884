"""How often a user may make the same costly request."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from bodies import Bodies
from fastapi import FastAPI

from conftest import SignIn
from wardline.consult_views.schemas import READ_BODIES
from wardline.core.security.rate_limits import RateLimiter
from wardline.main import create_api
from wardline.settings import Settings

ALLOWED = 3
SEARCH: dict[str, Any] = {"length": 1}
COSTLY = {
    "acknowledgeConsult",
    "addContact",
    "sendContactCode",
    "replacePushSubscription",
    "reportPush",
    "testContacts",
    "verifyContact",
    "acknowledgeTransfer",
    "addStrokeNote",
    "addUpdate",
    "answerGuest",
    "askForCover",
    "askToJoinAsGuest",
    "attendMeeting",
    "checkNetwork",
    "reportRing",
    "withdrawRing",
    "attendMeetingAsGuest",
    "changeConsult",
    "checkCallSchedule",
    "checkPeopleImport",
    "importPeople",
    "checkScheduleChange",
    "compareNotePatient",
    "completeConsult",
    "completeTransfer",
    "confirmNotePatient",
    "confirmOnThePhone",
    "createConsult",
    "declinePage",
    "declineTransfer",
    "editPatient",
    "exportAuditEntries",
    "exportAuditSearch",
    "searchAuditPeople",
    "exportConsult",
    "exportSignOffNote",
    "faxSignoffNote",
    "getConsult",
    "getGuestCall",
    "getPatient",
    "getStandaloneMeeting",
    "giveFeedback",
    "importCalendar",
    "issueCalendarLink",
    "previewImportedCalendar",
    "handOver",
    "inviteGuest",
    "issueDutyToken",
    "issueStandaloneToken",
    "joinMeeting",
    "joinMeetingAsGuest",
    "leaveMeetingAsGuest",
    "checkAccess",
    "checkUnitCensus",
    "findCheckableLocations",
    "findCheckablePeople",
    "getPersonView",
    "listEmergencyAccesses",
    "requestEmergencyAccess",
    "getRoleEffect",
    "planRetention",
    "listConcernedPeople",
    "listAuditEntries",
    "listConsultPages",
    "listDutyPages",
    "listPlanFindings",
    "listUndeliveredNotes",
    "saveHolidays",
    "getFairness",
    "previewCopy",
    "copyMonth",
    "listPatientConsults",
    "listSignOffAcuteStroke",
    "listSignOffNeuro",
    "listSignOffNotes",
    "listSignOffPsych",
    "listSignOffToxicology",
    "listTransfers",
    "listUpdates",
    "openGuestLink",
    "readCensus",
    "readConsultCards",
    "requestSignoffNoteLock",
    "requestTransfer",
    "resendSignoffNoteFax",
    "retryUndeliveredNotes",
    "revokeDutyToken",
    "saveSignoffNote",
    "searchAuditEntries",
    "searchConsults",
    "searchTransfers",
    "signSignoffNote",
    "signSignoffNoteAcuteStroke",
    "signSignoffNoteNeuro",
    "signSignoffNotePsych",
    "signSignoffNoteToxicology",
    "testConnection",
}
WHOLE = {"ConsultCard", "PatientRead", "CensusPatientRead", "SignOffNoteRead", "TimelineEntryRead", "TransferRead"} | {
    body.__name__ for body in READ_BODIES.values()
}
"""Schemas that show a patient's data in full."""


@pytest.fixture
def limited(app: FastAPI) -> Iterator[None]:
    endless = app.state.rate_limiter
    app.state.rate_limiter = RateLimiter(ALLOWED)
    yield
    app.state.rate_limiter = endless


@pytest.mark.usefixtures("limited")
@pytest.mark.req("API-06")
async def test_calls_over_the_limit_say_when_to_retry(client: httpx.AsyncClient, sign_in: SignIn) -> None:
    for _ in range(ALLOWED):
        assert (await client.post("/consults/$search", json=SEARCH)).status_code == 200
    refused = await client.post("/consults/$search", json=SEARCH)
    assert (refused.status_code, refused.json()) == (
        429,
        {
            "code": "too_many_requests",
            "message": "Too many requests in a short time. Please wait a moment and try again.",
            "errors": [],
        },
    )
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert (await client.get("/me")).status_code == 200
    assert (await client.post("/locations/census", json={"ids": [1]})).status_code != 429
    assert (await sign_in("psych").post("/consults/$search", json=SEARCH)).status_code == 200


@pytest.mark.usefixtures("limited")
@pytest.mark.req("API-06")
async def test_a_refused_call_does_nothing(client: httpx.AsyncClient, bodies: Bodies) -> None:
    body = await bodies.request(client)
    statuses = [(await client.post("/consults", json=body)).status_code for _ in range(ALLOWED + 2)]
    assert statuses == [201] * ALLOWED + [429] * 2
    assert len((await client.post("/consults/$search", json={})).json()["consults"]) == ALLOWED


async def test_zero_means_no_limit(app: FastAPI, client: httpx.AsyncClient) -> None:
    assert app.state.settings.requests_per_minute == 0
    statuses = {(await client.post("/consults/$search", json=SEARCH)).status_code for _ in range(50)}
    assert statuses == {200}


@pytest.fixture(scope="module")
def contract() -> dict[str, Any]:
    return create_api(Settings(demo=True)).openapi()


def calls_of(contract: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for methods in contract["paths"].values():
        yield from methods.values()


@pytest.mark.req("API-06", "API-04")
def test_the_contract_names_the_costly_calls(contract: dict[str, Any]) -> None:
    assert {call["operationId"] for call in calls_of(contract) if "429" in call["responses"]} == COSTLY


def types_in(contract: dict[str, Any], part: Any, seen: set[str]) -> set[str]:
    """Add the names of all types in `part` of the contract to `seen`."""
    if isinstance(part, list):
        for item in part:
            types_in(contract, item, seen)
    elif isinstance(part, dict):
        name = part.get("$ref", "").rsplit("/", 1)[-1]
        if name and name not in seen:
            seen.add(name)
            types_in(contract, contract["components"]["schemas"][name], seen)
        types_in(contract, list(part.values()), seen)
    return seen


@pytest.mark.req("API-06")
def test_every_call_that_returns_patients_is_limited(contract: dict[str, Any]) -> None:
    """No request allows copying the hospital's patients one by one without limit."""
    is_limited_by_call: dict[str, bool] = {}
    for call in calls_of(contract):
        responses = [response for status, response in call["responses"].items() if status.startswith("2")]
        if types_in(contract, responses, set()) & WHOLE:
            is_limited_by_call[call["operationId"]] = "429" in call["responses"]
    assert len(is_limited_by_call) > 20
    assert [name for name, is_limited in is_limited_by_call.items() if not is_limited] == []
    schemas = set(contract["components"]["schemas"])
    assert schemas >= WHOLE
