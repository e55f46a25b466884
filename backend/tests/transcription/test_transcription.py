"""The product's clinical and legal wording against transcriptions of the documents that prescribe it."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from wardline.consults.timeline.choices import TaskType
from wardline.core.forms import messages
from wardline.core.forms.choices import Choice
from wardline.core.text.rich_text import LineKind, of_lines
from wardline.service_lines.base.anticoagulants import Anticoagulant
from wardline.service_lines.base.completion import CommonCompletionType
from wardline.service_lines.base.stroke_note.choices import (
    DelayReason,
    Diagnosis,
    Disposition,
    NotCandidateReason,
    NotGivenReason,
    ThrombolyticDrug,
)
from wardline.service_lines.base.stroke_note.nihss import ITEMS
from wardline.service_lines.base.stroke_note.texts import CANNED_TEXTS, QUICK_FILLS
from wardline.service_lines.lines.acute_stroke.choices import AcuteStrokeCompletionType
from wardline.service_lines.lines.tele_psych.choices import PsychCallReason, PsychCompletionType
from wardline.service_lines.lines.tele_stroke.choices import (
    BaselineFunctionalStatus,
    NotableSymptom,
    StrokeCompletionType,
)
from wardline.service_lines.lines.tele_toxicology.choices import ToxicologyCompletionType
from wardline.service_lines.lines.tele_triage.choices import TriageJobDescription
from wardline.video.choices import MeetingState


def transcribed(name: str) -> Any:
    return json.loads((Path(__file__).parent / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.req("NOTE-18", "NOTE-19", "NOTE-23")
def test_the_stroke_scale_has_the_words_of_the_official_form() -> None:
    form = transcribed("nihss")
    found = [
        {
            "number": item.number,
            "name": item.name,
            "label": item.label,
            "levels": list(item.levels),
            "untestable": item.untestable,
        }
        for item in ITEMS
    ]
    assert found == form["items"]
    assert {item.name: item.loinc for item in ITEMS} == form["loinc"]


@pytest.mark.req("CHOICE-13", "CHOICE-14", "NOTE-65")
def test_inserted_texts_are_word_for_word_the_transcribed_ones() -> None:
    texts = transcribed("inserted-texts")
    for found, expected in ((QUICK_FILLS, texts["quickFills"]), (CANNED_TEXTS, texts["cannedTexts"])):
        assert [(text.label, text.field, text.text) for text in found] == [
            (
                text["label"],
                text["field"],
                of_lines(*text["bullets"], kind=LineKind.BULLET) if "bullets" in text else of_lines(*text["lines"]),
            )
            for text in expected
        ]


@pytest.mark.parametrize(
    "choices",
    [
        pytest.param(ThrombolyticDrug, marks=pytest.mark.req("CHOICE-01")),
        pytest.param(DelayReason, marks=pytest.mark.req("CHOICE-02")),
        pytest.param(NotGivenReason, marks=pytest.mark.req("CHOICE-03")),
        pytest.param(NotCandidateReason, marks=pytest.mark.req("CHOICE-04")),
        pytest.param(Diagnosis, marks=pytest.mark.req("CHOICE-05")),
        pytest.param(Disposition, marks=pytest.mark.req("CHOICE-06")),
        pytest.param(Anticoagulant, marks=pytest.mark.req("CHOICE-07")),
        pytest.param(NotableSymptom, marks=pytest.mark.req("CHOICE-08")),
        pytest.param(BaselineFunctionalStatus, marks=pytest.mark.req("CHOICE-09")),
        pytest.param(TriageJobDescription, marks=pytest.mark.req("CHOICE-10", "BENT-10")),
    ],
)
def test_a_list_stores_what_was_transcribed_and_shows_it_capitalized(choices: type[Choice]) -> None:
    expected = transcribed("choices")[choices.__name__]
    assert [choice.value for choice in choices] == expected
    assert [choice.label for choice in choices] == [entry[0].upper() + entry[1:] for entry in expected]


@pytest.mark.req("CHOICE-11")
def test_the_reasons_of_a_psychiatry_call_are_shown_as_transcribed() -> None:
    assert [reason.label for reason in PsychCallReason] == transcribed("choices")["PsychCallReason"]


@pytest.mark.parametrize(
    "choices",
    [
        StrokeCompletionType,
        AcuteStrokeCompletionType,
        CommonCompletionType,
        PsychCompletionType,
        ToxicologyCompletionType,
    ],
)
@pytest.mark.req("CHOICE-12")
def test_completion_types_are_the_transcribed_ones(choices: type[Choice]) -> None:
    expected = transcribed("choices")[choices.__name__]
    assert [choice.value for choice in choices] == [entry.lower() for entry in expected]
    assert [choice.label for choice in choices] == [entry[0].upper() + entry[1:] for entry in expected]


@pytest.mark.req("TIME-21")
def test_task_types_are_exactly_the_transcribed_ones() -> None:
    assert [task.value for task in TaskType] == transcribed("choices")["TaskType"]


@pytest.mark.req("VID-18")
def test_meeting_states_are_exactly_the_transcribed_ones() -> None:
    assert [state.value for state in MeetingState] == transcribed("choices")["MeetingState"]


MESSAGE_ROWS: Final[dict[str, tuple[str, ...]]] = {"HELP_DESK": ("ERR-02", "ERR-05"), "EHR_OFFLINE": ("WIZ-17",)}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.req(*MESSAGE_ROWS.get(name, ()))) for name in transcribed("messages")],
)
def test_a_warning_or_confirmation_is_worded_as_transcribed(name: str) -> None:
    assert getattr(messages, name) == transcribed("messages")[name]
