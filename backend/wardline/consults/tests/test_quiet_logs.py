"""Failures are logged with the operation and the status, but without any sent or stored data."""

import logging
from collections.abc import AsyncIterator, Iterator
from io import StringIO

import httpx
import psycopg
import pytest
from bodies import Bodies
from fastapi import FastAPI

from conftest import SignIn
from wardline.core.db.database import Database
from wardline.core.logs import JsonFormatter

PATIENT = {"nameGiven": "Zebedee", "nameFamily": "Quagmire", "birthDate": "1951-07-09", "gender": "female"}
CANCEL = {"cancel": True, "cancellationReason": "Wobbles no more"}
PHONE = "(555) 010-0173"
SECRETS = ("zebedee", "quagmire", "1951-07", "010-0173", "wobbles", "77001122")
REFUSING = (
    "alter table patients add constraint planted check (name_family = 'Nobody') not valid",
    "alter table consults add constraint planted check (state = 'nothing') not valid",
)
"""The database's message about a refused row quotes all of it."""


@pytest.fixture
def log() -> Iterator[StringIO]:
    """Everything that is logged in this block, in the server's format."""
    root, written = logging.getLogger(), StringIO()
    handler, level = logging.StreamHandler(written), root.level
    handler.setFormatter(JsonFormatter())
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield written
    root.removeHandler(handler)
    root.setLevel(level)


@pytest.fixture
async def committing(bare_app: FastAPI, cloned: tuple[str, str], sign_in: SignIn) -> AsyncIterator[SignIn]:
    """The same users, with a separate database."""
    before = bare_app.state.database
    bare_app.state.database = Database(cloned[0], pool_size=2)
    yield sign_in
    await bare_app.state.database.close()
    bare_app.state.database = before


@pytest.mark.req("ERR-17", "API-06")
async def test_no_failure_logs_patient_data(
    committing: SignIn, cloned: tuple[str, str], bodies: Bodies, log: StringIO
) -> None:
    nurse = committing("nurse")
    body = await bodies.request(nurse, callbackNumber=PHONE)
    body["Patient"] |= PATIENT
    consult_id = (await nurse.post("/consults", json=body)).json()["id"]
    patient_id = (await nurse.get(f"/consults/{consult_id}")).json()["Patient"]["id"]
    complete, edit = f"/consults/{consult_id}/complete", f"/patient/{patient_id}/consults/{consult_id}"
    nameless = PATIENT | {"nameGiven": "Zebedee" * 40, "additionalData": {"enumber": "77001122 Wobbles"}}
    refused = [
        await nurse.post("/consults", json=body | {"Patient": nameless}),
        await nurse.post("/consults", content=f"{body}", headers={"Content-Type": "application/json"}),
        await nurse.post(complete, json=CANCEL | {"cancellationReason": "Wobbles" * 40}),
        await nurse.put(edit, json={"patient": nameless}),
        await nurse.put(f"/patient/Zebedee/consults/{consult_id}", json={"patient": PATIENT}),
        await nurse.get("/patient/Zebedee%20Quagmire"),
    ]
    assert {response.status_code for response in refused} == {400}
    with psycopg.connect(cloned[1].replace("+psycopg", "")) as owner:
        for statement in REFUSING:
            owner.execute(statement)
    failed = [
        await nurse.post("/consults", json=body),
        await nurse.post(complete, json=CANCEL),
        await nurse.put(edit, json={"patient": body["Patient"] | {"nameGiven": "Zebedee the Second"}}),
    ]
    assert {response.status_code for response in failed} == {500}
    logged = log.getvalue().lower()
    assert "createconsult 400" in logged
    for line in ("createconsult 500", "completeconsult 500", "editpatient 500", "defect: integrityerror"):
        assert line in logged
    for secret in SECRETS:
        assert secret not in logged
        assert all(secret not in response.text.lower() for response in failed)


@pytest.mark.req("ERR-17")
async def test_a_failed_census_does_not_log_the_search(client: httpx.AsyncClient, log: StringIO) -> None:
    mine = (await client.get("/locations/me?activeOnly=true")).json()
    (slow,) = (unit["id"] for unit in mine if unit["emrCode"] == "demo-slow")
    response = await client.post("/locations/census", json={"ids": [slow], "filter": "Quagmire"})
    assert response.status_code == 504
    assert "readcensus 504" in log.getvalue().lower()
    assert "quagmire" not in log.getvalue().lower()
