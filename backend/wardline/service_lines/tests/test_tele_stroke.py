from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wardline.core import clock
from wardline.core.forms.rules import clear
from wardline.service_lines.base.anticoagulants import Anticoagulant
from wardline.service_lines.lines.tele_stroke import LINE
from wardline.service_lines.lines.tele_stroke.choices import BaselineFunctionalStatus, NotableSymptom
from wardline.service_lines.tests.forms import NOW, PHONE, normalized, refusals, stored, typed_text

RECORD = "TeleStrokeConsultDetail"
NOTHING_SELECTED: dict[str, Any] = {"selected": [], "other": None}
SELECT_ONE = "You must select at least one."
OTHER_REQUIRED = "You must enter a value for Other."
OTHER_TOO_LONG = "The Other field cannot exceed 255 characters."
REQUIRED = "This field is required."
SCALE = "Stroke Scale needs to be within the range of 0-42"
WHOLE = "Whole numbers only"
INVALID = "Enter a valid value."
QUESTIONS = (
    "potentialThrombolytic",
    "suspectedLargeVesselOcclusion",
    "edArrivalDate",
    "lastKnownWell",
    "nihss",
    "isOnAnticoagulants",
)
LISTS = ("notableSymptoms", "baselineFunctionalStatus")
ANSWERS: dict[str, Any] = {
    "potentialThrombolytic": False,
    "suspectedLargeVesselOcclusion": True,
    "edArrivalDate": "2026-03-04T11:20:00Z",
    "lastKnownWell": None,
    "clinicalConcern": "Wake-up stroke",
    "nihss": 7,
    "notableSymptoms": {"selected": ["Aphasia", "Numbness"], "other": "Vertigo"},
    "isOnAnticoagulants": True,
    "anticoagulants": {"selected": ["Heparin SQ/IV"], "other": None},
    "baselineFunctionalStatus": ["Minor Assistance"],
}


def refused(**changes: Any) -> dict[str, str]:
    """The form's errors in the record's fields when some answers differ."""
    body = {"callbackNumber": PHONE, RECORD: ANSWERS | changes}
    return {field.removeprefix(f"{RECORD}."): message for field, message in refusals(LINE.request, body).items()}


def selections(presets: type[NotableSymptom | Anticoagulant]) -> st.SearchStrategy[dict[str, Any]]:
    """At least one preset, or a text for Other."""
    chosen = st.lists(st.sampled_from([preset.value for preset in presets]), unique=True)
    made = st.fixed_dictionaries({"selected": chosen, "other": st.none() | typed_text()})
    return made.filter(lambda answer: answer["selected"] or answer["other"] is not None)


def moments() -> st.SearchStrategy[str | None]:
    times = st.datetimes(datetime(1800, 1, 1), NOW.replace(tzinfo=None))  # noqa: DTZ001 - a zone is put on below
    in_utc = times.map(lambda time: time.replace(microsecond=0, tzinfo=UTC).isoformat().replace("+00:00", "Z"))
    return st.none() | in_utc


@st.composite
def forms(draw: st.DrawFn) -> dict[str, Any]:
    """A form that the browser accepts."""
    on_anticoagulants = draw(st.sampled_from([True, False, None]))
    statuses = [status.value for status in BaselineFunctionalStatus if status is not BaselineFunctionalStatus.UNKNOWN]
    return {
        "potentialThrombolytic": draw(st.booleans()),
        "suspectedLargeVesselOcclusion": draw(st.booleans()),
        "edArrivalDate": draw(moments()),
        "lastKnownWell": draw(moments()),
        "clinicalConcern": draw(st.none() | typed_text()),
        "nihss": draw(st.none() | st.integers(0, 42)),
        "notableSymptoms": draw(selections(NotableSymptom)),
        "isOnAnticoagulants": on_anticoagulants,
        "anticoagulants": draw(selections(Anticoagulant)) if on_anticoagulants else NOTHING_SELECTED,
        "baselineFunctionalStatus": draw(
            st.just(["Unknown"]) | st.lists(st.sampled_from(statuses), min_size=1, unique=True)
        ),
    }


def trimmed(value: Any) -> Any:
    """Texts as stored."""
    if isinstance(value, dict):
        return {key: trimmed(item) for key, item in value.items()}
    return normalized(value) if isinstance(value, str) else value


@settings(deadline=None)
@given(record=forms())
@pytest.mark.req("BENT-01", "BENT-02", "BENT-21", "BENT-22", "INFO-05")
def test_a_submitted_form_is_stored_and_returned_unchanged(record: dict[str, Any]) -> None:
    result = stored(LINE, **{RECORD: record})
    assert result == trimmed(record)
    assert LINE.detail.model_validate(result).model_dump(mode="json", by_alias=True) == result


@settings(deadline=None)
@given(record=forms(), answer=st.sampled_from([False, None]), hidden=st.text() | st.none(), emergency=st.booleans())
@pytest.mark.req("FSTROKE-23", "FSTROKE-24", "BENT-21")
def test_anticoagulants_are_stored_only_with_a_yes(
    record: dict[str, Any], answer: bool | None, hidden: str | None, emergency: bool
) -> None:
    left_over = {"isOnAnticoagulants": answer, "anticoagulants": {"selected": ["Warfarin Oral"], "other": hidden}}
    result = stored(LINE, isEmergency=emergency, **{RECORD: record | left_over})
    assert result["isOnAnticoagulants"] is answer
    assert result["anticoagulants"] == NOTHING_SELECTED
    listed = {"selected": ["Warfarin Oral"], "other": "Argatroban"}
    with_yes = record | {"isOnAnticoagulants": True, "anticoagulants": listed}
    assert stored(LINE, isEmergency=emergency, **{RECORD: with_yes})["anticoagulants"] == listed


@pytest.mark.req("FSTROKE-25", "FSTROKE-27", "FSTROKE-30", "BENT-02", "BENT-01")
def test_what_was_not_answered_is_stored_as_null() -> None:
    result = stored(LINE, isEmergency=True, **{RECORD: {}})
    several = {"notableSymptoms": NOTHING_SELECTED, "anticoagulants": NOTHING_SELECTED, "baselineFunctionalStatus": []}
    assert result == dict.fromkeys(QUESTIONS) | {"clinicalConcern": None} | several


@pytest.mark.req("FSTROKE-02")
def test_the_older_name_of_the_occlusion_is_accepted_and_the_newer_returned() -> None:
    older = {key: value for key, value in ANSWERS.items() if key != "suspectedLargeVesselOcclusion"}
    result = stored(LINE, **{RECORD: older | {"suspectedLvo": True}})
    assert result["suspectedLargeVesselOcclusion"] is True
    assert "suspectedLvo" not in result
    for mode in ("validation", "serialization"):
        names = LINE.detail.model_json_schema(mode=mode)["properties"]
        assert "suspectedLargeVesselOcclusion" in names
        assert "suspectedLvo" not in names


@pytest.mark.parametrize("times", [2, 400])
def test_a_list_contains_a_choice_only_once(times: int) -> None:
    aphasia = {"selected": ["Aphasia"] * times, "other": None}
    assert set(refused(notableSymptoms=aphasia)) == {"notableSymptoms.selected"}
    warfarin = {"selected": ["Warfarin Oral"] * times, "other": None}
    assert set(refused(isOnAnticoagulants=True, anticoagulants=warfarin)) == {"anticoagulants.selected"}
    assert set(refused(baselineFunctionalStatus=["Independent"] * times)) == {"baselineFunctionalStatus"}


@pytest.mark.parametrize("score", [0, 1, 41, 42, None])
@pytest.mark.req("FSTROKE-04", "FSTROKE-15", "BENT-02", "BCONST-07")
def test_a_stroke_scale_within_its_range_or_not_done_is_accepted(score: int | None) -> None:
    assert stored(LINE, **{RECORD: ANSWERS | {"nihss": score}})["nihss"] == score


@pytest.mark.parametrize(
    ("score", "message"), [(-1, SCALE), (43, SCALE), (420, SCALE), (8.5, WHOLE), ("8", WHOLE), (True, INVALID)]
)
@pytest.mark.req("FSTROKE-03", "FSTROKE-04", "FSTROKE-15", "BCONST-07")
def test_a_stroke_scale_out_of_range_is_refused_with_the_forms_message(score: float | str, message: str) -> None:
    assert refused(nihss=score) == {"nihss": message}
    emergency = {"callbackNumber": PHONE, "isEmergency": True, RECORD: {"nihss": score}}
    assert refusals(LINE.request, emergency) == {f"{RECORD}.nihss": message}


@pytest.mark.parametrize("name", ["edArrivalDate", "lastKnownWell"])
@pytest.mark.parametrize(
    ("moment", "message"),
    [
        (NOW, None),
        (NOW + timedelta(seconds=60), None),
        (NOW + timedelta(seconds=61), "Must not be in the future."),
        (NOW + timedelta(days=1), "Must not be in the future."),
        (datetime(1800, 1, 1, tzinfo=UTC), None),
        (datetime(1799, 12, 31, 23, 59, 59, tzinfo=UTC), "Must not be before 01/01/1800."),
    ],
)
@pytest.mark.req("FSTROKE-12", "FSTROKE-13", "BCONST-09")
def test_times_lie_between_1800_and_now(name: str, moment: datetime, message: str | None) -> None:
    assert refused(**{name: moment.isoformat()}) == ({name: message} if message else {})


@pytest.mark.req("BENT-22")
def test_a_time_with_an_offset_is_stored_in_utc() -> None:
    result = stored(LINE, **{RECORD: ANSWERS | {"lastKnownWell": "2026-03-04T05:30:00.000-05:00"}})
    assert result["lastKnownWell"] == "2026-03-04T10:30:00Z"


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.req("FSTROKE-01", "FSTROKE-02", "FSTROKE-10", "FSTROKE-11", "FSTROKE-15")
def test_every_question_is_required(question: str) -> None:
    left_out = {key: value for key, value in ANSWERS.items() if key != question}
    result = refusals(LINE.request, {"callbackNumber": PHONE, RECORD: left_out})
    assert result == {f"{RECORD}.{question}": REQUIRED}


@pytest.mark.parametrize("question", ["potentialThrombolytic", "suspectedLargeVesselOcclusion"])
@pytest.mark.req("FSTROKE-01", "FSTROKE-02")
def test_yes_or_no_has_no_third_answer(question: str) -> None:
    assert refused(**{question: None}) == {question: REQUIRED}
    for loose in ("true", "Yes", 1):
        assert refused(**{question: loose}) == {question: "Enter a valid value."}
    for answer in (True, False):
        assert stored(LINE, **{RECORD: ANSWERS | {question: answer}})[question] is answer


@pytest.mark.parametrize("name", ["notableSymptoms", "anticoagulants"])
@pytest.mark.req("FSTROKE-17", "FSTROKE-18", "FSTROKE-19", "FSTROKE-20", "BENT-21")
def test_a_list_requires_an_entry_and_its_other_requires_text(name: str) -> None:
    assert refused(**{name: NOTHING_SELECTED}) == {name: SELECT_ONE}
    for blank in ("", "   "):
        assert refused(**{name: {"selected": [], "other": blank}}) == {f"{name}.other": OTHER_REQUIRED}
    longest = {"selected": [], "other": "x" * 255}
    assert stored(LINE, **{RECORD: ANSWERS | {name: longest}})[name] == longest
    assert refused(**{name: {"selected": [], "other": "x" * 256}}) == {f"{name}.other": OTHER_TOO_LONG}
    unknown = refused(**{name: {"selected": ["Other"], "other": None}})
    assert unknown == {f"{name}.selected.0": "Enter a valid value."}


@pytest.mark.parametrize("answer", [False, None])
@pytest.mark.req("FSTROKE-19", "FSTROKE-23", "BENT-02")
def test_no_and_unknown_do_not_require_a_list_of_anticoagulants(answer: bool | None) -> None:
    answered = {"isOnAnticoagulants": answer, "anticoagulants": NOTHING_SELECTED}
    assert stored(LINE, **{RECORD: ANSWERS | answered}) == ANSWERS | answered
    assert refused(isOnAnticoagulants=str(answer)) == {"isOnAnticoagulants": INVALID}


@pytest.mark.req("FSTROKE-21")
def test_the_baseline_status_has_an_entry_and_unknown_excludes_others() -> None:
    assert refused(baselineFunctionalStatus=[]) == {"baselineFunctionalStatus": SELECT_ONE}
    assert refused(baselineFunctionalStatus=["Unknown"]) == {}
    several = ["Independent", "Minor Assistance"]
    answers = ANSWERS | {"baselineFunctionalStatus": several}
    assert stored(LINE, **{RECORD: answers}) == answers
    for mixed in (["Unknown", "Bedbound"], ["Bedbound", "Unknown"], [*several, "Unknown"]):
        assert refused(baselineFunctionalStatus=mixed) == {
            "baselineFunctionalStatus": "Unknown cannot be combined with another answer."
        }


@pytest.mark.req("FSTROKE-06", "FSTROKE-22", "BCONST-05")
def test_concern_and_reason_are_optional_with_at_most_255_characters() -> None:
    too_long = "Must be at most 255 characters long."
    assert refused(clinicalConcern=None) == {}
    assert stored(LINE, **{RECORD: ANSWERS | {"clinicalConcern": "c" * 255}})["clinicalConcern"] == "c" * 255
    assert refused(clinicalConcern="c" * 256) == {"clinicalConcern": too_long}
    body = {"callbackNumber": PHONE, RECORD: ANSWERS}
    with clock.clock_at(NOW):
        assert LINE.request.model_validate(body | {"reason": "r" * 255}).reason == "r" * 255
    assert refusals(LINE.request, body | {"reason": "r" * 256}) == {"reason": too_long}


@pytest.mark.req("FSTROKE-24", "BENT-21")
def test_a_cleared_list_is_the_empty_value_of_the_browser() -> None:
    hidden = {RECORD: ANSWERS | {"isOnAnticoagulants": False}}
    assert clear(hidden, LINE.request.rules)[RECORD]["anticoagulants"] == NOTHING_SELECTED


def test_a_cleared_concern_is_null() -> None:
    for blank in ("", "  "):
        assert stored(LINE, **{RECORD: ANSWERS | {"clinicalConcern": blank}})["clinicalConcern"] is None


@settings(deadline=None)
@given(answered=st.sets(st.sampled_from([*QUESTIONS, *LISTS])))
@pytest.mark.req("FSTROKE-30")
def test_an_emergency_keeps_given_answers_and_leaves_the_rest_null(answered: set[str]) -> None:
    record = {name: ANSWERS[name] for name in answered}
    with clock.clock_at(NOW):
        request = LINE.request.model_validate({"callbackNumber": PHONE, "isEmergency": True, RECORD: record})
    result = request.detail.model_dump(mode="json", by_alias=True)
    open_list: dict[str, Any] = {"notableSymptoms": NOTHING_SELECTED, "baselineFunctionalStatus": []}
    for name in QUESTIONS:
        assert result[name] == record.get(name)
    for name in LISTS:
        assert result[name] == record.get(name, open_list[name])


@pytest.mark.req("FSTROKE-30", "FSTROKE-05", "INFO-46", "FSTROKE-17", "FSTROKE-21")
def test_an_emergency_requires_only_a_callback_number() -> None:
    assert refusals(LINE.request, {"callbackNumber": PHONE, "isEmergency": True}) == {}
    assert LINE.priority_id(stored(LINE, isEmergency=True), is_emergency=True) == 1
    assert refusals(LINE.request, {"isEmergency": True}) == {"callbackNumber": REQUIRED}
    bad = refusals(LINE.request, {"callbackNumber": "911", "isEmergency": True})
    assert bad == {"callbackNumber": "Enter a valid phone number."}
    not_one = refusals(LINE.request, {"callbackNumber": PHONE})
    assert not_one == {f"{RECORD}.{name}": REQUIRED for name in QUESTIONS} | {
        f"{RECORD}.{name}": SELECT_ONE for name in LISTS
    }


@pytest.mark.parametrize(("name", "preset"), [("notableSymptoms", "Aphasia"), ("anticoagulants", "Warfarin Oral")])
@pytest.mark.req("FSTROKE-30")
def test_an_emergency_may_have_a_blank_other(name: str, preset: str) -> None:
    for typed, left in (("", None), ("Else", "Else")):
        record = {"isOnAnticoagulants": True, name: {"selected": [preset], "other": typed}}
        result = stored(LINE, isEmergency=True, **{RECORD: record})
        assert result[name] == {"selected": [preset], "other": left}


@pytest.mark.req("CHOICE-07", "CHOICE-08", "CHOICE-09")
def test_lists_have_their_entries_in_order() -> None:
    assert [member.label for member in Anticoagulant] == [
        "Warfarin Oral",
        "Apixaban Oral",
        "Dabigatran Oral",
        "Edoxaban Oral",
        "Rivaroxaban Oral",
        "Enoxaparin SQ/IV",
        "Fondaparinux SQ/IV",
        "Heparin SQ/IV",
    ]
    assert [member.label for member in NotableSymptom] == ["Hemiparesis", "Aphasia", "Visual Loss", "Numbness"]
    assert [member.label for member in BaselineFunctionalStatus] == [
        "Independent",
        "Minor Assistance",
        "Requires help but is able to walk independently",
        "Requires assistance with most ADLs and walking",
        "Bedbound",
        "Unknown",
    ]
