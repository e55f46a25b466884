"""The limits that the specification sets for fields of several forms: at the limit and one beyond it.

`frontend/src/api/line-limits.test.ts` has the same table for the browser.
"""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from wardline.service_lines.registry import all_lines
from wardline.service_lines.tests.case_files import with_answer
from wardline.service_lines.tests.forms import refusals
from wardline.service_lines.tests.test_cases import cases_of, forms_of

LINES: Final = {line.slug: line for line in all_lines()}
TOO_LONG: Final = "Must be at most 255 characters long."
OTHER_TOO_LONG: Final = "The Other field cannot exceed 255 characters."
TOO_SHORT_A_CALL: Final = "Must be at least one minute"

SHORT_TEXTS: Final = [
    ("FSTROKE-06", "tele-stroke", "request", "reason", TOO_LONG),
    ("FSTROKE-22", "tele-stroke", "request", "TeleStrokeConsultDetail.clinicalConcern", TOO_LONG),
    ("FSTROKE-18", "tele-stroke", "request", "TeleStrokeConsultDetail.notableSymptoms.other", OTHER_TOO_LONG),
    ("FSTROKE-20", "tele-stroke", "request", "TeleStrokeConsultDetail.anticoagulants.other", OTHER_TOO_LONG),
    ("FSTROKE-37", "acute-stroke", "request", "AcuteStrokeConsultDetail.anticoagulants.other", OTHER_TOO_LONG),
    ("FSTROKE-38", "acute-stroke", "request", "reason", TOO_LONG),
    ("FNEURO-05", "tele-neuro", "request", "reason", TOO_LONG),
    ("FPSYCH-03", "tele-psych", "request", "TelePsychConsultDetail.otherReason", OTHER_TOO_LONG),
    ("FTOX-02", "tele-toxicology", "request", "reason", TOO_LONG),
    ("FICU-02", "tele-icu", "request", "reason", TOO_LONG),
    ("FCOVID-01", "tele-covid", "request", "reason", TOO_LONG),
    ("FHOSP-01", "tele-hospitalist", "request", "reason", TOO_LONG),
    ("DONE-05", "tele-stroke", "completion", "cancellationReason", TOO_LONG),
    ("DONE-09", "acute-stroke", "completion", "cancellationReason", TOO_LONG),
    ("DONE-19", "tele-neuro", "completion", "cancellationReason", TOO_LONG),
    ("DONE-25", "tele-psych", "completion", "cancellationReason", TOO_LONG),
    ("DONE-29", "tele-toxicology", "completion", "cancellationReason", TOO_LONG),
    ("DONE-33", "tele-icu", "completion", "cancellationReason", TOO_LONG),
    ("DONE-33", "tele-covid", "completion", "cancellationReason", TOO_LONG),
    ("DONE-33", "tele-triage", "completion", "cancellationReason", TOO_LONG),
    ("DONE-33", "tele-hospitalist", "completion", "cancellationReason", TOO_LONG),
    ("DONE-20", "tele-neuro", "completion", "qaComment", TOO_LONG),
    ("DONE-26", "tele-psych", "completion", "qaComment", TOO_LONG),
    ("DONE-30", "tele-toxicology", "completion", "qaComment", TOO_LONG),
    ("DONE-19", "tele-neuro", "signOff", "cancellationReason", TOO_LONG),
    ("DONE-25", "tele-psych", "signOff", "cancellationReason", TOO_LONG),
    ("DONE-29", "tele-toxicology", "signOff", "cancellationReason", TOO_LONG),
    ("DONE-20", "tele-neuro", "signOff", "comment", TOO_LONG),
    ("DONE-26", "tele-psych", "signOff", "comment", TOO_LONG),
    ("DONE-30", "tele-toxicology", "signOff", "comment", TOO_LONG),
    ("NOTE-26", "tele-stroke", "note", "thrombolytic.dosage", TOO_LONG),
    ("NOTE-30", "tele-stroke", "note", "thrombolytic.delayReason.other", OTHER_TOO_LONG),
    ("NOTE-32", "tele-stroke", "note", "thrombolytic.notGivenReason.other", OTHER_TOO_LONG),
    ("NOTE-39", "tele-stroke", "note", "iaTherapy.notCandidateReasons.other", OTHER_TOO_LONG),
    ("NOTE-42", "tele-stroke", "note", "diagnosis.other", OTHER_TOO_LONG),
    ("NOTE-44", "tele-stroke", "note", "disposition.other", OTHER_TOO_LONG),
]

MIN_CALL_LENGTHS: Final = [
    ("DONE-03", "tele-stroke", "completion", "callLength", 1, TOO_SHORT_A_CALL),
    ("DONE-16", "tele-neuro", "completion", "callLength", 1, TOO_SHORT_A_CALL),
    ("DONE-16", "tele-neuro", "signOff", "videoCallLength", 1, TOO_SHORT_A_CALL),
    ("NOTE-03", "tele-stroke", "note", "callLength", 0, "Enter a valid value."),
    ("NOTE-45", "tele-stroke", "note", "totalTimeSpent", 0, "Enter a valid value."),
]


def _at(data: Any, path: str) -> Any:
    for key in path.split("."):
        data = data.get(key) if isinstance(data, dict) else None
    return data


def _accepted(slug: str, form: str, path: str, kind: type) -> Iterator[dict[str, Any]]:
    """The data of each accepted case that has the field."""
    for case in cases_of(LINES[slug]):
        if case["form"] == form and not case["errors"] and type(_at(case["data"], path)) is kind:
            yield case["data"]


def _validated(slug: str, form: str, path: str, value: object) -> dict[str, str]:
    data = next(_accepted(slug, form, path, type(value)))
    return refusals(forms_of(LINES[slug])[form], with_answer(data, path, value))


@pytest.mark.parametrize(
    ("slug", "form", "path", "message"),
    [pytest.param(*text, marks=pytest.mark.req(row)) for row, *text in SHORT_TEXTS],
)
@pytest.mark.req("BCONST-05")
def test_a_short_text_has_at_most_255_characters(slug: str, form: str, path: str, message: str) -> None:
    assert _validated(slug, form, path, "é" * 255) == {}
    assert _validated(slug, form, path, "é" * 256) == {path: message}


@pytest.mark.parametrize(
    ("slug", "form", "path", "minimum", "message"),
    [pytest.param(*call, marks=pytest.mark.req(row)) for row, *call in MIN_CALL_LENGTHS],
)
@pytest.mark.req("BCONST-08")
def test_a_call_lasts_at_least_a_minute_and_a_note_may_have_zero(
    slug: str, form: str, path: str, minimum: int, message: str
) -> None:
    assert _validated(slug, form, path, minimum) == {}
    assert _validated(slug, form, path, minimum - 1) == {path: message}
