"""What the stroke note refuses, clears and accepts under other names; the case files cover the rest."""

from datetime import datetime, timedelta
from typing import Any, Final

import pytest
from stroke_notes import STROKE_NOTE

from wardline.core import clock
from wardline.core.forms.drafts import draft_model
from wardline.core.forms.wire import iso_utc
from wardline.service_lines.base.stroke_note.schemas import StrokeNote
from wardline.service_lines.base.stroke_note.texts import LABS_DEFAULT
from wardline.service_lines.registry import all_lines
from wardline.service_lines.tests.case_files import with_answer, without_answer
from wardline.service_lines.tests.forms import NOW, refusals

REQUIRED = "This field is required."
SELECT_ONE = "You must select at least one."
OTHER_REQUIRED = "You must enter a value for Other."
OTHER_TOO_LONG = "The Other field cannot exceed 255 characters."
TOO_LONG = "This section of the note is too long."
WHOLE = "Whole numbers only"
INVALID = "Enter a valid value."
NONE: Final[dict[str, Any]] = {"selected": [], "other": None}
DRAFT: Final = draft_model(StrokeNote)

GIVEN_LATE: Final = {
    "thrombolytic.delay": True,
    "thrombolytic.delayReason": ["Initial refusal"],
}
NOT_GIVEN: Final[dict[str, Any]] = {
    "thrombolytic": {
        "given": False,
        "notGivenReason": ["head trauma"],
        "recommendations": "No thrombolysis.",
    }
}
CANDIDATE: Final = {"iaTherapy": {"isCandidate": True}}


def note(*changes: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A complete note with changed answers, by dotted path."""
    data = STROKE_NOTE
    for change in (*changes, more):
        for path, value in change.items():
            data = with_answer(data, path, value)
    return data


def refused(*changes: dict[str, Any], without: str | None = None, **more: Any) -> dict[str, str]:
    sent = note(*changes, **more)
    return refusals(StrokeNote, without_answer(sent, without) if without else sent)


def stored(*changes: dict[str, Any], draft: bool = False, **more: Any) -> dict[str, Any]:
    with clock.clock_at(NOW):
        validated = (DRAFT if draft else StrokeNote).model_validate(note(*changes, **more))
    result: dict[str, Any] = validated.model_dump(mode="json", by_alias=True)
    return result


def answer_in(content: dict[str, Any], path: str) -> Any:
    group, _, name = path.rpartition(".")
    return (content[group] if group else content)[name]


def rich(*texts: str) -> dict[str, Any]:
    runs = [[{"text": text, "bold": False, "italic": False}] for text in texts]
    return {"lines": [{"kind": "paragraph", "indent": 0, "runs": one} for one in runs]}


@pytest.mark.req("NOTE-01", "BENT-18", "BENT-19")
def test_one_form_holds_both_variants_for_both_stroke_lines() -> None:
    assert {line.slug for line in all_lines() if line.note is not None and line.note.content is StrokeNote} == {
        "tele-stroke",
        "acute-stroke",
    }
    result = stored()
    assert list(result) == [
        "callLength",
        "videoStartTime",
        "lastKnownWell",
        "hpi",
        "exam",
        "nihss",
        "nihssComments",
        "labs",
        "labsNotDone",
        "imaging",
        "thrombolytic",
        "iaTherapy",
        "diagnosis",
        "disposition",
        "transfer",
        "totalTimeSpent",
        "criticalPatient",
    ]
    assert result["thrombolytic"] == {
        "given": True,
        "drug": "Tenecteplase",
        "dosage": "20 mg",
        "timeGiven": None,
        "delay": False,
        "delayReason": NONE,
        "notGivenReason": NONE,
        "recommendations": rich("Watch."),
    }
    reasons = {"selected": ["no proximal occlusion on CTA or MRA"], "other": None}
    assert result["iaTherapy"] == {"isCandidate": False, "notCandidateReasons": reasons}
    assert result["diagnosis"] == {"selected": ["Stroke"], "other": None}
    assert result["disposition"] == {"selected": ["Continue current admission status"], "other": None}
    assert result["criticalPatient"] is True
    assert result["transfer"] == rich("Transfer is not recommended at this time.")


@pytest.mark.req("BENT-19")
def test_diagnosis_and_disposition_have_several_entries_and_other_text() -> None:
    diagnosis = {"selected": ["Seizure", "Stroke"], "other": "Todd's paralysis"}
    disposition = {"selected": ["Continue current admission status", "Transfer for neurosurgical management"]}
    for draft in (True, False):
        result = stored({"diagnosis": diagnosis, "disposition": disposition}, draft=draft)
        assert result["diagnosis"] == diagnosis
        assert result["disposition"]["selected"] == disposition["selected"]


@pytest.mark.parametrize("name", ["callLength", "totalTimeSpent"])
@pytest.mark.req("NOTE-03", "NOTE-45", "BCONST-08")
def test_minutes_are_whole_and_from_zero(name: str) -> None:
    assert refused(without=name) == refused({name: None}) == {name: REQUIRED}
    for count in (0, 1440):
        assert stored({name: count})[name] == count
    assert refused({name: -1}) == refused({name: 2**31}) == refused({name: True}) == {name: INVALID}
    assert refused({name: 12.5}) == refused({name: "12"}) == {name: WHOLE}


@pytest.mark.parametrize(
    ("moment", "message"),
    [
        (NOW + timedelta(seconds=60), None),
        (NOW + timedelta(seconds=61), "Must not be in the future."),
        (NOW.replace(year=1800, month=1, day=1, hour=0), None),
        (NOW.replace(year=1799, month=12, day=31, hour=23), "Must not be before 01/01/1800."),
    ],
)
@pytest.mark.parametrize("name", ["videoStartTime", "lastKnownWell", "thrombolytic.timeGiven"])
@pytest.mark.req("NOTE-05", "NOTE-06", "NOTE-27", "BCONST-09")
def test_times_lie_between_1800_and_now(name: str, moment: datetime, message: str | None) -> None:
    assert refused({name: iso_utc(moment)}) == ({name: message} if message else {})
    if message is None:
        assert answer_in(stored({name: iso_utc(moment)}), name) == iso_utc(moment)


@pytest.mark.req("NOTE-04", "NOTE-06", "NOTE-27", "BENT-22")
def test_of_the_times_only_the_start_of_the_call_is_required() -> None:
    assert refused(without="videoStartTime") == refused(videoStartTime=None) == {"videoStartTime": REQUIRED}
    assert refused(without="lastKnownWell") == refused(lastKnownWell=None) == {}
    assert refused({"thrombolytic.timeGiven": None}) == {}
    assert stored(lastKnownWell="2026-03-04T06:00:00.000+01:00")["lastKnownWell"] == "2026-03-04T05:00:00Z"


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("hpi", marks=pytest.mark.req("NOTE-07")),
        pytest.param("exam", marks=pytest.mark.req("NOTE-08")),
        pytest.param("imaging", marks=pytest.mark.req("NOTE-09")),
        pytest.param("labs", marks=pytest.mark.req("NOTE-11")),
        pytest.param("transfer", marks=pytest.mark.req("NOTE-13")),
    ],
)
@pytest.mark.req("NOTE-17")
def test_a_section_is_required(name: str) -> None:
    assert refused(without=name) == refused({name: None}) == {name: REQUIRED}
    for blank in ("", "  \n", "<p> </p><ul><li></li></ul>", "\u200b"):
        assert refused({name: blank}) == {name: REQUIRED}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("hpi", marks=pytest.mark.req("NOTE-07")),
        pytest.param("exam", marks=pytest.mark.req("NOTE-08")),
        pytest.param("imaging", marks=pytest.mark.req("NOTE-09")),
        pytest.param("labs", marks=pytest.mark.req("NOTE-10", "NOTE-11")),
        pytest.param("transfer", marks=pytest.mark.req("NOTE-13")),
        pytest.param("nihssComments", marks=pytest.mark.req("NOTE-14")),
        pytest.param("thrombolytic.recommendations", marks=pytest.mark.req("NOTE-35")),
    ],
)
@pytest.mark.req("NOTE-17", "BCONST-04")
def test_a_section_has_at_most_6000_visible_characters(name: str) -> None:
    content = "m" * 6000
    assert answer_in(stored({name: content}), name) == (content if name == "nihssComments" else rich(content))
    assert refused({name: "m" * 6001}) == {name: TOO_LONG}
    if name != "nihssComments":
        assert refused({name: f"<ul><li>{'m' * 3000}</li><li><b>{'m' * 3000}</b></li></ul>"}) == {}
        assert refused({name: f"<p>{'m' * 3000}</p><p>{'m' * 3000}</p>&amp;"}) == {name: TOO_LONG}


@pytest.mark.req("NOTE-15", "NOTE-16", "NOTE-17")
def test_sections_are_rich_text_and_comments_on_the_scale_are_plain() -> None:
    html = '<ul><li class="ql-indent-5"><b>Right</b> arm<script>x()</script></li></ul>'
    run = {"text": "Right", "bold": True, "italic": False}
    line = {"kind": "bullet", "indent": 3, "runs": [run, {"text": " arm", "bold": False, "italic": False}]}
    for name in ("hpi", "exam", "labs", "imaging", "transfer"):
        assert stored({name: html})[name] == {"lines": [line]}
    assert stored({"thrombolytic.recommendations": html})["thrombolytic"]["recommendations"] == {"lines": [line]}
    assert stored(nihssComments=" <b>a</b> ")["nihssComments"] == "<b>a</b>"
    assert set(refused(nihssComments=rich("a"))) == {"nihssComments"}


@pytest.mark.req("NOTE-11", "NOTE-12", "NOTE-14", "NOTE-57")
def test_labs_are_filled_in_or_not_done() -> None:
    assert refused(labs=LABS_DEFAULT) == {"labs": REQUIRED}
    assert refused(labs="<ul><li>Glucose: </li><li>Platelets: </li><li>INR: </li></ul>") == {"labs": REQUIRED}
    assert refused(labs="<ul><li>Glucose: 104</li><li>Platelets: </li><li>INR: </li></ul>") == {}
    assert stored(labsNotDone=True)["labs"] is None
    assert stored(labsNotDone=True, labs="m" * 6001)["labs"] is None
    assert refused({"labsNotDone": True}, without="labs") == {}
    assert refused(labsNotDone=False, labs=None) == {"labs": REQUIRED}
    assert refused(labsNotDone="yes") == {"labsNotDone": INVALID}
    assert refused(nihssComments=None) == {}


@pytest.mark.req("NOTE-24", "NOTE-25", "NOTE-26", "NOTE-29", "NOTE-36")
def test_what_a_given_thrombolytic_requires() -> None:
    group = "thrombolytic"
    assert refused(thrombolytic={}) == {f"{group}.given": REQUIRED}
    assert refused(thrombolytic={"drug": "Alteplase"}) == {f"{group}.given": REQUIRED}
    assert refused(thrombolytic={"given": True}) == {f"{group}.drug": REQUIRED}
    assert refused(thrombolytic={"given": True, "drug": "Aspirin"}) == {f"{group}.drug": INVALID}
    for drug in ("Tenecteplase", "Alteplase"):
        chosen = {"given": True, "drug": drug}
        assert refused(thrombolytic=chosen) == {f"{group}.delay": REQUIRED}
        assert refused(thrombolytic=chosen | {"delay": False}) == {f"{group}.recommendations": REQUIRED}
        late = {"delay": True, "delayReason": ["Initial refusal"]}
        assert refused(thrombolytic=chosen | late) == {f"{group}.recommendations": REQUIRED}
    assert stored({f"{group}.dosage": "m" * 255})[group]["dosage"] == "m" * 255
    assert refused({f"{group}.dosage": None}) == {}
    assert refused({f"{group}.delay": "true"}) == {f"{group}.delay": INVALID}
    assert refused({f"{group}.dosage": "m" * 256}) == {f"{group}.dosage": "Must be at most 255 characters long."}


@pytest.mark.req("NOTE-32", "NOTE-36")
def test_a_thrombolytic_not_given_requires_reasons_and_recommendations() -> None:
    assert refused(NOT_GIVEN) == {}
    assert refused(thrombolytic={"given": False}) == {
        "thrombolytic.notGivenReason": SELECT_ONE,
        "thrombolytic.recommendations": REQUIRED,
    }


LISTS: Final = [
    pytest.param("thrombolytic.delayReason", GIVEN_LATE, marks=pytest.mark.req("NOTE-30", "BENT-21")),
    pytest.param("thrombolytic.notGivenReason", NOT_GIVEN, marks=pytest.mark.req("NOTE-32", "BENT-21")),
    pytest.param("iaTherapy.notCandidateReasons", {}, marks=pytest.mark.req("NOTE-39", "BENT-21")),
    pytest.param("diagnosis", {}, marks=pytest.mark.req("NOTE-41", "NOTE-42")),
    pytest.param("disposition", {}, marks=pytest.mark.req("NOTE-43", "NOTE-44")),
]


@pytest.mark.parametrize(("field", "branch"), LISTS)
@pytest.mark.req("NOTE-47", "NOTE-48", "NOTE-49")
def test_a_list_requires_an_entry_and_its_other_requires_text(field: str, branch: dict[str, Any]) -> None:
    assert refused(branch) == {}
    assert refused(branch, {field: NONE}) == refused(branch, {field: []}) == {field: SELECT_ONE}
    for blank in ("", "  "):
        assert refused(branch, {field: {"selected": [], "other": blank}}) == {f"{field}.other": OTHER_REQUIRED}
        assert refused(branch, {f"{field}": {"selected": [], "other": f"{blank}x"}}) == {}
    longest = {"selected": [], "other": "x" * 255}
    assert answer_in(stored(branch, {field: longest}), field) == longest
    assert refused(branch, {field: {"selected": [], "other": "x" * 256}}) == {f"{field}.other": OTHER_TOO_LONG}
    assert refused(branch, {field: ["Other"]}) == {f"{field}.selected.0": INVALID}


@pytest.mark.parametrize(("field", "branch"), LISTS)
def test_a_list_contains_a_choice_only_once(field: str, branch: dict[str, Any]) -> None:
    (choice,) = answer_in(stored(branch), field)["selected"]
    assert refused(branch, {field: [choice, choice]}) == {f"{field}.selected": "Remove duplicates."}


@pytest.mark.req("NOTE-24", "NOTE-38", "NOTE-46", "BENT-18", "BENT-19")
def test_yes_or_no_has_no_third_answer_and_no_default() -> None:
    for name in ("thrombolytic.given", "iaTherapy.isCandidate", "criticalPatient"):
        assert refused({name: None})[name] == refused(without=name)[name] == REQUIRED
        assert refused({name: "true"}) == {name: INVALID}
    assert refused(criticalPatient=False) == refused(CANDIDATE) == {}
    assert stored({"iaTherapy.isCandidate": True})["iaTherapy"] == {"isCandidate": True, "notCandidateReasons": NONE}


ALL_OF_IT: Final[dict[str, Any]] = {
    "drug": "Alteplase",
    "dosage": "20 mg",
    "timeGiven": "2026-03-04T11:50:00Z",
    "delay": True,
    "delayReason": {"selected": ["Initial refusal"], "other": "Family"},
    "notGivenReason": {"selected": ["head trauma"], "other": "Fall"},
    "recommendations": rich("Watch."),
}


@pytest.mark.parametrize("draft", [True, False], ids=["saved", "signed"])
@pytest.mark.req("NOTE-37", "BENT-18")
def test_contradicting_answers_are_dropped_except_recommendations(draft: bool) -> None:
    given = stored({"thrombolytic": ALL_OF_IT | {"given": True}}, draft=draft)["thrombolytic"]
    assert given == ALL_OF_IT | {"given": True, "notGivenReason": NONE}
    in_time = stored({"thrombolytic": ALL_OF_IT | {"given": True, "delay": False}}, draft=draft)["thrombolytic"]
    assert in_time == given | {"delay": False, "delayReason": NONE}
    for delay in (True, False):
        not_given = stored({"thrombolytic": ALL_OF_IT | {"given": False, "delay": delay}}, draft=draft)["thrombolytic"]
        assert not_given == {
            "given": False,
            **dict.fromkeys(("drug", "dosage", "timeGiven", "delay")),
            "delayReason": NONE,
            "notGivenReason": ALL_OF_IT["notGivenReason"],
            "recommendations": ALL_OF_IT["recommendations"],
        }


@pytest.mark.req("NOTE-37", "NOTE-52")
def test_a_draft_without_whether_it_was_given_keeps_the_rest() -> None:
    undecided = stored({"thrombolytic": ALL_OF_IT}, draft=True)["thrombolytic"]
    assert undecided == ALL_OF_IT | {"given": None}
    undecided = stored({"thrombolytic": ALL_OF_IT | {"delay": None}}, draft=True)["thrombolytic"]
    assert undecided["delayReason"] == NONE


@pytest.mark.req("NOTE-28", "NOTE-29")
def test_without_a_drug_a_delay_is_dropped() -> None:
    result = stored({"thrombolytic": ALL_OF_IT | {"given": True, "drug": None}}, draft=True)["thrombolytic"]
    assert (result["delay"], result["delayReason"]) == (None, NONE)
    assert result["dosage"] == ALL_OF_IT["dosage"]


@pytest.mark.parametrize("draft", [True, False], ids=["saved", "signed"])
@pytest.mark.req("NOTE-02", "NOTE-24", "NOTE-27", "NOTE-32", "BENT-18")
def test_the_other_variants_names_are_accepted_and_ours_returned(draft: bool) -> None:
    for ours, theirs in [("videoStartTime", "callStartTime"), ("iaTherapy", "endovascularTherapy")]:
        sent = without_answer(note(), ours) | {theirs: STROKE_NOTE[ours]}
        with clock.clock_at(NOW):
            validated = (DRAFT if draft else StrokeNote).model_validate(sent)
        assert validated.model_dump(mode="json", by_alias=True) == stored(draft=draft)
    time = "2026-03-04T11:50:00Z"
    theirs_given = {"recommended": True, "drug": "Alteplase", "timeRecommended": time, "delay": False}
    result = stored(thrombolytic={**theirs_given, "recommendations": "Watch."}, draft=draft)["thrombolytic"]
    assert (result["given"], result["timeGiven"]) == (True, time)
    theirs_not = {"recommended": False, "notRecommendedReason": ["head trauma"], "recommendations": "None."}
    result = stored(thrombolytic=theirs_not, draft=draft)["thrombolytic"]
    assert result["given"] is False
    assert result["notGivenReason"] == {"selected": ["head trauma"], "other": None}
    assert not {"recommended", "timeRecommended", "notRecommendedReason"} & result.keys()


def test_a_field_sent_under_both_names_is_refused() -> None:
    assert refused(callStartTime="2026-03-04T11:40:00Z") == {"callStartTime": "Unknown field."}
    both = {"thrombolytic.recommended": True}
    assert refused(both) == {"thrombolytic.recommended": "Unknown field."}


@pytest.mark.req("NOTE-52", "NOTE-17")
def test_a_draft_accepts_text_that_is_too_long_half_typed_or_missing() -> None:
    typed = {
        "callLength": 12.5,
        "videoStartTime": "03/04/2026 at ",
        "totalTimeSpent": "an",
        "hpi": "m" * 20_000,
        "nihssComments": "m" * 24_000,
        "thrombolytic.dosage": "m" * 300,
        "thrombolytic.timeGiven": "03/",
        "diagnosis": {"selected": [], "other": "m" * 300},
    }
    result = stored(typed, draft=True)
    assert (result["callLength"], result["videoStartTime"], result["totalTimeSpent"]) == (
        12.5,
        "03/04/2026 at ",
        "an",
    )
    assert result["hpi"] == rich("m" * 20_000)
    assert len(result["nihssComments"]) == 24_000
    assert (len(result["thrombolytic"]["dosage"]), result["thrombolytic"]["timeGiven"]) == (300, "03/")
    assert refusals(DRAFT, {}) == {}
    assert {"callLength", "videoStartTime", "totalTimeSpent", "thrombolytic.dosage"} <= refused(typed).keys()
    assert refusals(DRAFT, note(hpi="m" * 24_000)) == {"hpi": TOO_LONG}
    assert refusals(DRAFT, note(nihssComments="m" * 24_001)) == {
        "nihssComments": "Must be at most 24000 characters long."
    }
    assert refusals(DRAFT, note(diagnosis={"selected": [], "other": "m" * 1021})) == {
        "diagnosis.other": "Must be at most 1020 characters long."
    }
    assert refusals(DRAFT, note(criticalPatient="yes")) == {"criticalPatient": INVALID}
