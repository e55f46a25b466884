"""The stroke note's texts against the requirements, and the content of a new note."""

from collections.abc import Iterator

import pytest

from wardline.core.forms.choices import Choice
from wardline.core.forms.drafts import draft_model
from wardline.core.text.rich_text import LineKind, lines_of, of_lines
from wardline.service_lines.base.stroke_note.choices import (
    DelayReason,
    Diagnosis,
    Disposition,
    NotCandidateReason,
    NotGivenReason,
    ThrombolyticDrug,
)
from wardline.service_lines.base.stroke_note.prefill import prefilled
from wardline.service_lines.base.stroke_note.schemas import StrokeNote
from wardline.service_lines.base.stroke_note.texts import CANNED_TEXTS, LABS_DEFAULT, QUICK_FILLS, InsertedText
from wardline.service_lines.registry import all_lines
from wardline.service_lines.tests.forms import NOW, refusals
from wardline.service_lines.tests.requirements import quoted, row


@pytest.mark.parametrize(
    ("choices", "name"),
    [
        pytest.param(ThrombolyticDrug, "CHOICE-01", marks=pytest.mark.req("CHOICE-01")),
        pytest.param(DelayReason, "CHOICE-02", marks=pytest.mark.req("CHOICE-02")),
        pytest.param(NotGivenReason, "CHOICE-03", marks=pytest.mark.req("CHOICE-03")),
        pytest.param(NotCandidateReason, "CHOICE-04", marks=pytest.mark.req("CHOICE-04")),
        pytest.param(Diagnosis, "CHOICE-05", marks=pytest.mark.req("CHOICE-05")),
        pytest.param(Disposition, "CHOICE-06", marks=pytest.mark.req("CHOICE-06")),
    ],
)
def test_a_list_has_the_entries_of_its_row_in_order(choices: type[Choice], name: str) -> None:
    listed = [entry for entry in quoted(row(name).requirement) if entry != "Other"]
    assert [choice.value for choice in choices] == listed
    assert [choice.label for choice in choices] == [entry[0].upper() + entry[1:] for entry in listed]


@pytest.mark.req("CHOICE-03")
def test_there_are_fourteen_reasons_not_to_give_it() -> None:
    assert len(NotGivenReason) == 14


@pytest.mark.req("CHOICE-13")
def test_the_quick_fills_are_those_of_their_row() -> None:
    listed = quoted(row("CHOICE-13").requirement)
    listed.remove("Labs Not Done")
    assert [fill.label for fill in QUICK_FILLS] == listed


@pytest.mark.req("CHOICE-14")
def test_the_canned_texts_are_those_of_their_row() -> None:
    listed = quoted(row("CHOICE-14").requirement) + quoted(row("CHOICE-14").decision)
    assert [canned.label for canned in CANNED_TEXTS] == listed


FILLS = [
    ("HPI Not Done", "NOTE-53", "hpi"),
    ("No Contraindications", "NOTE-54", "hpi"),
    ("Exam Not Done", "NOTE-55", "exam"),
    ("Imaging Not Done", "NOTE-58", "imaging"),
    ("CTA Normal", "NOTE-59", "imaging"),
    ("Noncontrast CT Head Normal", "NOTE-60", "imaging"),
    ("Risk/Benefits", "NOTE-61", "thrombolytic.recommendations"),
    ("Post Thrombolysis Care", "NOTE-62", "thrombolytic.recommendations"),
    ("No Thrombolysis", "NOTE-63", "thrombolytic.recommendations"),
]


def inserted(label: str) -> InsertedText:
    (found,) = (text for text in (*QUICK_FILLS, *CANNED_TEXTS) if text.label == label)
    return found


@pytest.mark.parametrize(
    ("label", "name", "field"), [pytest.param(*fill, marks=pytest.mark.req(fill[1])) for fill in FILLS]
)
def test_inserted_sentences_are_those_of_their_rows(label: str, name: str, field: str) -> None:
    (sentence,) = quoted(row(name).decision)
    assert inserted(label) == InsertedText(label, field, of_lines(sentence))


@pytest.mark.req("NOTE-56")
def test_a_normal_exam_is_eight_bullets() -> None:
    phrases = quoted(row("NOTE-56").decision)
    assert len(phrases) == 8
    assert inserted("Normal Exam") == InsertedText("Normal Exam", "exam", of_lines(*phrases, kind=LineKind.BULLET))


@pytest.mark.req("NOTE-64", "NOTE-65")
def test_a_transfer_is_recommended_or_not() -> None:
    yes, no = quoted(row("NOTE-64").decision)
    assert inserted("Transfer Recommended") == InsertedText("Transfer Recommended", "transfer", of_lines(yes))
    assert inserted("Transfer Not Recommended") == InsertedText("Transfer Not Recommended", "transfer", of_lines(no))


@pytest.mark.req("NOTE-12")
def test_labs_begin_as_three_bullets() -> None:
    listed = quoted(row("NOTE-12").decision)
    assert lines_of(LABS_DEFAULT) == listed == ["Glucose: ", "Platelets: ", "INR: "]
    assert {line["kind"] for line in LABS_DEFAULT["lines"]} == {"bullet"}


@pytest.mark.req("NOTE-65")
def test_inserted_texts_are_stored_unchanged() -> None:
    for text in (*QUICK_FILLS, *CANNED_TEXTS):
        group, _, name = text.field.rpartition(".")
        sent = {group: {name: text.text}} if group else {name: text.text}
        found = draft_model(StrokeNote).model_validate(sent).model_dump(mode="json", by_alias=True)
        assert (found[group] if group else found)[name] == text.text


@pytest.mark.parametrize("length", [None, 0, 25])
@pytest.mark.parametrize(
    ("detail", "known"),
    [
        ({"lastKnownWell": "2026-03-04T10:15:00Z", "nihss": 7, "reason": "x"}, "2026-03-04T10:15:00Z"),
        ({"lastKnownWell": None, **dict.fromkeys(("edArrivalDate", "symptomDiscovery"), "2026-03-04T11:00:00Z")}, None),
        ({}, None),
    ],
)
@pytest.mark.req("NOTE-06", "NOTE-67")
def test_a_new_note_is_prefilled_but_nothing_clinical(
    detail: dict[str, object], known: str | None, length: int | None
) -> None:
    filled = prefilled(detail, length)
    draft = draft_model(StrokeNote)
    assert refusals(draft, filled, now=NOW) == {}
    found = draft.model_validate(filled).model_dump(mode="json", by_alias=True)
    untouched = draft.model_validate({}).model_dump(mode="json", by_alias=True)
    assert found == {**untouched, "callLength": length, "lastKnownWell": known, "labs": LABS_DEFAULT}
    for counted in ("total", "untestable", "unscored"):
        del untouched["nihss"][counted]
    assert all(answer in {None, False} for answer in _answers(untouched))


def _answers(value: object) -> Iterator[object]:
    """Every answer at any depth."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from _answers(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _answers(inner)
    else:
        yield value


@pytest.mark.req("NOTE-67")
def test_every_line_with_a_note_prefills_it() -> None:
    assert [line.slug for line in all_lines() if line.note and line.note.prefilled is prefilled] == [
        line.slug for line in all_lines() if line.note
    ]
