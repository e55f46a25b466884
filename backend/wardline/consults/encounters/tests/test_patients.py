"""Whom a consult is about: from the hospital's record or described manually, with what the unit collects."""

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from typing import Any

import httpx
import pytest
from bodies import Bodies, from_census
from fastapi import FastAPI
from sqlalchemy import text

from conftest import RolledBackDatabase, SentEvent
from wardline.ehr.contract import CensusPatient

BY_HAND = {"nameGiven": "Invented", "nameFamily": "Person", "birthDate": "1951-07-09", "gender": "other"}


async def _unit(client: httpx.AsyncClient, suits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first suitable one of the caller's units."""
    units = (await client.get("/locations/me?activeOnly=true")).json()
    return next(unit for unit in units if suits(unit | unit["FeaturesByLocations"]))


def _coded(code: str) -> Callable[[dict[str, Any]], bool]:
    return lambda unit: unit["emrCode"] == code


async def _body(client: httpx.AsyncClient, bodies: Bodies, unit: dict[str, Any], **patient: Any) -> dict[str, Any]:
    line = next(iter((await client.get(f"/service-lines/location/{unit['id']}")).json()))["slug"]
    line = line if line in bodies.DETAILS else "tele-psych"
    body = await bodies.request(client, line)
    return body | {"Encounter": {"locationId": unit["id"]}, "Patient": BY_HAND | patient}


async def _patient(client: httpx.AsyncClient, unit: dict[str, Any]) -> dict[str, Any]:
    census = (await client.post("/locations/census", json={"ids": [unit["id"]]})).json()["census"]
    found: dict[str, Any] = next(patient for patient in census if patient["dob"])
    return found


@pytest.mark.req("WIZ-13", "PERM-24", "ENT-16", "ENT-18", "ENT-19")
async def test_the_hospitals_values_are_stored(client: httpx.AsyncClient, bodies: Bodies) -> None:
    """The request names a patient of the unit in another spelling."""
    unit = await _unit(client, _coded("ED"))
    known = await _patient(client, unit)
    values = [number["value"] for number in known["identifiers"]]
    assert len(set(values)) == len(values) > 0
    described = from_census(known) | {
        "nameGiven": f" {known['firstName'].upper()}",
        "gender": "other",
        "identifiers": [],
    }
    body = await _body(client, bodies, unit, **described)
    created = await client.post("/consults", json=body)
    assert created.status_code == 201, created.text
    consult = (await client.get(f"/consults/{created.json()['id']}")).json()
    patient = consult["Patient"]
    assert (patient["nameGiven"], patient["nameFamily"]) == (known["firstName"], known["lastName"])
    assert (patient["birthDate"], patient["gender"]) == (known["dob"], known["sex"])
    assert (patient["isEmr"], patient["emrId"]) == (True, known["emrId"])
    assert patient["identifiers"] == patient["identifier"] == known["identifiers"]
    emr_data = consult["Encounter"]["emrData"]
    assert (emr_data["checked"], emr_data["unit"]) == (True, "ED")
    assert {number["value"] for number in emr_data["identifiers"]} == set(values)
    products = {number["system"] for number in known["identifiers"]}
    assert len(products) == 1
    assert not products & {number["system"] for number in emr_data["identifiers"]}
    path = f"/patient/{patient['id']}/consults/{consult['id']}"
    locked = await client.put(path, json={"patient": BY_HAND})
    assert (locked.status_code, locked.json()["code"]) == (409, "conflict")
    found = await client.post("/consults/$search", json={"filter": {"searchString": known["lastName"]}})
    assert consult["id"] in {card["id"] for card in found.json()["consults"]}


@pytest.mark.parametrize("elsewhere", [True, False])
@pytest.mark.req("API-15", "ERR-08")
async def test_a_patient_who_is_not_in_the_unit_is_refused(
    client: httpx.AsyncClient, bodies: Bodies, elsewhere: bool
) -> None:
    unit = await _unit(client, _coded("4E"))
    emr_id = "no-such-patient"
    if elsewhere:
        emr_id = (await _patient(client, await _unit(client, _coded("ED"))))["emrId"]
    body = await _body(client, bodies, unit, isEmr=True, emrId=emr_id)
    body["additionalData"] = {"hospitalName": "General"}
    refused = await client.post("/consults", json=body)
    assert (refused.status_code, refused.json()["errors"]) == (
        400,
        [{"field": "Patient.emrId", "message": "The hospital's record does not have this patient in this unit."}],
    )


@pytest.mark.parametrize(
    ("described", "message"),
    [
        ({"nameGiven": "Invented"}, "The hospital's record has a different name under this ID."),
        ({"nameFamily": "Person"}, "The hospital's record has a different name under this ID."),
        ({"birthDate": "1899-12-31"}, "The hospital's record has a different date of birth under this ID."),
        (
            {"identifiers": [{"system": "urn:mine", "value": "mine"}]},
            "The hospital's record has a different ID number under this ID.",
        ),
        (BY_HAND, "The hospital's record has a different name and date of birth under this ID."),
    ],
)
@pytest.mark.req("API-03", "API-06", "API-15", "ERR-08")
async def test_a_patient_who_differs_in_the_record_is_refused(
    client: httpx.AsyncClient,
    bodies: Bodies,
    sent_events: list[SentEvent],
    described: dict[str, Any],
    message: str,
) -> None:
    """The record has changed since the patient was chosen, or never was about them."""
    unit = await _unit(client, _coded("ED"))
    known = await _patient(client, unit)
    body = await _body(client, bodies, unit, **from_census(known) | described)
    keyed = {"Idempotency-Key": "press-other"}
    before = (await client.post("/consults/$search", json={"length": 100})).json()["consults"]
    refused = await client.post("/consults", json=body, headers=keyed)
    assert (refused.status_code, refused.json()["code"]) == (409, "record_differs")
    assert refused.json()["message"].startswith(message)
    assert known["lastName"] not in refused.text
    assert (await client.post("/consults/$search", json={"length": 100})).json()["consults"] == before
    assert sent_events == []
    chosen_again = await _body(client, bodies, unit, **from_census(known))
    created = await client.post("/consults", json=chosen_again, headers=keyed)
    assert created.status_code == 201, created.text


@pytest.mark.parametrize("typed", [None, "2597"])
@pytest.mark.req("WIZ-47", "VAL-17", "ENT-16")
async def test_the_records_own_number_is_the_id_number_where_a_unit_collects_one(
    client: httpx.AsyncClient, bodies: Bodies, typed: str | None
) -> None:
    unit = await _unit(client, _coded("3E"))
    assert unit["FeaturesByLocations"]["collectPatientEnumber"]
    known = await _patient(client, unit)
    number = known["identifiers"][0]["value"]
    assert not number.isdigit()
    body = await _body(client, bodies, unit, **from_census(known) | {"additionalData": {"enumber": typed}})
    created = await client.post("/consults", json=body)
    assert created.status_code == 201, created.text
    patient = (await client.get(f"/consults/{created.json()['id']}")).json()["Patient"]
    assert (patient["identifierValue"], patient["additionalData"]["enumber"]) == (number, None)


@pytest.mark.req("API-15", "ENT-16")
async def test_unknown_values_in_the_record_contradict_nothing(
    client: httpx.AsyncClient, bodies: Bodies, app: FastAPI, hospital: Callable[[Any], None]
) -> None:
    """An unidentified patient keeps the request's data, and its birth date if the record's is a placeholder."""
    unit = await _unit(client, _coded("ED"))
    found = await app.state.census.get_patient((await _patient(client, unit))["emrId"], ["ED"])
    unknown = replace(found, first_name=None, last_name=None, identifiers=())
    hospital(_ScriptedHospital(replace(unknown, dob=None), replace(found, dob=date(1900, 1, 1))))
    described = {"isEmr": True, "emrId": found.emr_id}
    states = []
    for words in (BY_HAND, BY_HAND | {"nameGiven": found.first_name, "nameFamily": found.last_name}):
        body = await _body(client, bodies, unit, **words | described)
        created = await client.post("/consults", json=body)
        assert created.status_code == 201, created.text
        consult = (await client.get(f"/consults/{created.json()['id']}")).json()
        assert consult["Patient"]["nameGiven"] == words["nameGiven"]
        assert consult["Patient"]["birthDate"] == words["birthDate"]
        states.append(consult["Encounter"]["verification"]["state"])
    assert states == ["unverifiable", "mismatch"]


@pytest.mark.parametrize("code", ["demo-offline", "demo-slow"])
@pytest.mark.req("API-54", "ERR-17", "ENT-16")
async def test_a_consult_never_waits_for_a_record(
    client: httpx.AsyncClient, bodies: Bodies, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    unit = await _unit(client, _coded(code))
    own = [{"system": "urn:mine", "value": "mine"}]
    body = await _body(client, bodies, unit, isEmr=True, emrId="pt-unseen", identifiers=own)
    created = await client.post("/consults", json=body)
    assert created.status_code == 201, created.text
    consult = (await client.get(f"/consults/{created.json()['id']}")).json()
    assert [consult["Patient"][name] for name in ("nameGiven", "emrId", "isEmr")] == ["Invented", "pt-unseen", True]
    assert consult["Encounter"]["emrData"] == {"checked": False, "identifiers": own}
    assert "a patient is accepted as requested, unchecked" in caplog.text
    for secret in ("pt-unseen", "Invented", "mine"):
        assert secret not in caplog.text


class _ScriptedHospital:
    """A hospital that returns these patients, and then hangs forever or has no such patient."""

    def __init__(self, *results: CensusPatient | None, hangs: bool = False) -> None:
        self._results = list(results)
        self._hangs = hangs

    async def get_patient(self, emr_id: str, unit_codes: list[str]) -> CensusPatient | None:  # noqa: ARG002
        if self._results:
            return self._results.pop(0)
        if self._hangs:
            await asyncio.Event().wait()
        return None


@pytest.fixture
def hospital(app: FastAPI) -> Iterator[Callable[[Any], None]]:
    """Replaces the demonstration's hospital."""
    own = app.state.census

    def replaced_by(other: Any) -> None:
        app.state.census = other

    yield replaced_by
    app.state.census = own


@pytest.mark.req("API-03", "ERR-08")
async def test_a_repeat_gets_the_first_result_although_the_patient_has_left(
    client: httpx.AsyncClient, bodies: Bodies, app: FastAPI, hospital: Callable[[Any], None]
) -> None:
    unit = await _unit(client, _coded("ED"))
    known = await _patient(client, unit)
    hospital(_ScriptedHospital(await app.state.census.get_patient(known["emrId"], ["ED"])))
    body = await _body(client, bodies, unit, **from_census(known))
    keyed = {"Idempotency-Key": "press-emr"}
    first, again = [await client.post("/consults", json=body, headers=keyed) for _ in range(2)]
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert (await client.post("/consults", json=body)).status_code == 400


async def test_a_record_that_hangs_times_out(
    client: httpx.AsyncClient, bodies: Bodies, hospital: Callable[[Any], None]
) -> None:
    hospital(_ScriptedHospital(hangs=True))
    unit = await _unit(client, _coded("ED"))
    started_at = time.monotonic()
    created = await client.post("/consults", json=await _body(client, bodies, unit, isEmr=True, emrId="pt-1"))
    assert created.status_code == 201
    assert time.monotonic() - started_at < 10, "the browser's patience with the whole call"


@pytest.mark.req("ENT-07", "ENT-16", "ENT-24", "ENT-25", "FPSYCH-05")
async def test_only_what_the_unit_collects_is_stored(
    client: httpx.AsyncClient, bodies: Bodies, database: RolledBackDatabase
) -> None:
    identifiers = {"additionalData": {"enumber": "4711", "patientNumber": "AB-1234"}}
    more = {"faxNumber": "(555) 010-0123", "hospitalName": "General"}

    async def stored(suits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        unit = await _unit(client, suits)
        body = await _body(client, bodies, unit, **identifiers) | {"additionalData": more}
        created = await client.post("/consults", json=body)
        assert created.status_code == 201, created.text
        consult: dict[str, Any] = (await client.get(f"/consults/{created.json()['id']}")).json()
        return consult

    nothing = await stored(
        lambda unit: (
            not any(
                unit[name]
                for name in (
                    "collectPatientSex",
                    "collectPatientEnumber",
                    "collectFaxNumber",
                    "collectHospitalName",
                    "configurablePatientNumber",
                )
            )
        )
    )
    assert nothing["additionalData"] == {"faxNumber": None, "hospitalName": None}
    assert nothing["Patient"]["additionalData"] == {"enumber": None, "patientNumber": None}
    assert nothing["Patient"]["gender"] is None
    correction = BY_HAND | identifiers | {"nameFamily": "Quill"}
    path = f"/patient/{nothing['Patient']['id']}/consults/{nothing['id']}"
    corrected = (await client.put(path, json={"patient": correction})).json()
    assert (corrected["nameFamily"], corrected["gender"]) == ("Quill", None)
    assert corrected["additionalData"] == {"enumber": None, "patientNumber": None}
    numbers = await stored(lambda unit: unit["displayName"] == "Alder Creek - Intensive Care")
    assert numbers["Patient"]["additionalData"] == identifiers["additionalData"]
    assert numbers["Patient"]["gender"] == "other"
    without = correction | {"gender": "other", "additionalData": {"enumber": "4711", "patientNumber": ""}}
    path = f"/patient/{numbers['Patient']['id']}/consults/{numbers['id']}"
    corrected = (await client.put(path, json={"patient": without})).json()
    assert corrected["additionalData"] == {"enumber": "4711", "patientNumber": None}
    everything = await stored(lambda unit: unit["collectFaxNumber"] and unit["collectHospitalName"])
    assert everything["additionalData"] == more
    async with database.session() as session:
        rows = await session.execute(text("select fax_number, hospital_name from consults"))
        assert {tuple(row) for row in rows} == {(None, None), ("(555) 010-0123", "General")}


@pytest.mark.parametrize("field", ["isEmr", "emrId", "identifiers"])
@pytest.mark.req("API-65")
async def test_a_correction_reveals_nothing_about_the_record(
    client: httpx.AsyncClient, bodies: Bodies, field: str
) -> None:
    consult = (await client.get(f"/consults/{await bodies.create(client)}")).json()
    path = f"/patient/{consult['Patient']['id']}/consults/{consult['id']}"
    refused = await client.put(path, json={"patient": BY_HAND | {field: None}})
    assert (refused.status_code, [error["field"] for error in refused.json()["errors"]]) == (400, [f"patient.{field}"])
