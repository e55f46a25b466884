from typing import Any

import pytest
from pydantic import TypeAdapter

from wardline.core.forms.rules import Matches, Rule, clear, violations
from wardline.places.models import LocationUnit
from wardline.places.patient_rules import PATIENT_NUMBER, patient_rules

REQUIRED = "This field is required."


def unit(*collected: str, number: dict[str, Any] | None = None) -> LocationUnit:
    """A unit that collects these fields."""
    flags = ("collect_patient_sex", "collect_patient_enumber", "collect_hospital_name", "collect_fax_number")
    return LocationUnit(**{flag: flag in collected for flag in flags}, configurable_patient_number=number)


def refused(location: LocationUnit, number: str | None) -> str | None:
    """The message at the patient number."""
    body = {"Patient": {"additionalData": {"patientNumber": number}}}
    errors = {error.field: error.message for error in violations(body, patient_rules(location))}
    assert set(errors) <= {PATIENT_NUMBER}
    return errors.get(PATIENT_NUMBER)


@pytest.mark.parametrize("number", [None, {"collect": False, "regexString": "x", "mask": "##"}])
@pytest.mark.parametrize("from_emr", [True, False, None])
@pytest.mark.req("ENT-24", "ENT-25", "VAL-14", "VAL-20", "VAL-17")
def test_data_that_a_unit_does_not_collect_are_cleared(number: dict[str, Any] | None, from_emr: bool | None) -> None:
    patient = {"gender": "other", "nameGiven": "Ada", "additionalData": {"enumber": "1", "patientNumber": "y"}}
    body = {
        "Patient": patient | ({} if from_emr is None else {"isEmr": from_emr}),
        "additionalData": {"hospitalName": "General", "faxNumber": "(555) 010-0123"},
    }
    nothing = patient_rules(unit(number=number))
    assert violations({}, nothing) == violations(body, nothing) == []
    cleared = clear(body, nothing)
    assert cleared["additionalData"] == {"hospitalName": None, "faxNumber": None}
    assert cleared["Patient"]["additionalData"] == {"enumber": None, "patientNumber": None}
    assert cleared["Patient"]["gender"] == ("other" if from_emr else None), "the record's sex is the record's"
    assert cleared["Patient"]["nameGiven"] == "Ada"
    everything = unit(
        *("collect_patient_sex", "collect_patient_enumber", "collect_hospital_name", "collect_fax_number"),
        number={"collect": True, "regexString": "y"},
    )
    assert clear(body, patient_rules(everything)) == body


def test_the_rules_survive_a_round_trip() -> None:
    rules = patient_rules(unit("collect_patient_sex", number={"collect": True, "mask": "##"}))
    assert {rule.kind for rule in rules} == {"required", "cleared", "matches"}
    adapter: TypeAdapter[list[Rule]] = TypeAdapter(list[Rule])
    assert adapter.validate_json(adapter.dump_json(rules, by_alias=True)) == rules


@pytest.mark.parametrize(
    ("flag", "field"),
    [
        ("collect_patient_sex", "Patient.gender"),
        ("collect_patient_enumber", "Patient.additionalData.enumber"),
        ("collect_hospital_name", "additionalData.hospitalName"),
        ("collect_fax_number", "additionalData.faxNumber"),
    ],
)
@pytest.mark.req("ENT-24", "VAL-26", "VAL-14", "VAL-17", "VAL-25")
def test_data_that_a_unit_collects_are_required(flag: str, field: str) -> None:
    """Also of a patient whose hospital record has no number."""
    rules = patient_rules(unit(flag))
    for body in ({}, {"Patient": {"isEmr": True}}):
        assert [(error.field, error.message) for error in violations(body, rules)] == [(field, REQUIRED)]


@pytest.mark.req("WIZ-47", "VAL-17")
def test_the_number_of_the_record_replaces_the_one_that_a_unit_collects() -> None:
    """It need not be digits, and a number entered in addition would be shown instead."""
    rules = patient_rules(unit("collect_patient_enumber"))
    typed = {"Patient": {"additionalData": {"enumber": "1"}}}
    assert clear(typed, rules) == typed
    numbered = {"record": {"hasNumber": True}}
    assert violations(numbered, rules) == []
    assert clear(typed | numbered, rules)["Patient"]["additionalData"] == {"enumber": None}
    assert [error.field for error in violations({"record": {"hasNumber": False}}, rules)] == [
        "Patient.additionalData.enumber"
    ]


@pytest.mark.req("ENT-25", "VAL-20", "VAL-22", "VAL-44")
def test_a_collected_number_is_required_unless_optional() -> None:
    for blank in (None, "", "  "):
        assert refused(unit(number={"collect": True}), blank) == REQUIRED
    optional = {"collect": True, "optional": True, "regexString": "[0-9]{4}"}
    assert refused(unit(number=optional), None) is None
    assert refused(unit(number=optional), "") is None
    assert refused(unit(number=optional), "12") == "Patient Number is invalid."


@pytest.mark.parametrize(
    ("value", "valid"), [("AB-12", True), ("AB-123", False), ("xAB-12", False), ("AB-12\n", False)]
)
@pytest.mark.req("VAL-21", "ENT-25", "VAL-22")
def test_the_entire_number_matches_the_expression(value: str, valid: bool) -> None:
    location = unit(number={"collect": True, "label": "Chart Number", "regexString": "[A-Z]{2}-[0-9]{2}"})
    assert refused(location, value) == (None if valid else "Chart Number is invalid.")


@pytest.mark.parametrize("expression", ["^[0-9]{3}$", "[0-9]{3}|x", "(?:[0-9]{3})"])
@pytest.mark.req("VAL-21", "VAL-22")
def test_an_expression_may_be_anchored_or_have_alternatives(expression: str) -> None:
    location = unit(number={"collect": True, "regexString": expression})
    assert refused(location, "123") is None
    assert refused(location, "1234") == "Patient Number is invalid."


@pytest.mark.parametrize(
    ("mask", "valid", "invalid"),
    [
        ("###-##", "123-45", ["12345", "123-4a", "123-456", "123.45"]),
        ("Al-#", "Bc-1", ["BC-1", "bc-1", "Bc-x"]),
        ("aa", "Zz", ["Z1", "Zéz"]),
        ("**.#", "é .7", ["é x7", "x.7"]),
        ("(###)", "(123)", ["123", "[123]"]),
        ("P+[#]$^{#}|/\\", "P+[1]$^{2}|/\\", ["PP[1]$^{2}|/\\", "P"]),
        ("# & ~#", "1 & ~2", ["1 \\& \\~2"]),
    ],
)
@pytest.mark.req("ENT-26", "VAL-22")
def test_a_mask_defines_the_character_at_each_position(mask: str, valid: str, invalid: list[str]) -> None:
    location = unit(number={"collect": True, "mask": mask})
    assert refused(location, valid) is None
    for value in invalid:
        assert refused(location, value) == "Patient Number is invalid."


@pytest.mark.req("ENT-26")
def test_a_mask_escapes_only_what_browsers_allow() -> None:
    rules = patient_rules(unit(number={"collect": True, "mask": "# & ~#."}))
    assert [rule.pattern for rule in rules if isinstance(rule, Matches)] == [r"[0-9] & ~[0-9]\."]


@pytest.mark.parametrize(
    ("token", "noun", "valid", "invalid"),
    [
        ("#", "digits", ["12", "1234"], ["1", "12345", "12a"]),
        ("*", "characters", ["a1", "é-?\u00a0"], ["a", "abcde"]),
        ("a", "letters", ["aB", "abcd"], ["a1", "é" * 2]),
        ("A", "uppercase letters", ["AB"], ["Ab", "A"]),
        ("l", "lowercase letters", ["ab"], ["Ab", "abcde"]),
    ],
)
@pytest.mark.req("ENT-26", "VAL-23", "VAL-24")
def test_a_mask_by_length_counts_characters_of_one_kind(
    token: str, noun: str, valid: list[str], invalid: list[str]
) -> None:
    location = unit(number={"collect": True, "mask": {"min": 2, "max": 4, "token": token}})
    for value in valid:
        assert refused(location, value) is None
    for value in invalid:
        assert refused(location, value) == f"Must be between 2 and 4 {noun} long"


@pytest.mark.req("VAL-21", "VAL-22", "VAL-24")
def test_the_units_own_message_replaces_every_other() -> None:
    number = {
        "collect": True,
        "label": "Chart Number",
        "feedback": "Copy it from the wristband.",
        "regexString": "[1-9]{2}",
        "mask": {"min": 2, "max": 2, "token": "#"},
    }
    for value in ("x", "00"):
        assert refused(unit(number=number), value) == "Copy it from the wristband."
    mask_alone = {key: value for key, value in number.items() if key != "regexString"}
    assert refused(unit(number=mask_alone), "x") == "Copy it from the wristband."
    silent = number | {"feedback": None}
    assert refused(unit(number=silent), "x") == "Must be between 2 and 2 digits long"
    assert refused(unit(number=silent), "00") == "Chart Number is invalid."
    assert refused(unit(number=silent), "12") is None
