"""Mapping FHIR patients and encounters in all the forms that hospitals send."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardline.ehr.contract import CensusIdentifier, CensusPatient
from wardline.ehr.fhir.mapping import census_patient, clean, current_locations, is_present, local_id, read_all
from wardline.ehr.fhir.models import Encounter, Patient

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
BASE = "https://ehr.example.org/fhir"
MRN = {"type": {"coding": [{"system": "v2-0203", "code": "MR"}]}, "system": "urn:mrn", "value": "12345"}


def mapped(**fields: Any) -> CensusPatient:
    patient = Patient.model_validate({"resourceType": "Patient", "id": "p1", **fields})
    encounter = Encounter.model_validate({"resourceType": "Encounter", "id": "e1", "status": "in-progress"})
    return census_patient(patient, encounter, "3E", NOW)


def encounter(**fields: Any) -> Encounter:
    return Encounter.model_validate({"resourceType": "Encounter", "id": "e1", "status": "in-progress", **fields})


@pytest.mark.req("ENT-28")
def test_a_complete_patient() -> None:
    patient = mapped(
        name=[{"use": "official", "family": "Martínez", "given": ["Ana", "María"]}],
        gender="female",
        birthDate="1972-01-26",
        identifier=[MRN],
        communication=[{"anything": "else"}],
    )
    assert patient == CensusPatient(
        emr_id="p1",
        encounter_id="e1",
        display_name="Martínez, Ana María",
        first_name="Ana María",
        last_name="Martínez",
        dob=date(1972, 1, 26),
        sex="female",
        unit="3E",
        identifiers=(CensusIdentifier(system="urn:mrn", value="12345", type="MR"),),
    )


@pytest.mark.parametrize(
    ("names", "display", "first", "last"),
    [
        pytest.param([], "Name not known", None, None, id="no name"),
        pytest.param([{"use": "official"}], "Name not known", None, None, id="an empty name"),
        pytest.param([{"family": " \t "}], "Name not known", None, None, id="blanks"),
        pytest.param([{"family": "Okafor"}], "Okafor", None, "Okafor", id="family only"),
        pytest.param([{"given": ["Baby"]}], "Baby", "Baby", None, id="given only"),
        pytest.param([{"text": "Unknown Male 7"}], "Unknown Male 7", None, None, id="text only"),
        pytest.param([{"family": "Li", "given": [None, "Wei"]}], "Li, Wei", "Wei", "Li", id="a null among the given"),
        pytest.param(
            [{"use": "maiden", "family": "A"}, {"use": "usual", "family": "B"}, {"use": "official", "family": "C"}],
            "C",
            None,
            "C",
            id="official first",
        ),
        pytest.param(
            [{"use": "nickname", "given": ["Bo"]}, {"family": "D"}], "D", None, "D", id="plain before nickname"
        ),
        pytest.param(
            [
                {"use": "official", "family": "Old", "period": {"end": "2020-01-01T00:00:00Z"}},
                {"use": "temp", "family": "New"},
            ],
            "New",
            None,
            "New",
            id="a name that is no longer valid comes last",
        ),
        pytest.param(
            [{"use": "official"}, {"use": "usual", "family": "E"}], "E", None, "E", id="an empty official name"
        ),
        pytest.param([{"family": "F\x00\n  G"}], "F G", None, "F G", id="control characters"),
        pytest.param([{"family": "H" * 300}], "H" * 255, None, "H" * 255, id="endless"),
    ],
)
@pytest.mark.req("ENT-28")
def test_names(names: list[dict[str, Any]], display: str, first: str | None, last: str | None) -> None:
    patient = mapped(name=names)
    assert (patient.display_name, patient.first_name, patient.last_name) == (display, first, last)


@pytest.mark.parametrize("text", [None, "1972", "1972-05", "1972-13-40", "yesterday", ""])
@pytest.mark.req("ENT-28")
def test_an_incomplete_birth_date_is_left_out(text: str | None) -> None:
    assert mapped(birthDate=text).dob is None


@pytest.mark.parametrize(
    ("gender", "sex"), [("male", "male"), ("other", "other"), ("unknown", "unknown"), (None, "unknown")]
)
@pytest.mark.req("ENT-28")
def test_sex(gender: str | None, sex: str) -> None:
    assert mapped(gender=gender).sex == sex


@pytest.mark.req("ENT-28")
def test_identifiers_are_in_order_of_use_without_expired_ones() -> None:
    patient = mapped(
        identifier=[
            {"use": "secondary", "value": "s"},
            {"system": "urn:plain", "value": "p"},
            {"use": "old", "value": "gone"},
            {"system": "urn:novalue"},
            {"value": "expired", "period": {"end": "2026-01-01T00:00:00Z"}},
            MRN,
        ]
    )
    assert [identifier.value for identifier in patient.identifiers] == ["12345", "p", "s"]


@pytest.mark.parametrize(
    "resource",
    [
        {"resourceType": "Patient", "id": "p1", "gender": "m"},
        {"resourceType": "Patient", "id": "../p1"},
        {"resourceType": "Patient"},
        {"resourceType": "Patient", "id": "p1", "name": [{"use": "stage"}]},
    ],
)
def test_codes_outside_the_closed_lists_make_a_resource_unreadable(resource: dict[str, Any]) -> None:
    assert read_all(Patient, [resource]) == ([], 1)


def test_an_unknown_encounter_status_is_not_guessed() -> None:
    assert read_all(Encounter, [{"resourceType": "Encounter", "id": "e", "status": "bogus"}]) == ([], 1)


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("Patient/12", "12"),
        ("Patient/12/_history/3", "12"),
        (f"{BASE}/Patient/12", "12"),
        ("https://elsewhere.example.org/fhir/Patient/12", None),
        ("Group/12", None),
        ("Patient/", None),
        ("Patient/12?x=1", None),
        ("urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e0", None),
        ("#contained", None),
        (None, None),
    ],
)
def test_references(reference: str | None, expected: str | None) -> None:
    assert local_id(reference, "Patient", BASE) == expected


def test_a_former_bed_is_not_the_patients_location() -> None:
    stays = [
        {"location": {"reference": "Location/old-bed"}, "status": "completed"},
        {"location": {"reference": "Location/earlier"}, "period": {"end": "2026-11-20T11:59:00Z"}},
        {"location": {"reference": "Location/bed"}, "status": "active", "period": {"start": "2026-11-20"}},
        {"location": {"reference": "Location/ward"}},
        {"location": {"reference": "Location/planned"}, "status": "planned"},
    ]
    assert current_locations(encounter(location=stays), BASE, NOW) == ["bed", "ward"]


@pytest.mark.parametrize(
    ("status", "present"),
    [
        ("arrived", True),
        ("triaged", True),
        ("in-progress", True),
        ("planned", False),
        ("onleave", False),
        ("finished", False),
    ],
)
def test_which_patients_are_present(status: str, present: bool) -> None:
    assert is_present(encounter(status=status), NOW) is present


def test_an_encounter_with_an_end_is_over_whatever_its_status() -> None:
    assert not is_present(encounter(period={"end": "2026-11-20T11:00:00Z"}), NOW)


@given(st.text())
def test_cleaned_text_can_be_stored(text: str) -> None:
    cleaned = clean(text)
    assert cleaned is None or (0 < len(cleaned) <= 255 and "\x00" not in cleaned and cleaned.encode())
