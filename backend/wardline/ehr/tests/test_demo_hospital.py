"""The demonstration hospital is plausible, and valid FHIR."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from fhir.resources.R4B import get_fhir_model_class

from wardline.core import clock
from wardline.ehr.demo.hospital import CensusSize, DemoHospital, Json
from wardline.ehr.demo.server import BASE_URL, demo_transport

NOW = datetime(2026, 11, 20, 12, 30, tzinfo=UTC)
OPEN = {"arrived", "triaged", "in-progress"}


def of_kind(resources: list[Json], kind: str) -> list[Json]:
    return [resource for resource in resources if resource["resourceType"] == kind]


def test_every_resource_is_valid_fhir() -> None:
    resources = DemoHospital().resources_at(NOW)
    for resource in resources:
        get_fhir_model_class(resource["resourceType"]).model_validate(resource)
    kinds = Counter(resource["resourceType"] for resource in resources)
    assert kinds.keys() == {"Organization", "Practitioner", "Location", "Patient", "Encounter"}


def test_every_reference_resolves() -> None:
    resources = DemoHospital().resources_at(NOW)
    references = {f"{resource['resourceType']}/{resource['id']}" for resource in resources}
    assert len(references) == len(resources)
    for encounter in of_kind(resources, "Encounter"):
        assert encounter["subject"]["reference"] in references
        assert {place["location"]["reference"] for place in encounter["location"]} <= references
        assert {person["individual"]["reference"] for person in encounter.get("participant", [])} <= references


@pytest.mark.parametrize("now", [NOW, NOW + timedelta(days=400)])
def test_open_stays_are_current_and_all_others_are_past(now: datetime) -> None:
    encounters = of_kind(DemoHospital().resources_at(now), "Encounter")
    for encounter in encounters:
        started_at = datetime.fromisoformat(encounter["period"]["start"])
        if encounter["status"] in OPEN:
            assert now - timedelta(days=60) < started_at <= now
            assert "end" not in encounter["period"]
        else:
            assert started_at <= datetime.fromisoformat(encounter["period"]["end"]) <= now
    emergency = [stay for stay in encounters if stay["status"] in OPEN and stay["class"]["code"] == "EMER"]
    inpatients = [stay for stay in encounters if stay["status"] in OPEN and stay["class"]["code"] == "IMP"]
    assert (len(emergency), len(inpatients)) == (62, 38)


def test_no_patient_has_two_beds_and_no_bed_two_patients() -> None:
    encounters = of_kind(DemoHospital().resources_at(NOW), "Encounter")
    inpatients = [stay for stay in encounters if stay["status"] in OPEN and stay["class"]["code"] == "IMP"]
    beds = [stay["location"][0]["location"]["reference"] for stay in inpatients]
    assert len(set(beds)) == len(beds)
    open_stays = Counter(stay["subject"]["reference"] for stay in encounters if stay["status"] in OPEN)
    assert set(open_stays.values()) == {1}


def test_deceased_patients_are_not_in_the_census() -> None:
    resources = DemoHospital(size=CensusSize(inpatients=500, emergency=500)).resources_at(NOW)
    dead = {patient["id"] for patient in of_kind(resources, "Patient") if "deceasedDateTime" in patient}
    assert dead
    current = {stay["subject"]["reference"] for stay in of_kind(resources, "Encounter") if stay["status"] in OPEN}
    assert not dead & {reference.removeprefix("Patient/") for reference in current}


def test_the_same_seed_and_hour_give_the_same_hospital() -> None:
    assert DemoHospital(seed=3).resources_at(NOW) == DemoHospital(seed=3).resources_at(NOW + timedelta(minutes=20))
    assert DemoHospital(seed=3).resources_at(NOW) != DemoHospital(seed=4).resources_at(NOW)


async def test_its_server_pages_includes_and_refuses() -> None:
    async with httpx.AsyncClient(base_url=BASE_URL, transport=demo_transport(DemoHospital())) as client:
        with clock.clock_at(NOW):
            query = {"status": "arrived,triaged,in-progress", "_include": "Encounter:patient", "_count": "40"}
            first = (await client.get("/Encounter", params=query)).json()
            get_fhir_model_class("Bundle").model_validate(first)
            modes = Counter(entry["search"]["mode"] for entry in first["entry"])
            assert modes == {"match": 40, "include": 40}
            seen = [entry["resource"]["id"] for entry in first["entry"]]
            following = first
            while links := [link["url"] for link in following["link"] if link["relation"] == "next"]:
                following = (await client.get(links[0])).json()
                seen += [entry["resource"]["id"] for entry in following["entry"]]
            assert len(set(seen)) == len(seen) == 2 * first["total"] == 200
        for path in (
            "/Encounter?date=2026",
            "/Encounter?_count=-1",
            "/Encounter?_include=Encounter:partOf",
            "/Medication",
        ):
            refused = await client.get(path)
            assert refused.status_code in {400, 404}
            get_fhir_model_class("OperationOutcome").model_validate(refused.json())
