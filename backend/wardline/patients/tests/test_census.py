"""The census call: own units only, pages of 54, and the two ways in which an EHR fails."""

import httpx
import pytest

from conftest import SignIn


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
    everybody = first["census"] + rest["census"]
    assert len({patient["emrId"] for patient in everybody}) == len(everybody)
    patient = everybody[0]
    assert set(patient) == {
        "emrId", "displayName", "firstName", "lastName", "dob", "sex", "unit", "safarLocId", "identifiers",
    }  # fmt: skip
    assert patient["safarLocId"] == emergency
    assert patient["identifiers"][0]["value"]


@pytest.mark.req("API-52")
async def test_search_and_units(client: httpx.AsyncClient) -> None:
    ids = [await _unit(client, "ED"), await _unit(client, "3E")]
    patient = (await client.post("/locations/census", json={"ids": ids})).json()["census"][5]
    found = await client.post("/locations/census", json={"ids": ids, "filter": f"  {patient['lastName'][:4].upper()} "})
    names = [match["lastName"] for match in found.json()["census"]]
    assert patient["lastName"] in names
    assert (await client.post("/locations/census", json={"ids": ids, "filter": "Zzyzx"})).json()["census"] == []


@pytest.mark.req("API-54")
async def test_outage_and_time_out_are_told_apart(client: httpx.AsyncClient) -> None:
    offline = await client.post("/locations/census", json={"ids": [await _unit(client, "demo-offline")]})
    assert (offline.status_code, offline.json()["code"]) == (503, "ehr_unavailable")
    slow = await client.post("/locations/census", json={"ids": [await _unit(client, "demo-slow")]})
    assert (slow.status_code, slow.json()["code"]) == (504, "ehr_timeout")


@pytest.mark.req("API-52")
async def test_only_own_units_and_requesters(client: httpx.AsyncClient, sign_in: SignIn) -> None:
    emergency = await _unit(client, "ED")
    for name in ("elsewhere", "nobody", "reporting"):
        assert (await sign_in(name).post("/locations/census", json={"ids": [emergency]})).status_code == 403
    assert (await client.post("/locations/census", json={"ids": []})).status_code == 400
