"""The NIH Stroke Scale against the official form, and how its total is computed."""

import re
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stroke_notes import STROKE_NOTE

from wardline.core import clock
from wardline.core.forms.drafts import draft_model
from wardline.service_lines.base.stroke_note.nihss import ITEMS, UNTESTABLE, Nihss
from wardline.service_lines.base.stroke_note.schemas import StrokeNote
from wardline.service_lines.tests.forms import NOW, refusals
from wardline.service_lines.tests.requirements import row

OFFICIAL: Final = [
    ("1a", "loc", "Level of Consciousness", 3),
    ("1b", "locQuestions", "LOC Questions", 2),
    ("1c", "locCommands", "LOC Commands", 2),
    ("2", "horizontalGaze", "Best Gaze", 2),
    ("3", "visualFields", "Visual", 3),
    ("4", "facialPalsy", "Facial Palsy", 3),
    ("5a", "leftArm", "Motor Arm, Left", 4),
    ("5b", "rightArm", "Motor Arm, Right", 4),
    ("6a", "leftLeg", "Motor Leg, Left", 4),
    ("6b", "rightLeg", "Motor Leg, Right", 4),
    ("7", "limbAtaxia", "Limb Ataxia", 2),
    ("8", "sensory", "Sensory", 2),
    ("9", "bestLanguage", "Best Language", 3),
    ("10", "dysarthria", "Dysarthria", 2),
    ("11", "extinctionInattention", "Extinction and Inattention (formerly Neglect)", 2),
]
NAMES: Final = [name for _, name, _, _ in OFFICIAL]
HIGHEST: Final = {name: highest for _, name, _, highest in OFFICIAL}
MAY_BE_UNTESTABLE: Final = {"leftArm", "rightArm", "leftLeg", "rightLeg", "limbAtaxia", "dysarthria"}
COUNTED: Final = ("total", "untestable", "unscored")
INVALID: Final = "Enter a valid value."


def totals(**scale: Any) -> tuple[Any, ...]:
    """The total, the number of untestable items and the number of items without a score."""
    result = Nihss.model_validate(scale).model_dump(mode="json", by_alias=True)
    return tuple(result[name] for name in COUNTED)


def stored(*, draft: bool, **scale: Any) -> dict[str, Any]:
    model = draft_model(StrokeNote) if draft else StrokeNote
    with clock.clock_at(NOW):
        note = model.model_validate({**STROKE_NOTE, "nihss": scale})
    result: dict[str, Any] = note.model_dump(mode="json", by_alias=True)
    return dict(result["nihss"])


def refused(**scale: Any) -> dict[str, str]:
    result = refusals(StrokeNote, {**STROKE_NOTE, "nihss": scale})
    return {field.removeprefix("nihss."): message for field, message in result.items()}


@pytest.mark.req("NOTE-18")
def test_the_items_are_those_of_the_official_form_in_its_order() -> None:
    assert [(item.number, item.name, item.label, item.highest) for item in ITEMS] == OFFICIAL
    listed = {
        name: int(highest)
        for names, highest in re.findall(r"([A-Za-z/]+) 0-(\d)", row("NOTE-18").requirement)
        for name in names.split("/")
    }
    assert listed == HIGHEST
    assert list(stored(draft=True))[: len(NAMES)] == NAMES


@pytest.mark.req("NOTE-18", "NOTE-23")
def test_each_score_has_its_official_text() -> None:
    for item in ITEMS:
        assert all(level.endswith(".") and level[0].isupper() for level in item.levels)
        assert len(set(item.levels)) == len(item.levels) == HIGHEST[item.name] + 1
    assert len({item.loinc for item in ITEMS}) == len(ITEMS)
    assert ITEMS[0].levels[0] == "Alert; keenly responsive."
    assert ITEMS[-1].levels[0] == "No abnormality."


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.req("NOTE-18", "NOTE-19")
def test_an_item_accepts_its_scores_only(name: str) -> None:
    scores = dict.fromkeys(NAMES, 0)
    lowest = UNTESTABLE if name in MAY_BE_UNTESTABLE else 0
    for score in range(-3, 7):
        is_valid = lowest <= score <= HIGHEST[name]
        assert refused(**scores | {name: score}) == ({} if is_valid else {name: INVALID})
    assert refused(**scores | {name: 0.5}) == refused(**scores | {name: "1"}) == {name: "Whole numbers only"}
    assert refused(**scores | {name: True}) == refused(**scores | {name: [1]}) == {name: INVALID}


@pytest.mark.req("NOTE-19")
def test_only_an_untestable_item_can_have_an_explanation() -> None:
    untestable = dict.fromkeys(NAMES, 0) | dict.fromkeys(MAY_BE_UNTESTABLE, -1)
    assert {item.name: item.untestable for item in ITEMS if item.untestable is not None} == {
        **dict.fromkeys(sorted(MAY_BE_UNTESTABLE - {"dysarthria"}), "Amputation or joint fusion"),
        "dysarthria": "Intubated or other physical barrier",
    }
    why = dict.fromkeys(sorted(MAY_BE_UNTESTABLE), "w" * 255)
    assert stored(draft=False, **untestable)["explanations"] == dict.fromkeys(why)
    assert stored(draft=False, **untestable, explanations=why)["explanations"] == why
    too_long = {**why, "leftArm": "w" * 256}
    assert refused(**untestable, explanations=too_long) == {
        "explanations.leftArm": "Must be at most 255 characters long."
    }
    assert refused(**untestable, explanations={"loc": "w"}) == {"explanations.loc": "Unknown field."}
    for score in (0, 4, None):
        scale = untestable | {"leftArm": score}
        assert stored(draft=True, **scale, explanations=why)["explanations"] == {**why, "leftArm": None}


@pytest.mark.req("NOTE-20", "BCONST-07")
def test_the_total_adds_up_what_is_scored() -> None:
    assert totals(**HIGHEST) == (42, 0, 0)
    assert totals(**dict.fromkeys(NAMES, 0)) == (0, 0, 0)
    assert totals() == (0, 0, 15)
    assert totals(facialPalsy=1, rightArm=2, leftArm=-1, dysarthria=-1, loc=None) == (3, 2, 11)


@given(
    scale=st.fixed_dictionaries(
        {},
        optional={
            name: st.none() | st.integers(-1 if name in MAY_BE_UNTESTABLE else 0, HIGHEST[name]) for name in NAMES
        },
    ),
    sent=st.dictionaries(st.sampled_from(COUNTED), st.none() | st.integers() | st.text() | st.lists(st.integers())),
)
@pytest.mark.req("NOTE-20")
def test_the_total_is_always_computed_by_the_server(scale: dict[str, int | None], sent: dict[str, Any]) -> None:
    scores = [scale.get(name) for name in NAMES]
    expected = (
        sum(score for score in scores if score is not None and score > 0),
        scores.count(-1),
        scores.count(None),
    )
    assert totals(**scale, **sent) == expected
    result = stored(draft=True, **scale, **sent)
    assert tuple(result[name] for name in COUNTED) == expected
    assert stored(draft=True, **result) == result


@pytest.mark.req("NOTE-21")
def test_every_item_is_required() -> None:
    missing = dict.fromkeys(NAMES, "This field is required.")
    assert refused() == refused(**dict.fromkeys(NAMES)) == refused(notDone=False) == missing
    for name in NAMES:
        assert refused(**{other: 0 for other in NAMES if other != name}) == {name: missing[name]}


@pytest.mark.parametrize("draft", [True, False], ids=["saved", "signed"])
@pytest.mark.req("NOTE-21", "NOTE-22", "NOTE-20")
def test_a_scale_that_is_not_done_has_no_items_and_no_total(draft: bool) -> None:
    left_over = {**HIGHEST, "leftArm": -1, "explanations": {"leftArm": "Cast"}, "total": 38}
    for scale in ({}, left_over, dict.fromkeys(NAMES, 99)):
        result = stored(draft=draft, **scale, notDone=True)
        assert result == {
            **dict.fromkeys(NAMES),
            "notDone": True,
            "explanations": dict.fromkeys(item.name for item in ITEMS if item.untestable),
            **dict.fromkeys(COUNTED),
        }
    assert refused(notDone="yes") == refused(notDone=None) == {"notDone": INVALID}
