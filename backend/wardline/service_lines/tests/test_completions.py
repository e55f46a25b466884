"""How consults of each line are completed."""

from typing import Any, Final

import pytest

from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.lines.tele_neuro.schemas import TeleNeuroSignOff
from wardline.service_lines.registry import all_lines
from wardline.service_lines.tests.forms import refusals

LINES = {line.slug: line for line in all_lines()}
EVERY_LINE = pytest.mark.parametrize("line", all_lines(), ids=lambda line: line.slug)
REQUIRED = "This field is required."
OTHERS: Final = ("tele-icu", "tele-covid", "tele-triage", "tele-hospitalist")
TYPES: Final = {
    "tele-stroke": "DONE-01",
    "acute-stroke": "DONE-08",
    "tele-neuro": "DONE-14",
    "tele-psych": "DONE-24",
    "tele-toxicology": "DONE-28",
    **dict.fromkeys(OTHERS, "DONE-33"),
}
REASONS: Final = {
    "tele-stroke": "DONE-05",
    "acute-stroke": "DONE-09",
    "tele-neuro": "DONE-19",
    "tele-psych": "DONE-25",
    "tele-toxicology": "DONE-29",
    **dict.fromkeys(OTHERS, "DONE-33"),
}
COMMENTS: Final = {
    "tele-stroke": "DONE-06",
    "acute-stroke": "DONE-09",
    "tele-neuro": "DONE-20",
    "tele-psych": "DONE-26",
    "tele-toxicology": "DONE-30",
    **dict.fromkeys(OTHERS, "DONE-33"),
}
"""The row that requires it, by line. A line that is added later has none."""
COMMENT_LIMITS = {slug: 2000 if slug in {"tele-stroke", "acute-stroke"} else 255 for slug in LINES}


def completed(line: ServiceLineDefinition, **sent: Any) -> dict[str, Any]:
    """The stored completion, by wire names."""
    return line.completion.model_validate(sent).model_dump(mode="json", by_alias=True)


TOXICOLOGY_KINDS: Final = (
    "Video",
    "Phone Only with Provider",
    "Phone with Provider Plus Written Note",
    "Cancelled",
)


@pytest.mark.parametrize(
    ("slug", "labels"),
    [
        pytest.param("tele-stroke", ("Audio", "Video", "Cancelled"), marks=pytest.mark.req("DONE-01")),
        pytest.param("acute-stroke", ("Phone", "Video", "Cancelled"), marks=pytest.mark.req("DONE-08")),
        pytest.param("tele-neuro", ("Video", "Phone", "Cancelled"), marks=pytest.mark.req("DONE-14")),
        pytest.param(
            "tele-psych",
            ("Video", "Phone Only with Patient", "Phone Only with Provider", "Cancelled"),
            marks=pytest.mark.req("DONE-24"),
        ),
        pytest.param("tele-toxicology", TOXICOLOGY_KINDS, marks=pytest.mark.req("DONE-28")),
    ],
)
@pytest.mark.req("CHOICE-12")
def test_types_of_the_documented_lines(slug: str, labels: tuple[str, ...]) -> None:
    assert tuple(kind.label for kind in LINES[slug].completion_types) == labels


@pytest.mark.parametrize("slug", OTHERS)
@pytest.mark.req("DONE-33")
def test_types_of_the_other_lines(slug: str) -> None:
    assert [kind.label for kind in LINES[slug].completion_types] == ["Video", "Phone", "Cancelled"]


@EVERY_LINE
@pytest.mark.req("DONE-07", "CHOICE-12")
def test_a_type_is_accepted_in_any_case_and_stored_in_lower_case(line: ServiceLineDefinition) -> None:
    for kind in line.completion_types:
        for spelling in (kind.value, kind.label, kind.value.upper()):
            completion = completed(line, completeType=spelling, cancellationReason="Transferred")
            assert completion["completeType"] == kind.value == kind.value.lower()
            assert completion["cancellationReason"] == ("Transferred" if kind.value == "cancelled" else None)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, id=line.slug, marks=pytest.mark.req(REASONS[line.slug]) if line.slug in REASONS else ())
        for line in all_lines()
    ],
)
def test_cancelling_requires_a_reason_of_up_to_255_characters(line: ServiceLineDefinition) -> None:
    cancelled = {"completeType": "Cancelled"}
    for reason in ({}, {"cancellationReason": None}, {"cancellationReason": "   "}):
        assert refusals(line.completion, cancelled | reason) == {"cancellationReason": REQUIRED}
    assert completed(line, **cancelled, cancellationReason=" x ")["cancellationReason"] == "x"
    assert refusals(line.completion, cancelled | {"cancellationReason": "r" * 255}) == {}
    too_long = refusals(line.completion, cancelled | {"cancellationReason": "r" * 256})
    assert too_long == {"cancellationReason": "Must be at most 255 characters long."}


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, id=line.slug, marks=pytest.mark.req(COMMENTS[line.slug]) if line.slug in COMMENTS else ())
        for line in all_lines()
    ],
)
def test_a_comment_is_optional_and_has_its_limit(line: ServiceLineDefinition) -> None:
    limit = COMMENT_LIMITS[line.slug]
    assert completed(line, completeType="video")["qaComment"] is None
    assert completed(line, completeType="video", qaComment=f" {'c' * limit} ")["qaComment"] == "c" * limit
    assert set(refusals(line.completion, {"completeType": "video", "qaComment": "c" * (limit + 1)})) == {"qaComment"}
    for nothing in ("", "  ", None):
        assert refusals(line.completion, {"completeType": "video", "qaComment": nothing}) == {}
        if line.sign_off is not None:
            cancelled = {"typeofCall": "cancelled", "cancellationReason": "Requested twice", "comment": nothing}
            assert refusals(line.sign_off.content, cancelled) == {}


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, id=line.slug, marks=pytest.mark.req(TYPES[line.slug]) if line.slug in TYPES else ())
        for line in all_lines()
    ],
)
@pytest.mark.req("BAPI-04")
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
def test_the_stroke_form_requires_a_length_unless_cancelled() -> None:
    rules = LINES["tele-stroke"].completion.model_json_schema()["x-rules"]
    rule_of_length = next(rule for rule in rules if rule["kind"] == "required" and rule["field"] == "callLength")
    assert rule_of_length["browserOnly"] is True
    assert rule_of_length["when"] == [{"field": "completeType", "values": ["cancelled"], "negated": True}]


@EVERY_LINE
@pytest.mark.req("DONE-02", "DONE-08", "DONE-33", "BENT-14", "DONE-10")
def test_a_call_length_is_stored_only_if_there_was_a_call(line: ServiceLineDefinition) -> None:
    measured = {"tele-stroke": {"audio", "video"}, "tele-neuro": {"video"}}.get(line.slug, set())
    for kind in line.completion_types:
        completion = completed(line, completeType=kind.value, callLength=12, cancellationReason="Transferred")
        assert completion["callLength"] == (12 if kind.value in measured else None)
