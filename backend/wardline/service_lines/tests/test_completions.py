"""How each line's consults end."""

from typing import Any

import pytest

from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.lines.tele_neuro.schemas import TeleNeuroSignOff
from wardline.service_lines.registry import all_lines
from wardline.service_lines.tests.forms import refusals

LINES = {line.slug: line for line in all_lines()}
EVERY_LINE = pytest.mark.parametrize("line", all_lines(), ids=lambda line: line.slug)
REQUIRED = "This field is required."
COMMENT_LIMITS = {slug: 2000 if slug in {"tele-stroke", "acute-stroke"} else 255 for slug in LINES}


def completed(line: ServiceLineDefinition, **sent: Any) -> dict[str, Any]:
    """What is kept of a complete call, on wire names."""
    return line.completion.model_validate(sent).model_dump(mode="json", by_alias=True)


@pytest.mark.req("CHOICE-12", "DONE-01", "DONE-08", "DONE-24", "DONE-28")
def test_types_of_the_documented_lines() -> None:
    kinds = {line.slug: [kind.label for kind in line.completion_types] for line in all_lines()}
    assert kinds["tele-stroke"] == ["Audio", "Video", "Cancelled"]
    assert kinds["acute-stroke"] == ["Phone", "Video", "Cancelled"]
    assert kinds["tele-neuro"] == ["Video", "Phone", "Cancelled"]
    assert kinds["tele-psych"] == ["Video", "Phone Only with Patient", "Phone Only with Provider", "Cancelled"]
    assert kinds["tele-toxicology"] == [
        "Video",
        "Phone Only with Provider",
        "Phone with Provider Plus Written Note",
        "Cancelled",
    ]


@pytest.mark.parametrize("slug", ["tele-icu", "tele-covid", "tele-triage", "tele-hospitalist"])
@pytest.mark.req("DONE-33")
def test_types_of_the_other_lines(slug: str) -> None:
    assert [kind.label for kind in LINES[slug].completion_types] == ["Video", "Phone", "Cancelled"]


@EVERY_LINE
@pytest.mark.req("DONE-07", "CHOICE-12")
def test_a_type_is_taken_in_any_case_and_kept_in_lower(line: ServiceLineDefinition) -> None:
    for kind in line.completion_types:
        for spelling in (kind.value, kind.label, kind.value.upper()):
            found = completed(line, completeType=spelling, cancellationReason="Transferred")
            assert found["completeType"] == kind.value == kind.value.lower()
            assert found["cancellationReason"] == ("Transferred" if kind.value == "cancelled" else None)


@EVERY_LINE
@pytest.mark.req("DONE-05", "DONE-09", "DONE-25", "DONE-29", "DONE-33")
def test_cancelling_needs_a_reason_of_up_to_255_characters(line: ServiceLineDefinition) -> None:
    cancelled = {"completeType": "Cancelled"}
    for reason in ({}, {"cancellationReason": None}, {"cancellationReason": "   "}):
        assert refusals(line.completion, cancelled | reason) == {"cancellationReason": REQUIRED}
    assert completed(line, **cancelled, cancellationReason=" x ")["cancellationReason"] == "x"
    assert refusals(line.completion, cancelled | {"cancellationReason": "r" * 255}) == {}
    too_long = refusals(line.completion, cancelled | {"cancellationReason": "r" * 256})
    assert too_long == {"cancellationReason": "Must be at most 255 characters long."}


@EVERY_LINE
@pytest.mark.req("DONE-06", "DONE-09", "DONE-26", "DONE-30", "DONE-33")
def test_a_comment_is_optional_and_has_its_limit(line: ServiceLineDefinition) -> None:
    limit = COMMENT_LIMITS[line.slug]
    assert completed(line, completeType="video")["qaComment"] is None
    assert completed(line, completeType="video", qaComment=f" {'c' * limit} ")["qaComment"] == "c" * limit
    assert set(refusals(line.completion, {"completeType": "video", "qaComment": "c" * (limit + 1)})) == {"qaComment"}


@EVERY_LINE
@pytest.mark.req("DONE-01", "DONE-08", "DONE-24", "DONE-28", "DONE-33")
def test_a_type_is_required_and_one_of_another_line_is_refused(line: ServiceLineDefinition) -> None:
    of_others = {kind.value for other in all_lines() for kind in other.completion_types} - set(line.completion_types)
    assert of_others
    for kind in (*sorted(of_others), "telepathy", "", None, 1):
        assert set(refusals(line.completion, {"completeType": kind})) == {"completeType"}
    assert refusals(line.completion, {}) == {"completeType": REQUIRED}


@pytest.mark.parametrize(
    ("length", "message"),
    [
        (0, "Must be at least one minute"),
        (1, None),
        (90, None),
        (1440, None),
        (1441, "Must be at most 1440 minutes"),
        (2**31, "Must be at most 1440 minutes"),
        (1.5, "Whole numbers only"),
        (12.0, "Whole numbers only"),
        ("12", "Whole numbers only"),
    ],
)
@pytest.mark.req("DONE-02", "DONE-03", "DONE-04", "DONE-16", "DONE-17")
def test_a_call_has_whole_minutes_at_least_one_and_at_most_a_day(length: object, message: str | None) -> None:
    for slug in ("tele-stroke", "tele-neuro"):
        sent = {"completeType": "video", "callLength": length}
        assert refusals(LINES[slug].completion, sent) == ({"callLength": message} if message else {})
        if message is None:
            assert completed(LINES[slug], **sent)["callLength"] == length
    assert completed(LINES["tele-stroke"], completeType="video")["callLength"] is None
    signed = {"typeofCall": "video", "documentationReference": "EMR 4711", "videoCallLength": length}
    assert refusals(TeleNeuroSignOff, signed) == ({"videoCallLength": message} if message else {})


@pytest.mark.req("DONE-20", "BCONST-05", "BENT-12")
def test_the_comment_of_a_neuro_sign_off_is_optional_and_has_255_characters() -> None:
    signed = {"typeofCall": "phone", "documentationReference": "EMR 4711"}
    for comment in (None, "", "c" * 255):
        assert refusals(TeleNeuroSignOff, signed | {"comment": comment}) == {}
    assert refusals(TeleNeuroSignOff, signed) == {}
    too_long = refusals(TeleNeuroSignOff, signed | {"comment": "c" * 256})
    assert too_long == {"comment": "Must be at most 255 characters long."}


@pytest.mark.req("DONE-02")
def test_the_stroke_form_asks_for_a_length_unless_cancelled() -> None:
    rules = LINES["tele-stroke"].completion.model_json_schema()["x-rules"]
    asked = next(rule for rule in rules if rule["kind"] == "required" and rule["field"] == "callLength")
    assert asked["browserOnly"] is True
    assert asked["when"] == [{"field": "completeType", "values": ["cancelled"], "negated": True}]


@EVERY_LINE
@pytest.mark.req("DONE-02", "DONE-08", "DONE-33", "BENT-14")
def test_a_length_is_kept_only_where_there_was_a_call_to_measure(line: ServiceLineDefinition) -> None:
    measured = {"tele-stroke": {"audio", "video"}, "tele-neuro": {"video"}}.get(line.slug, set())
    for kind in line.completion_types:
        found = completed(line, completeType=kind.value, callLength=12, cancellationReason="Transferred")
        assert found["callLength"] == (12 if kind.value in measured else None)
