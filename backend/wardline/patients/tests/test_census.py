"""The census endpoint: own units only, pages of 54, and the two ways in which an EHR fails."""

from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock

import httpx
import pytest
from fastapi import FastAPI

from conftest import SignIn
from wardline.ehr.contract import CensusIdentifier, CensusPage


async def _unit(client: httpx.AsyncClient, code: str) -> int:
    for location in (await client.get("/locations/me")).json():
        if location["emrCode"] == code:
            found: int = location["id"]
            return found
    raise AssertionError(f"no unit of the caller's has the code {code}")


@pytest.mark.req("API-52", "ENT-28", "WIZ-14")
async def test_pages_of_54(client: httpx.AsyncClient) -> None:
    emergency = await _unit(client, "ED")
    first = (await client.post("/locations/census", json={"ids": [emergency]})).json()
    assert (len(first["census"]), first["hasMore"]) == (54, True)
    rest = (await client.post("/locations/census", json={"ids": [emergency], "start": 54})).json()
    assert (len(rest["census"]) > 0, rest["hasMore"]) == (True, False)
    last_page = {"ids": [emergency], "start": 54, "length": len(rest["census"])}
    assert (await client.post("/locations/census", json=last_page)).json() == rest
    patients_listed = first["census"] + rest["census"]
    assert len({patient["emrId"] for patient in patients_listed}) == len(patients_listed)
    assert {patient["safarLocId"] for patient in patients_listed} == {emergency}
    part = {"ids": [emergency], "start": 3, "length": 4}
    few = (await client.post("/locations/census", json=part)).json()
    assert few == {"census": patients_listed[3:7], "hasMore": True}
    patient = patients_listed[0]
    assert set(patient) == {
        "emrId", "displayName", "firstName", "lastName", "dob", "sex", "unit", "safarLocId", "identifiers",
    }  # fmt: skip
    assert {each["unit"] for each in patients_listed} == {"ED"}
    whole = [each for each in patients_listed if each["firstName"] and each["lastName"]]
    assert whole
    for each in whole:
        assert each["displayName"] == f"{each['lastName']}, {each['firstName']}"
    assert patient["identifiers"][0]["value"]


@pytest.mark.req("ENT-28", "API-52")
async def test_a_patient_of_several_units_is_returned_as_the_hospital_knows_them(
    client: httpx.AsyncClient, app: FastAPI
) -> None:
    ids = {code: await _unit(client, code) for code in ("ED", "3E")}
    patients: list[dict[str, Any]] = []
    while True:
        search = {"ids": list(ids.values()), "start": len(patients)}
        page = (await client.post("/locations/census", json=search)).json()
        patients += page["census"]
        if not page["hasMore"]:
            break
    records = {
        patient.emr_id: patient for patient in (await app.state.census.census(sorted(ids), "", 0, 1000)).patients
    }
    assert {patient["unit"] for patient in patients} == set(ids)
    assert {patient["emrId"] for patient in patients} == set(records)
    for patient in patients:
        record = records[patient["emrId"]]
        assert (patient["unit"], patient["safarLocId"]) == (record.unit, ids[record.unit])
        assert (patient["firstName"], patient["lastName"]) == (record.first_name or "", record.last_name or "")
        assert (patient["dob"], patient["sex"]) == (record.dob and str(record.dob), record.sex)
        numbers = list(dict.fromkeys(number.value for number in record.identifiers))
        assert [number["value"] for number in patient["identifiers"]] == numbers


@pytest.mark.req("API-52")
async def test_search_and_units(client: httpx.AsyncClient) -> None:
    ids = [await _unit(client, "ED"), await _unit(client, "3E")]
    patient = (await client.post("/locations/census", json={"ids": ids})).json()["census"][5]
    single, duplicated = [
        (await client.post("/locations/census", json={"ids": ids[:1] * times})).json() for times in (1, 2)
    ]
    assert duplicated == single
    found = await client.post("/locations/census", json={"ids": ids, "filter": f"  {patient['lastName'][:4].upper()} "})
    matches = found.json()["census"]
    assert patient["emrId"] in {match["emrId"] for match in matches}
    assert len(matches) < 54
    assert (await client.post("/locations/census", json={"ids": ids, "filter": "Zzyzx"})).json()["census"] == []


@pytest.mark.req("ENT-28", "API-52")
async def test_identifiers_are_limited_to_the_maximum_of_a_request(
    client: httpx.AsyncClient, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await app.state.census.census(["ED"], "", 0, 1)
    numbers = tuple(CensusIdentifier("urn:visits", f"V-{number}", None) for number in range(30))
    busy = CensusPage((replace(page.patients[0], identifiers=numbers),), has_more=False)
    monkeypatch.setattr(app.state.census, "census", AsyncMock(return_value=busy))
    response = await client.post("/locations/census", json={"ids": [await _unit(client, "ED")]})
    assert [number["value"] for number in response.json()["census"][0]["identifiers"]] == [f"V-{n}" for n in range(20)]


@pytest.mark.req("API-54", "WIZ-17", "WIZ-18")
async def test_outage_and_timeout_are_distinguished(client: httpx.AsyncClient) -> None:
    offline = await client.post("/locations/census", json={"ids": [await _unit(client, "demo-offline")]})
    assert (offline.status_code, offline.json()["code"]) == (503, "ehr_unavailable")
    slow = await client.post("/locations/census", json={"ids": [await _unit(client, "demo-slow")]})
    assert (slow.status_code, slow.json()["code"]) == (504, "ehr_timeout")


@pytest.mark.req("API-52", "PERM-05")
async def test_only_own_units_and_requesters(client: httpx.AsyncClient, sign_in: SignIn) -> None:
    emergency = await _unit(client, "ED")
    for name in ("elsewhere", "nobody", "reporting"):
        assert (await sign_in(name).post("/locations/census", json={"ids": [emergency]})).status_code == 403
    surgical, technician = await _unit(client, "3E"), sign_in("edtech")
    assert (await technician.post("/locations/census", json={"ids": [emergency]})).status_code == 200
    for ids in ([surgical], [emergency, surgical]):
        refused = await technician.post("/locations/census", json={"ids": ids})
        assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    refusals: list[dict[str, object]] = [{"ids": []}, {"length": 55}, {"filter": "x" * 256}]
    for refused_one in refusals:
        assert (await client.post("/locations/census", json={"ids": [emergency], **refused_one})).status_code == 400
