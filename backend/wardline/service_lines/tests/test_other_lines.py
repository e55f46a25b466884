"""The fields of the seven lines other than psych and tele-stroke."""

from datetime import timedelta
from typing import Any

import pytest

from wardline.core.forms.rules import clear, violations
from wardline.service_lines.lines.acute_stroke import LINE as ACUTE
from wardline.service_lines.lines.tele_covid import LINE as COVID
from wardline.service_lines.lines.tele_hospitalist import LINE as HOSPITALIST
from wardline.service_lines.lines.tele_icu import LINE as ICU
from wardline.service_lines.lines.tele_neuro import LINE as NEURO
from wardline.service_lines.lines.tele_psych import LINE as PSYCH
from wardline.service_lines.lines.tele_toxicology import LINE as TOXICOLOGY
from wardline.service_lines.lines.tele_toxicology.choices import ToxicologyCondition
from wardline.service_lines.lines.tele_triage import LINE as TRIAGE
from wardline.service_lines.lines.tele_triage.choices import TriageJobDescription
from wardline.service_lines.registry import all_lines
from wardline.service_lines.tests.forms import NOW, PHONE, refusals, stored

REQUIRED = "This field is required."
SELECT_ONE = "You must select at least one."
TOO_LONG = "Must be at most 255 characters long."
INVALID = "Enter a valid value."
QUESTIONS = ("isChangeInRespiratoryStatus", "isChangeInBloodPressure", "isAnotherUnstableCondition")
UNKNOWN: dict[str, Any] = dict.fromkeys(QUESTIONS)
NOTHING_SELECTED: dict[str, Any] = {"selected": [], "other": None}
OWN_ROW = {
    "tele-neuro": "FNEURO-01",
    "tele-stroke": "FSTROKE-05",
    "tele-psych": "FPSYCH-01",
    "tele-toxicology": "FTOX-03",
    "acute-stroke": "FSTROKE-31",
    "tele-icu": "FICU-03",
    "tele-covid": "FCOVID-01",
    "tele-triage": "FTRIAGE-01",
    "tele-hospitalist": "FHOSP-01",
}
NO_NUMBERS = ("5550100111", f"{PHONE}2", f"{PHONE}\n", f" {PHONE}", "(555) 010-011\u0661")
SCALE = "Stroke Scale needs to be within the range of 0-42"
ACUTE_ANSWERS = {
    "isAcute": True,
    "lastKnownWell": "2026-03-04T10:30:00Z",
    "symptomDiscovery": "2026-03-04T11:15:00Z",
    "nihss": 8,
    "contraindications": "Surgery last week",
    "isOnAnticoagulants": True,
    "anticoagulants": {"selected": ["Heparin SQ/IV"], "other": "Argatroban"},
}


def refused(line: Any, **sent: Any) -> dict[str, str]:
    """The errors of a request that has a callback number."""
    return refusals(line.request, {"callbackNumber": PHONE, **sent})


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, id=line.slug, marks=pytest.mark.req(OWN_ROW[line.slug]) if line.slug in OWN_ROW else ())
        for line in all_lines()
    ],
)
@pytest.mark.req("INFO-46")
def test_every_line_requires_a_callback_number_even_in_an_emergency(line: Any) -> None:
    for emergency in (False, True):
        for number in NO_NUMBERS:
            sent = {"isEmergency": emergency, "callbackNumber": number}
            assert refusals(line.request, sent)["callbackNumber"] == "Enter a valid phone number."
        assert refusals(line.request, {"isEmergency": emergency})["callbackNumber"] == REQUIRED


@pytest.mark.parametrize("line", [NEURO, TOXICOLOGY, ICU, COVID, HOSPITALIST], ids=lambda line: line.slug)
@pytest.mark.req("FNEURO-05", "FTOX-02", "FICU-02", "FHOSP-01", "FCOVID-01")
def test_a_reason_is_required_with_at_most_255_characters(line: Any) -> None:
    record = {line.detail_name: {"neuroPatientId": "N-1", "physicianName": "Dr. Ruth Okafor"} if line is NEURO else {}}
    assert refused(line, **record)["reason"] == REQUIRED
    assert refused(line, **record, reason="  ")["reason"] == REQUIRED
    assert "reason" not in refused(line, **record, reason="r" * 255)
    assert refused(line, **record, reason="r" * 256) == {"reason": TOO_LONG}


@pytest.mark.parametrize("name", ["neuroPatientId", "physicianName"])
@pytest.mark.req("FNEURO-02", "FNEURO-03", "BENT-08")
def test_neuro_requires_a_patient_id_and_a_physician(name: str) -> None:
    complete = {"neuroPatientId": "N-1", "physicianName": "Dr. Ruth Okafor"}
    path = f"TeleNeuroConsultDetail.{name}"
    for value, message in (("", REQUIRED), ("  ", REQUIRED), ("x" * 256, TOO_LONG)):
        sent = {"reason": "Seizure", "TeleNeuroConsultDetail": complete | {name: value}}
        assert refused(NEURO, **sent) == {path: message}
    result = stored(NEURO, reason="Seizure", TeleNeuroConsultDetail=complete | {name: f" {'x' * 255} "})
    assert result[name] == "x" * 255


@pytest.mark.parametrize(("number", "stored_value"), [(PHONE, PHONE), (None, None), ("", None)])
@pytest.mark.req("FNEURO-04", "FNEURO-09", "BENT-08")
def test_a_physicians_number_may_be_missing(number: str | None, stored_value: str | None) -> None:
    record = {"neuroPatientId": "N-1", "physicianName": "Dr. Ruth Okafor", "physicianNumber": number}
    assert stored(NEURO, reason="Seizure", TeleNeuroConsultDetail=record)["physicianNumber"] == stored_value
    del record["physicianNumber"]
    assert stored(NEURO, reason="Seizure", TeleNeuroConsultDetail=record)["physicianNumber"] is None
    bad = refused(NEURO, reason="Seizure", TeleNeuroConsultDetail=record | {"physicianNumber": "12"})
    assert bad == {"TeleNeuroConsultDetail.physicianNumber": "Enter a valid phone number."}


@pytest.mark.req("FTOX-01", "BENT-07")
def test_toxicology_requires_a_condition() -> None:
    nothing = {"isEnvenomation": False, "isAddictionRelated": False, "isOther": False}
    assert refused(TOXICOLOGY, reason="Bite", TeleToxicologyConsultDetail=nothing) == {
        "TeleToxicologyConsultDetail": SELECT_ONE
    }
    for name in nothing:
        assert stored(TOXICOLOGY, reason="Bite", TeleToxicologyConsultDetail={name: True}) == nothing | {name: True}
        no_flag = refused(TOXICOLOGY, reason="Bite", TeleToxicologyConsultDetail={name: "yes"})
        assert no_flag == {f"TeleToxicologyConsultDetail.{name}": INVALID}


@pytest.mark.req("FTOX-07", "BENT-07")
def test_toxicology_has_three_conditions_in_these_words() -> None:
    assert [(condition.value, condition.label) for condition in ToxicologyCondition] == [
        ("isEnvenomation", "Drug Toxicity or Envenomation"),
        ("isAddictionRelated", "Addiction Related"),
        ("isOther", "Other"),
    ]


@pytest.mark.req("FTOX-02", "FTOX-04", "BCONST-05", "FTOX-01")
def test_a_toxicology_emergency_skips_the_questions_and_keeps_answers() -> None:
    assert not any(stored(TOXICOLOGY, isEmergency=True).values())
    assert stored(TOXICOLOGY, isEmergency=True, TeleToxicologyConsultDetail={"isOther": True})["isOther"] is True
    answers = {"callbackNumber": PHONE, "isEmergency": True, "reason": "Snake bite"}
    assert TOXICOLOGY.request.model_validate(answers).reason == "Snake bite"
    assert refused(TOXICOLOGY, isEmergency=True, reason="r" * 256) == {"reason": TOO_LONG}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.req("FICU-01", "BENT-06")
def test_icu_questions_have_two_answers(question: str) -> None:
    answers = dict.fromkeys(QUESTIONS, False)
    for open_answer in (answers | {question: None}, {name: False for name in QUESTIONS if name != question}):
        assert refused(ICU, reason="Tiring", TeleICUConsultDetail=open_answer) == {
            f"TeleICUConsultDetail.{question}": REQUIRED
        }
    assert stored(ICU, reason="Tiring", TeleICUConsultDetail=answers | {question: True})[question] is True
    refusals_found = refused(ICU, reason="Tiring", TeleICUConsultDetail=answers | {question: "yes"})
    assert refusals_found == {f"TeleICUConsultDetail.{question}": INVALID}


@pytest.mark.req("FICU-02", "FICU-04", "BENT-06", "BCONST-05", "FICU-01")
def test_an_icu_emergency_skips_the_questions() -> None:
    assert stored(ICU, isEmergency=True) == UNKNOWN
    partial = {"isChangeInBloodPressure": True}
    assert stored(ICU, isEmergency=True, TeleICUConsultDetail=partial) == UNKNOWN | partial
    assert refused(ICU, isEmergency=True, reason="r" * 256) == {"reason": TOO_LONG}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.req("FCOVID-02", "BENT-05")
def test_covid_questions_have_three_answers(question: str) -> None:
    for answer in (True, False, None):
        record = dict.fromkeys(QUESTIONS, False) | {question: answer}
        assert stored(COVID, reason="Saturation falls", TeleCOVIDConsultDetail=record) == record
    other_answers = {name: False for name in QUESTIONS if name != question}
    for sent, message in ((other_answers, REQUIRED), (other_answers | {question: "yes"}, INVALID)):
        assert refused(COVID, reason="Saturation falls", TeleCOVIDConsultDetail=sent) == {
            f"TeleCOVIDConsultDetail.{question}": message
        }


@pytest.mark.req("FCOVID-03", "FHOSP-01")
def test_lines_without_an_emergency_require_everything() -> None:
    for line in (COVID, NEURO, PSYCH, TRIAGE, HOSPITALIST):
        assert refused(line, isEmergency=True) == refused(line, isEmergency=False) != {}


@pytest.mark.req("FTRIAGE-03", "FTRIAGE-05", "FTRIAGE-06", "BENT-10", "CHOICE-10")
def test_triage_requires_a_chief_complaint() -> None:
    record = {"chiefComplaint": " Chest pain ", "vitalSigns": " HR 96 ", "jobDescription": "RN/LPN"}
    assert stored(TRIAGE, TeleTriageConsultDetail=record) == {
        "chiefComplaint": "Chest pain",
        "vitalSigns": "HR 96",
        "jobDescription": "RN/LPN",
    }
    for name, value, message in (
        ("chiefComplaint", " ", REQUIRED),
        ("chiefComplaint", "c" * 256, TOO_LONG),
        ("vitalSigns", "v" * 256, TOO_LONG),
        ("jobDescription", "Physician", INVALID),
    ):
        result = refused(TRIAGE, TeleTriageConsultDetail=record | {name: value})
        assert result == {f"TeleTriageConsultDetail.{name}": message}
    assert stored(TRIAGE, TeleTriageConsultDetail=record | {"vitalSigns": ""})["vitalSigns"] is None


@pytest.mark.req("FTRIAGE-07")
def test_the_chief_complaint_replaces_the_reason() -> None:
    record = {"chiefComplaint": "Chest pain"}
    body = {"callbackNumber": PHONE, "reason": "Something else", "TeleTriageConsultDetail": record}
    assert TRIAGE.request.model_validate(body).reason is None
    assert TRIAGE.call_reason(stored(TRIAGE, TeleTriageConsultDetail=record)) == "Chest pain"


@pytest.mark.parametrize(
    ("job", "is_checked_in", "is_required"),
    [(None, False, True), (None, True, False), ("ED Tech", False, False), ("ED Tech", True, False)],
)
@pytest.mark.req("CHOICE-10", "FTRIAGE-06")
def test_a_job_description_is_required_from_requesters_not_on_call(
    job: str | None, is_checked_in: bool, is_required: bool
) -> None:
    body = {"TeleTriageConsultDetail": {"jobDescription": job}, "requester": {"isCheckedIn": is_checked_in}}
    result = [(error.field, error.message) for error in violations(body, TRIAGE.requester_rules)]
    assert result == ([("TeleTriageConsultDetail.jobDescription", REQUIRED)] if is_required else [])
    stored_value = clear(body, TRIAGE.requester_rules)["TeleTriageConsultDetail"]["jobDescription"]
    assert stored_value == (None if is_checked_in else job)
    assert [kind.label for kind in TriageJobDescription] == ["ED Tech", "RN/LPN"]


@pytest.mark.req("FHOSP-02", "BENT-11")
def test_a_hospitalist_record_is_empty() -> None:
    assert stored(HOSPITALIST, reason="New admission") == {}
    assert stored(HOSPITALIST, reason="New admission", TeleHospitalistConsultDetail={}) == {}
    unknown = refused(HOSPITALIST, reason="New admission", TeleHospitalistConsultDetail={"note": "x"})
    assert unknown == {"TeleHospitalistConsultDetail.note": "Unknown field."}


@pytest.mark.req("FSTROKE-32")
def test_acute_or_follow_up_is_required() -> None:
    for record in ({}, {"isAcute": None}, {"isAcute": "true"}, {"isAcute": 1}):
        assert set(refused(ACUTE, AcuteStrokeConsultDetail=record)) == {"AcuteStrokeConsultDetail.isAcute"}
    assert refused(ACUTE) == {"AcuteStrokeConsultDetail.isAcute": REQUIRED}


@pytest.mark.req("BENT-03", "FSTROKE-35", "FSTROKE-36", "FSTROKE-37", "BCONST-07")
def test_an_acute_form_stores_its_answers_and_requires_none() -> None:
    assert stored(ACUTE, AcuteStrokeConsultDetail=ACUTE_ANSWERS) == ACUTE_ANSWERS
    assert stored(ACUTE, AcuteStrokeConsultDetail={"isAcute": True, "contraindications": ""}) == {
        "isAcute": True,
        "lastKnownWell": None,
        "symptomDiscovery": None,
        "nihss": None,
        "contraindications": None,
        "isOnAnticoagulants": None,
        "anticoagulants": NOTHING_SELECTED,
    }
    longest = {"contraindications": "c" * 255, "anticoagulants": {"selected": [], "other": "a" * 255}}
    for answers in (longest | {"nihss": 0}, longest | {"nihss": 42}):
        assert stored(ACUTE, AcuteStrokeConsultDetail=ACUTE_ANSWERS | answers) == ACUTE_ANSWERS | answers
    for answer in (False, None):
        result = stored(ACUTE, AcuteStrokeConsultDetail=ACUTE_ANSWERS | {"isOnAnticoagulants": answer})
        assert (result["isOnAnticoagulants"], result["anticoagulants"]) == (answer, NOTHING_SELECTED)


@pytest.mark.parametrize(("typed", "stored_value"), [("", None), ("Argatroban", "Argatroban")])
@pytest.mark.req("FSTROKE-30")
def test_an_acute_emergency_may_have_a_blank_other(typed: str, stored_value: str | None) -> None:
    answers = ACUTE_ANSWERS | {"anticoagulants": {"selected": ["Heparin SQ/IV"], "other": typed}}
    result = stored(ACUTE, isEmergency=True, AcuteStrokeConsultDetail=answers)
    assert result["anticoagulants"] == {"selected": ["Heparin SQ/IV"], "other": stored_value}


@pytest.mark.parametrize("name", ["lastKnownWell", "symptomDiscovery"])
@pytest.mark.req("FSTROKE-33", "FSTROKE-34", "BCONST-09")
def test_acute_times_lie_between_1800_and_now(name: str) -> None:
    path = f"AcuteStrokeConsultDetail.{name}"
    for moment, errors in (
        ((NOW + timedelta(seconds=60)).isoformat(), {}),
        ((NOW + timedelta(seconds=61)).isoformat(), {path: "Must not be in the future."}),
        ("1800-01-01T00:00:00Z", {}),
        ("1799-12-31T00:00:00Z", {path: "Must not be before 01/01/1800."}),
        (None, {}),
    ):
        assert refused(ACUTE, AcuteStrokeConsultDetail=ACUTE_ANSWERS | {name: moment}) == errors


@pytest.mark.parametrize(
    ("changes", "name", "message"),
    [
        pytest.param({"nihss": 43}, "nihss", SCALE, marks=pytest.mark.req("BCONST-07")),
        pytest.param({"nihss": -1}, "nihss", SCALE, marks=pytest.mark.req("BCONST-07")),
        pytest.param({"nihss": 8.5}, "nihss", "Whole numbers only", marks=pytest.mark.req("BCONST-07")),
        pytest.param({"nihss": "8"}, "nihss", "Whole numbers only", marks=pytest.mark.req("BCONST-07")),
        ({"contraindications": "c" * 256}, "contraindications", TOO_LONG),
        ({"isOnAnticoagulants": "true"}, "isOnAnticoagulants", "Enter a valid value."),
        (
            {"anticoagulants": {"selected": [], "other": "a" * 256}},
            "anticoagulants.other",
            "The Other field cannot exceed 255 characters.",
        ),
        ({"anticoagulants": NOTHING_SELECTED}, "anticoagulants", SELECT_ONE),
        pytest.param({"isAcute": "yes"}, "isAcute", INVALID, marks=pytest.mark.req("BENT-03")),
        pytest.param({"isOnAnticoagulants": "yes"}, "isOnAnticoagulants", INVALID, marks=pytest.mark.req("BENT-03")),
        (
            {"anticoagulants": {"selected": [], "other": " "}},
            "anticoagulants.other",
            "You must enter a value for Other.",
        ),
        pytest.param(
            {"anticoagulants": {"selected": ["Warfarin Oral", "Clopidogrel"], "other": None}},
            "anticoagulants.selected.1",
            INVALID,
            marks=pytest.mark.req("BENT-21"),
        ),
    ],
)
@pytest.mark.req("FSTROKE-03", "FSTROKE-35", "FSTROKE-36", "FSTROKE-37")
def test_acute_answers_have_their_limits(changes: dict[str, Any], name: str, message: str) -> None:
    result = refused(ACUTE, AcuteStrokeConsultDetail=ACUTE_ANSWERS | changes)
    assert result == {f"AcuteStrokeConsultDetail.{name}": message}


@pytest.mark.req("FSTROKE-38", "FSTROKE-39", "BENT-04", "BCONST-05", "FSTROKE-40")
def test_a_follow_up_has_a_reason_and_none_of_the_acute_answers() -> None:
    follow_up = ACUTE_ANSWERS | {"isAcute": False}
    assert refused(ACUTE, AcuteStrokeConsultDetail=follow_up) == {"reason": REQUIRED}
    assert refused(ACUTE, reason="r" * 256, AcuteStrokeConsultDetail=follow_up) == {"reason": TOO_LONG}
    body = {"callbackNumber": PHONE, "reason": "r" * 255, "AcuteStrokeConsultDetail": follow_up}
    request = ACUTE.request.model_validate(body)
    assert request.reason == "r" * 255
    nothing = {**dict.fromkeys(ACUTE_ANSWERS), "isAcute": False, "anticoagulants": NOTHING_SELECTED}
    assert request.detail.model_dump(mode="json", by_alias=True) == nothing
    denied = follow_up | {"nihss": 0, "isOnAnticoagulants": False}
    assert stored(ACUTE, reason="Day two", AcuteStrokeConsultDetail=denied) == nothing


@pytest.mark.req("FSTROKE-39")
def test_an_acute_form_has_no_reason_of_its_own() -> None:
    body = {"callbackNumber": PHONE, "reason": "Day two", "AcuteStrokeConsultDetail": {"isAcute": True}}
    assert ACUTE.request.model_validate(body).reason is None


@pytest.mark.req("FSTROKE-30")
def test_an_acute_emergency_is_acute() -> None:
    for record in ({}, {"isAcute": False}, {"isAcute": None}):
        result = stored(ACUTE, isEmergency=True, AcuteStrokeConsultDetail=record)
        assert result["isAcute"] is True
        assert (ACUTE.priority_id(result, is_emergency=True), ACUTE.priority_id(result, is_emergency=False)) == (1, 3)
    assert stored(ACUTE, isEmergency=True)["isAcute"] is True
