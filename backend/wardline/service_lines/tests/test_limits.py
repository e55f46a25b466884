"""The limits that the specification gives to fields of several forms, at the limit and one beyond it.

The browser's half is `frontend/src/api/line-limits.test.ts`, which has the same table.
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
    ("tele-stroke", "request", "reason", TOO_LONG),
    ("tele-stroke", "request", "TeleStrokeConsultDetail.clinicalConcern", TOO_LONG),
    ("tele-stroke", "request", "TeleStrokeConsultDetail.notableSymptoms.other", OTHER_TOO_LONG),
    ("tele-stroke", "request", "TeleStrokeConsultDetail.anticoagulants.other", OTHER_TOO_LONG),
    ("acute-stroke", "request", "AcuteStrokeConsultDetail.anticoagulants.other", OTHER_TOO_LONG),
    ("acute-stroke", "request", "reason", TOO_LONG),
    ("tele-neuro", "request", "reason", TOO_LONG),
    ("tele-psych", "request", "TelePsychConsultDetail.otherReason", OTHER_TOO_LONG),
    ("tele-toxicology", "request", "reason", TOO_LONG),
    ("tele-icu", "request", "reason", TOO_LONG),
    ("tele-covid", "request", "reason", TOO_LONG),
    ("tele-hospitalist", "request", "reason", TOO_LONG),
    *((slug, "completion", "cancellationReason", TOO_LONG) for slug in LINES),
    *((slug, "completion", "qaComment", TOO_LONG) for slug in ("tele-neuro", "tele-psych", "tele-toxicology")),
    *((slug, "signOff", "cancellationReason", TOO_LONG) for slug in ("tele-neuro", "tele-psych", "tele-toxicology")),
    *((slug, "signOff", "comment", TOO_LONG) for slug in ("tele-neuro", "tele-psych", "tele-toxicology")),
    ("tele-stroke", "note", "thrombolytic.dosage", TOO_LONG),
    ("tele-stroke", "note", "thrombolytic.delayReason.other", OTHER_TOO_LONG),
    ("tele-stroke", "note", "thrombolytic.notGivenReason.other", OTHER_TOO_LONG),
    ("tele-stroke", "note", "iaTherapy.notCandidateReasons.other", OTHER_TOO_LONG),
    ("tele-stroke", "note", "diagnosis.other", OTHER_TOO_LONG),
    ("tele-stroke", "note", "disposition.other", OTHER_TOO_LONG),
]

SHORTEST_CALLS: Final = [
    ("tele-stroke", "completion", "callLength", 1, TOO_SHORT_A_CALL),
    ("tele-neuro", "completion", "callLength", 1, TOO_SHORT_A_CALL),
    ("tele-neuro", "signOff", "videoCallLength", 1, TOO_SHORT_A_CALL),
    ("tele-stroke", "note", "callLength", 0, "Enter a valid value."),
    ("tele-stroke", "note", "totalTimeSpent", 0, "Enter a valid value."),
]


def _at(data: Any, path: str) -> Any:
    for key in path.split("."):
        data = data.get(key) if isinstance(data, dict) else None
    return data


def _accepted(slug: str, form: str, path: str, kind: type) -> Iterator[dict[str, Any]]:
    """The answers of each case in which the field stands and is taken."""
    for case in cases_of(LINES[slug]):
        if case["form"] == form and not case["errors"] and type(_at(case["data"], path)) is kind:
            yield case["data"]


def _judged(slug: str, form: str, path: str, value: object) -> dict[str, str]:
    data = next(_accepted(slug, form, path, type(value)))
    return refusals(forms_of(LINES[slug])[form], with_answer(data, path, value))


@pytest.mark.parametrize(("slug", "form", "path", "message"), SHORT_TEXTS)
@pytest.mark.req("BCONST-05")
def test_a_short_text_holds_255_characters(slug: str, form: str, path: str, message: str) -> None:
    assert _judged(slug, form, path, "é" * 255) == {}
    assert _judged(slug, form, path, "é" * 256) == {path: message}


@pytest.mark.parametrize(("slug", "form", "path", "least", "message"), SHORTEST_CALLS)
@pytest.mark.req("BCONST-08")
def test_a_call_lasts_a_minute_and_a_note_may_count_none(
    slug: str, form: str, path: str, least: int, message: str
) -> None:
    assert _judged(slug, form, path, least) == {}
    assert _judged(slug, form, path, least - 1) == {path: message}
