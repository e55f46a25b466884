"""Searching patients by typed text."""

import pytest

from wardline.ehr.contract import CensusIdentifier, CensusPatient
from wardline.ehr.search import matches


def patient(first: str | None, last: str | None, *numbers: str, display: str = "?") -> CensusPatient:
    return CensusPatient(
        emr_id="p",
        encounter_id="e",
        display_name=display,
        first_name=first,
        last_name=last,
        dob=None,
        sex="unknown",
        unit="3E",
        identifiers=tuple(CensusIdentifier(system=None, value=number, type=None) for number in numbers),
    )


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("", True),
        ("   ", True),
        ("jos", True),
        ("JOSÉ", True),
        ("nunez", True),
        ("o'br", True),
        ("obrien", True),
        ("O\N{RIGHT SINGLE QUOTATION MARK}Brien", True),
        ("brien", False),
        ("nunez-obrien", True),
        ("Núñez, José", True),
        ("luis nun", True),
        ("uis", False),
        ("jose smith", False),
        ("pop-0024", True),
        ("POP-002479", True),
        ("0024", False),
        ("jose pop-002479", True),
        ("-", True),
    ],
)
@pytest.mark.req("API-52")
def test_each_word_is_the_start_of_a_name_or_a_number(search: str, found: bool) -> None:
    assert matches(patient("José Luis", "Núñez-O'Brien", "POP-002479"), search) is found


def test_letters_with_strokes_are_found_by_plain_ones() -> None:
    assert matches(patient("Łukasz", "Sørensen"), "lukasz sorensen")


def test_a_patient_with_only_a_display_name_is_found_by_it() -> None:
    assert matches(patient(None, None, display="Unknown Male 7"), "male 7")
