"""How often one person may make the same costly call."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from bodies import Bodies
from fastapi import FastAPI

from conftest import SignIn
from wardline.core.limits import CallLimits
from wardline.main import create_api
from wardline.settings import Settings

ALLOWED = 3
SEARCH: dict[str, Any] = {"length": 1}
COSTLY = {
    "addStrokeNote",
    "addUpdate",
    "attendMeeting",
    "compareNotePatient",
    "confirmNotePatient",
    "createConsult",
    "exportAuditEntries",
    "exportConsult",
    "exportSignOffNote",
    "faxSignoffNote",
    "getConsult",
    "giveFeedback",
    "joinMeeting",
    "listAuditEntries",
    "listNoteTroubles",
    "listUpdates",
    "searchAuditEntries",
    "readCensus",
    "resendSignoffNoteFax",
    "retryNoteTroubles",
    "readConsultCards",
    "searchConsults",
    "searchTransfers",
    "saveSignoffNote",
    "signSignoffNote",
    "signSignoffNoteAcuteStroke",
    "signSignoffNoteNeuro",
    "signSignoffNotePsych",
    "signSignoffNoteToxicology",
}


@pytest.fixture
def limited(app: FastAPI) -> Iterator[None]:
    endless = app.state.call_limits
    app.state.call_limits = CallLimits(ALLOWED)
    yield
    app.state.call_limits = endless


@pytest.mark.usefixtures("limited")
@pytest.mark.req("API-06")
async def test_who_asks_too_often_is_told_when_to_ask_again(client: httpx.AsyncClient, sign_in: SignIn) -> None:
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
    made = [(await client.post("/consults", json=body)).status_code for _ in range(ALLOWED + 2)]
    assert made == [201] * ALLOWED + [429] * 2
    assert len((await client.post("/consults/$search", json={})).json()["consults"]) == ALLOWED


async def test_zero_stands_for_no_limit(app: FastAPI, client: httpx.AsyncClient) -> None:
    assert app.state.settings.calls_per_minute == 0
    answers = {(await client.post("/consults/$search", json=SEARCH)).status_code for _ in range(50)}
    assert answers == {200}


@pytest.mark.req("API-06", "API-04")
def test_the_contract_names_the_costly_calls() -> None:
    paths = create_api(Settings(demo=True)).openapi()["paths"].values()
    calls = [call for methods in paths for call in methods.values()]
    assert {call["operationId"] for call in calls if "429" in call["responses"]} == COSTLY
