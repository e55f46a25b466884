"""The printed form of a line's notes."""

from datetime import UTC, datetime
from typing import Any, Final

import pytest

from wardline.service_lines.base import sign_off
from wardline.service_lines.base.printed import PrintedSection, clock_time, minutes, yes_no
from wardline.service_lines.base.stroke_note import printed as stroke_note
from wardline.service_lines.base.stroke_note.nihss import ITEMS


def test_a_short_sign_off_names_each_answer_that_was_given() -> None:
    content = {
        "cancellationReason": None,
        "typeofCall": "video",
        "documentationReference": "",
        "comment": "video",
        "videoCallLength": 12,
    }
    (section,) = sign_off.printed(content, {"video": "Video Visit"})
    facts = (("Type of Call", "Video Visit"), ("Comment", "video"), ("Video Call Length", "12 min"))
    assert section == PrintedSection("Sign-off", facts=facts)


def test_a_type_of_call_that_is_no_longer_in_the_list_is_printed_as_stored() -> None:
    (section,) = sign_off.printed({"typeofCall": "telegraph"}, {"video": "Video Visit"})
    assert section.facts == (("Type of Call", "telegraph"),)


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        ("2026-03-04T12:15:00Z", "03/04/2026 07:15 AM EST"),
        (datetime(2026, 7, 4, 12, 15, tzinfo=UTC), "07/04/2026 08:15 AM EDT"),
        (None, None),
    ],
)
def test_times_are_in_the_time_zone_of_the_ward(moment: str | datetime | None, expected: str | None) -> None:
    assert clock_time(moment, "America/New_York") == expected


@pytest.mark.parametrize(("value", "expected"), [(True, "Yes"), (False, "No"), (None, None)])
def test_an_answer_is_yes_no_or_omitted(value: Any, expected: str | None) -> None:
    assert yes_no(value) == expected


@pytest.mark.parametrize(("value", "expected"), [(12, "12 min"), (0, "0 min"), (None, None)])
@pytest.mark.req("NOTE-45")
def test_a_length_is_in_minutes(value: Any, expected: str | None) -> None:
    assert minutes(value) == expected


NOTHING: Final[dict[str, Any]] = {"selected": [], "other": None}
WORDS: Final = {
    name: {"lines": name} for name in ("hpi", "exam", "labs", "imaging", "transfer", "thrombolytic.recommendations")
}
NOTE: Final[dict[str, Any]] = {
    "callLength": 25,
    "videoStartTime": "2026-03-04T11:40:00Z",
    "lastKnownWell": "2026-03-04T10:15:00Z",
    "hpi": WORDS["hpi"],
    "exam": WORDS["exam"],
    "nihss": {"notDone": True},
    "nihssComments": "Asleep",
    "labsNotDone": True,
    "labs": WORDS["labs"],
    "imaging": WORDS["imaging"],
    "thrombolytic": {
        "given": True,
        "drug": "Tenecteplase",
        "dosage": "20 mg",
        "timeGiven": "2026-03-04T11:00:00Z",
        "delay": False,
        "delayReason": {"selected": ["Initial refusal"], "other": "Elevator"},
        "notGivenReason": {"selected": ["head trauma", "seizure at onset"], "other": "Frail"},
        "recommendations": WORDS["thrombolytic.recommendations"],
    },
    "iaTherapy": {
        "isCandidate": False,
        "notCandidateReasons": {"selected": ["patient refusal"], "other": "Lives far away"},
    },
    "diagnosis": {"selected": ["Stroke"], "other": "Migraine"},
    "disposition": {"selected": ["Transfer for neurosurgical management"], "other": "Home"},
    "transfer": WORDS["transfer"],
    "totalTimeSpent": 40,
    "criticalPatient": True,
}


@pytest.mark.req("NOTE-01", "NOTE-57", "CHOICE-03", "CHOICE-04", "NOTE-22")
def test_a_stroke_note_has_its_sections_in_order_with_everything_labeled() -> None:
    assert list(stroke_note.printed(NOTE, "America/New_York")) == [
        PrintedSection(
            "Call",
            facts=(
                ("Call Length", "25 min"),
                ("Video Start Time", "03/04/2026 06:40 AM EST"),
                ("Last Known Well", "03/04/2026 05:15 AM EST"),
            ),
        ),
        PrintedSection("History and Examination", texts=(("HPI", WORDS["hpi"]), ("Exam", WORDS["exam"]))),
        PrintedSection("NIH Stroke Scale", facts=(("Total", "Not Done"), ("NIHSS Comments", "Asleep"))),
        PrintedSection(
            "Labs and Imaging",
            facts=(("Labs", "Labs not done."),),
            texts=(("Labs", WORDS["labs"]), ("Imaging", WORDS["imaging"])),
        ),
        PrintedSection(
            "Thrombolysis",
            facts=(
                ("Thrombolytic given", "Yes"),
                ("Drug", "Tenecteplase"),
                ("Dosage", "20 mg"),
                ("Time Given", "03/04/2026 06:00 AM EST"),
                ("Administration Delay", "No"),
                ("Reason for the Delay", "Initial refusal; Elevator"),
                ("Reason for Not Giving It", "Head trauma; Seizure at onset; Frail"),
            ),
            texts=(("Recommendations", WORDS["thrombolytic.recommendations"]),),
        ),
        PrintedSection(
            "Intra-Arterial Therapy",
            facts=(("Candidate", "No"), ("Reason Patient Is Not a Candidate", "Patient refusal; Lives far away")),
        ),
        PrintedSection(
            "Assessment and Plan",
            facts=(("Diagnosis", "Stroke; Migraine"), ("Disposition", "Transfer for neurosurgical management; Home")),
            texts=(("Transfer", WORDS["transfer"]),),
        ),
        PrintedSection("Time and Severity", facts=(("Total Time Spent", "40 min"), ("Critical patient", "Yes"))),
    ]
    for name in ("diagnosis", "disposition"):
        facts = dict(list(stroke_note.printed(NOTE | {name: NOTHING}, "America/New_York"))[6].facts)
        assert facts[name.title()] is None


def scale(**changed: Any) -> dict[str, str | None]:
    scores = {item.name: 0 for item in ITEMS} | {"notDone": False, "explanations": {}} | changed
    sections = stroke_note.printed(NOTE | {"nihss": scores}, "America/New_York")
    return dict(next(section.facts for section in sections if section.title == "NIH Stroke Scale"))


@pytest.mark.parametrize(
    ("unscored", "untestable", "total"),
    [(0, 0, "3"), (2, 0, "3 (2 not scored)"), (0, 1, "3 (1 untestable)"), (2, 1, "3 (2 not scored, 1 untestable)")],
)
@pytest.mark.req("NOTE-20")
def test_a_total_always_shows_what_it_excludes(unscored: int, untestable: int, total: str) -> None:
    assert scale(total=3, unscored=unscored, untestable=untestable)["Total"] == total


@pytest.mark.parametrize(
    ("score", "explanation", "expected"),
    [(0, None, "0"), (2, None, "2"), (None, None, None), (-1, None, "Untestable"), (-1, "Cast", "Untestable: Cast")],
)
@pytest.mark.req("NOTE-19")
def test_an_item_shows_its_score_or_why_there_is_none(
    score: int | None, explanation: str | None, expected: str | None
) -> None:
    printed = scale(total=0, unscored=0, untestable=0, rightArm=score, explanations={"rightArm": explanation})
    (label,) = (f"{item.number}. {item.label}" for item in ITEMS if item.name == "rightArm")
    assert printed[label] == expected
    assert list(printed) == ["Total", *(f"{item.number}. {item.label}" for item in ITEMS), "NIHSS Comments"]
