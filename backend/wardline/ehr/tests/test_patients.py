"""Looking up one patient by id: that patient or none."""

import asyncio
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import httpx
import pytest

from wardline.ehr.contract import EhrTimeout, EhrUnavailable, RecordedPatient
from wardline.ehr.fhir.patients import FhirPatients
from wardline.ehr.fhir.server import FhirServer

AT = datetime(2026, 3, 4, 12, tzinfo=UTC)
BASE = "https://ehr.example/fhir"

Json = dict[str, Any]


def person(patient_id: str = "p1", family: str = "Quill", **fields: Any) -> Json:
    name = [{"use": "official", "family": family, "given": ["Ann"]}]
    return {"resourceType": "Patient", "id": patient_id, "name": name, "birthDate": "1951-07-09", **fields}


def stay(stay_id: str, patient_id: str = "p1", *, status: str = "in-progress", **period: str) -> Json:
    subject = {"reference": f"Patient/{patient_id}"}
    return {"resourceType": "Encounter", "id": stay_id, "status": status, "subject": subject, "period": period}


class Record:
    """A FHIR server that returns these resources for any search."""

    def __init__(self, *resources: Json) -> None:
        self.resources = resources
        self.requests: list[str] = []
        self.is_silent: Callable[[str], bool] = lambda _: False

    async def respond(self, request: httpx.Request) -> httpx.Response:
        kind = request.url.path.rpartition("/")[2]
        self.requests.append(kind)
        if self.is_silent(kind):
            await asyncio.Event().wait()
        entries = [{"resource": each} for each in self.resources if each["resourceType"] == kind]
        return httpx.Response(200, json={"resourceType": "Bundle", "type": "searchset", "entry": entries})

    async def patient(self, emr_id: str = "p1", *, seconds: float = 5) -> RecordedPatient | None:
        server = FhirServer(BASE, timeout=5, transport=httpx.MockTransport(self.respond))
        patients = FhirPatients(server, timeout=seconds)
        try:
            return await patients.patient(emr_id, AT)
        finally:
            await patients.aclose()


async def test_a_patient_is_found_by_id() -> None:
    found = await Record(person()).patient()
    assert found is not None
    assert (found.emr_id, found.first_name, found.last_name, found.dob) == ("p1", "Ann", "Quill", date(1951, 7, 9))


@pytest.mark.parametrize(
    "resources",
    [
        (),
        (person("p2"),),
        (person("p2"), person("p11")),
        (person("P1"),),
        ({**person(), "resourceType": "Person"},),
    ],
)
async def test_another_patient_in_the_result_is_ignored(resources: tuple[Json, ...]) -> None:
    """As from a server that ignores the search, or returns the patient that this one was merged into."""
    assert await Record(*resources).patient() is None


async def test_of_several_results_the_one_with_the_id_is_used() -> None:
    found = await Record(person("p2", "Else"), person(), person("p3", "Third")).patient()
    assert found is not None
    assert (found.emr_id, found.last_name) == ("p1", "Quill")


async def test_two_identical_results_are_one_patient() -> None:
    assert await Record(person(), person()).patient() is not None


async def test_two_different_results_for_one_id_are_an_error() -> None:
    with pytest.raises(EhrUnavailable):
        await Record(person(), person(family="Else")).patient()


@pytest.mark.parametrize(("kind", "is_found"), [("replaced-by", False), ("replaces", True), ("seealso", True)])
async def test_a_record_that_was_merged_into_another_is_no_longer_used(kind: str, is_found: bool) -> None:
    """FHIR R4: with `replaced-by` a Patient "must no longer be used"."""
    link = [{"other": {"reference": "Patient/p2"}, "type": kind}]
    assert (await Record(person(link=link)).patient() is not None) is is_found


@pytest.mark.parametrize("fields", [{"name": "Quill"}, {"identifier": [7]}, {"link": "p2"}, {"link": [{"type": 7}]}])
async def test_an_unreadable_patient_is_an_error(fields: Json) -> None:
    with pytest.raises(EhrUnavailable):
        await Record(person(**fields)).patient()


@pytest.mark.parametrize("kind", ["Patient", "Encounter"])
async def test_a_late_response_is_a_timeout(kind: str) -> None:
    record = Record(person())
    record.is_silent = kind.__eq__
    with pytest.raises(EhrTimeout):
        await record.patient(seconds=0.05)


@pytest.mark.parametrize("emr_id", ["", "p1,p2", "p1|p2", "Patient/p1", "p1&_id=p2", "p" * 65, "p1\n"])
async def test_an_invalid_id_is_not_requested(emr_id: str) -> None:
    record = Record(person())
    assert await record.patient(emr_id) is None
    assert record.requests == []


async def test_the_stay_is_the_latest_one_at_that_time() -> None:
    stays = (
        stay("over", start="2026-03-01T12:00:00Z", end="2026-03-04T11:59:59Z"),
        stay("first", start="2026-03-02T12:00:00Z", end="2026-03-05T12:00:00Z"),
        stay("latest", start="2026-03-04T11:00:00Z"),
        stay("later", start="2026-03-04T12:00:01Z"),
        stay("planned", status="planned", start="2026-03-04T11:30:00Z"),
        stay("mistaken", status="entered-in-error", start="2026-03-04T11:30:00Z"),
        stay("another's", "p2", start="2026-03-04T11:30:00Z"),
    )
    valid = [each | {"id": each["id"].replace("'", "-")} for each in stays]
    found = await Record(person(), *valid).patient()
    assert found is not None
    assert found.encounter_id == "latest"
    nowhere = await Record(person(), valid[0], *valid[3:]).patient()
    assert nowhere is not None
    assert nowhere.encounter_id is None
