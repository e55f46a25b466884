"""Wardline connected to a hospital with another vendor's servers: what a nurse sees and what a consult stores."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from bodies import Bodies
from fastapi import FastAPI

from tests.outside.conftest import Census, Hospital
from wardline.ehr.contract import CensusPatient
from wardline.ehr.registry import census_source_for
from wardline.ehr.tests.serving import closed_port, speaking
from wardline.main import create_api, install_parts
from wardline.patients.schemas import IDENTIFIER_SYSTEM
from wardline.settings import Settings


@pytest.fixture(scope="module")
async def bare_app(settings: Settings, hospital: Hospital) -> AsyncIterator[FastAPI]:
    """Replaces the fixture that reads the demonstration's own hospital."""
    connected = settings.model_copy(update=hospital.signed_in)
    app = create_api(connected)
    install_parts(app, connected)
    yield app
    await app.state.census.aclose()
    await app.state.keys.aclose()


async def _unit(client: httpx.AsyncClient, code: str) -> int:
    units = (await client.get("/locations/me")).json()
    found: int = next(unit["id"] for unit in units if unit["emrCode"] == code)
    return found


def _shown(person: CensusPatient, unit: int) -> dict[str, Any]:
    """A patient's tile, without the vendor's names for identifier systems."""
    return {
        "emrId": person.emr_id,
        "displayName": person.display_name,
        "firstName": person.first_name,
        "lastName": person.last_name,
        "dob": person.dob.isoformat() if person.dob else None,
        "sex": person.sex,
        "unit": person.unit,
        "safarLocId": unit,
    }


@pytest.mark.req("API-52", "WIZ-12", "WIZ-14")
async def test_a_nurse_sees_the_hospitals_census_in_pages(client: httpx.AsyncClient, census: Census) -> None:
    emergency = await _unit(client, "ED")
    first = (await client.post("/locations/census", json={"ids": [emergency]})).json()
    rest = (await client.post("/locations/census", json={"ids": [emergency], "start": 54})).json()
    assert (len(first["census"]), first["hasMore"], rest["hasMore"]) == (54, True, False)
    tiles = first["census"] + rest["census"]
    numbers = [[number["value"] for number in tile.pop("identifiers")] for tile in tiles]
    assert tiles == [_shown(person, emergency) for person in census["ED"]]
    assert [set(values) for values in numbers] == [{n.value for n in person.identifiers} for person in census["ED"]]


@pytest.mark.req("WIZ-13", "ENT-18")
async def test_a_consult_stores_the_hospitals_data_about_its_patient(
    client: httpx.AsyncClient, bodies: Bodies, census: Census
) -> None:
    person = next(person for person in census["ED"] if person.dob)
    body = await bodies.request(client)
    body["Encounter"] = {"locationId": await _unit(client, "ED")}
    identity = {
        "nameGiven": person.first_name,
        "nameFamily": (person.last_name or "").upper(),
        "birthDate": str(person.dob),
    }
    body["Patient"] |= {"isEmr": True, "emrId": person.emr_id, **identity}
    created = await client.post("/consults", json=body)
    assert created.status_code == 201, created.text
    consult = (await client.get(f"/consults/{created.json()['id']}")).json()
    patient, stored = consult["Patient"], consult["Encounter"]["emrData"]
    assert (patient["nameGiven"], patient["nameFamily"]) == (person.first_name, person.last_name)
    assert (patient["birthDate"], patient["gender"]) == (str(person.dob), person.sex)
    assert (patient["isEmr"], patient["emrId"]) == (True, person.emr_id)
    assert {number["value"] for number in patient["identifiers"]} == {number.value for number in person.identifiers}
    assert {number["system"] for number in patient["identifiers"]} == {IDENTIFIER_SYSTEM}
    assert (stored["checked"], stored["encounterId"], stored["unit"]) == (True, person.encounter_id, "ED")
    body["Patient"] |= {"emrId": census["4E"][0].emr_id}
    refused = await client.post("/consults", json=body)
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "Patient.emrId")


@pytest.mark.req("API-54", "WIZ-17", "WIZ-18")
async def test_a_nurse_sees_whether_the_hospital_is_unavailable_or_slow(
    client: httpx.AsyncClient, app: FastAPI
) -> None:
    emergency = await _unit(client, "ED")
    connected = app.state.census

    async def response_from(address: str, seconds: float = 5) -> tuple[int, Any]:
        app.state.census = census_source_for(Settings(fhir_url=address, fhir_timeout=seconds))
        try:
            async with asyncio.timeout(seconds + 5):
                response = await client.post("/locations/census", json={"ids": [emergency]})
        finally:
            await app.state.census.aclose()
            app.state.census = connected
        return response.status_code, response.json()

    away = {"code": "ehr_unavailable", "message": "The EHR is currently offline.", "errors": []}
    slow = {"code": "ehr_timeout", "message": "The EHR took too long to respond.", "errors": []}
    assert await response_from(f"http://127.0.0.1:{closed_port()}") == (503, away)
    async with speaking(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{Zebulon!") as origin:
        assert await response_from(origin) == (503, away)
    async with speaking(then_hang=True) as origin:
        assert await response_from(origin, 1) == (504, slow)
    assert (await client.post("/locations/census", json={"ids": [emergency]})).status_code == 200
