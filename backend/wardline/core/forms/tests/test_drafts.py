from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, StrictBool, ValidationError

from wardline.core.forms.drafts import AS_TYPED, NUMBER_AS_TYPED, draft_model
from wardline.core.forms.fields import OptionalShortText
from wardline.core.forms.rules import Cleared, Condition, MaxLength, Required, RuledModel
from wardline.core.forms.wire import ApiModel, UtcDateTime
from wardline.core.http.form_errors import field_errors
from wardline.core.text.rich_text import RichText, up_to

Minutes = Annotated[int, Field(strict=True, ge=0, le=600)]
LIMIT = 100
INVALID = "Enter a valid value."


class Dose(ApiModel):
    amount: Annotated[OptionalShortText | None, AS_TYPED] = None
    given: StrictBool | None = None


class Plain(ApiModel):
    """A form without fields for incomplete input."""

    count: int | None = None


class Visit(RuledModel):
    minutes: Annotated[Minutes | None, NUMBER_AS_TYPED] = None
    began_at: Annotated[UtcDateTime | None, AS_TYPED] = None
    history: Annotated[RichText, up_to(LIMIT)] | None = None
    dose: Dose = Dose()
    plain: Plain = Plain()

    rules = (
        Cleared(field="dose.amount", when=(Condition(field="dose.given", values=(False,)),)),
        Required(field="minutes"),
        Required(field="beganAt"),
        MaxLength(field="history", max=LIMIT, message="too long"),
        Required(field="dose.amount", when=(Condition(field="dose.given", values=(True,)),)),
    )


RULES = Visit.rules
DRAFT = draft_model(Visit)
WHOLE: dict[str, Any] = {
    "minutes": 25,
    "beganAt": "2026-03-04T11:40:00Z",
    "history": {
        "lines": [{"kind": "paragraph", "indent": 0, "runs": [{"text": "All.", "bold": False, "italic": False}]}]
    },
    "dose": {"amount": "20 mg", "given": True},
    "plain": {"count": None},
}


def saved(model: type[ApiModel] = DRAFT, **sent: Any) -> dict[str, Any]:
    found: dict[str, Any] = model.model_validate(sent).model_dump(mode="json", by_alias=True)
    return found


def refusals(model: type[ApiModel] = DRAFT, **sent: Any) -> dict[str, str]:
    try:
        model.model_validate(sent)
    except ValidationError as refused:
        return {error.field: error.message for error in field_errors(refused.errors())}
    return {}


@pytest.mark.req("NOTE-52")
def test_a_draft_has_no_required_fields() -> None:
    assert saved() == {
        "minutes": None,
        "beganAt": None,
        "history": None,
        "dose": {"amount": None, "given": None},
        "plain": {"count": None},
    }
    assert refusals(Visit) == {"minutes": "This field is required.", "beganAt": "This field is required."}


@pytest.mark.parametrize("minutes", [0, 25, 600, -1, 601, 12.5, 1e30, 2**53, "", "12", "12.", "twelve", None])
@pytest.mark.req("NOTE-52")
def test_a_number_is_saved_as_typed(minutes: float | str | None) -> None:
    found = saved(minutes=minutes)["minutes"]
    assert found == minutes
    assert type(found) is type(minutes)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("2026-03-04T11:40:00Z", "2026-03-04T11:40:00Z"),
        ("2026-03-04T06:40:00-05:00", "2026-03-04T11:40:00Z"),
        ("03/04/2026 at ", "03/04/2026 at "),
        ("03/04/", "03/04/"),
        ("2026-13-40T99:99:00Z", "2026-13-40T99:99:00Z"),
        ("2026-03-04T11:40:00", "2026-03-04T11:40:00"),
    ],
)
@pytest.mark.req("NOTE-52", "BENT-22")
def test_a_time_is_saved_complete_or_incomplete(typed: str, expected: str) -> None:
    assert saved(beganAt=typed)["beganAt"] == expected


@pytest.mark.req("NOTE-52", "NOTE-17")
def test_a_text_may_have_four_times_its_limit() -> None:
    assert saved(dose={"amount": "m" * 1020})["dose"]["amount"] == "m" * 1020
    assert refusals(dose={"amount": "m" * 1021}) == {"dose.amount": "Must be at most 1020 characters long."}
    assert refusals(history="a" * LIMIT * 3) == {}
    assert refusals(history="a" * LIMIT * 4) == {"history": "This section of the note is too long."}


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"minutes": True}, "minutes"),
        ({"minutes": [5]}, "minutes"),
        ({"minutes": {"odd": 1}}, "minutes"),
        ({"minutes": "1\x00"}, "minutes"),
        ({"minutes": float("nan")}, "minutes"),
        ({"beganAt": 1772624400}, "beganAt"),
        ({"beganAt": True}, "beganAt"),
        ({"beganAt": ["2026-03-04T11:40:00Z"]}, "beganAt"),
        ({"dose": {"amount": 20}}, "dose.amount"),
        ({"dose": {"amount": "\ud800"}}, "dose.amount"),
        ({"dose": {"given": "yes"}}, "dose.given"),
        ({"dose": None}, "dose"),
        ({"history": 5}, "history"),
        ({"plain": {"count": "x"}}, "plain.count"),
    ],
)
@pytest.mark.req("NOTE-52")
def test_a_wrong_type_is_refused_at_its_field(sent: dict[str, Any], field: str) -> None:
    assert refusals(**sent) == {field: INVALID}


def test_an_unknown_field_is_refused() -> None:
    assert refusals(odd=1) == {"odd": "Unknown field."}
    assert refusals(dose={"odd": 1}) == {"dose.odd": "Unknown field."}


@pytest.mark.req("NOTE-37")
def test_a_draft_clears_hidden_fields() -> None:
    assert saved(dose={"given": False, "amount": "20 mg"})["dose"] == {"given": False, "amount": None}
    assert saved(dose={"given": True, "amount": "20 mg"})["dose"] == {"given": True, "amount": "20 mg"}
    assert saved(dose={"given": None, "amount": "20 mg"})["dose"] == {"given": None, "amount": "20 mg"}


def test_the_form_itself_is_not_changed() -> None:
    assert Visit.rules is RULES
    assert len(RULES) == 5
    assert saved(Visit, **WHOLE) == WHOLE
    half_typed = {"minutes": 12.5, "beganAt": "03/04/", "dose": {"amount": "m" * 256, "given": True}}
    assert set(refusals(Visit, **WHOLE | half_typed)) == {"minutes", "beganAt", "dose.amount"}
    assert refusals(Visit, **WHOLE | {"history": "a" * LIMIT}) == {}
    assert refusals(Visit, **WHOLE | {"history": "a" * (LIMIT + 1)}) == {"history": "too long"}


def test_the_draft_type_is_cached_and_may_be_the_form_itself() -> None:
    assert draft_model(Visit) is DRAFT
    assert draft_model(Plain) is Plain
    assert issubclass(DRAFT, Visit)


@given(
    minutes=st.none() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    amount=st.none() | st.text(max_size=300),
    given_=st.sampled_from([None, True, False]),
)
@pytest.mark.req("NOTE-52")
def test_a_draft_survives_a_round_trip(minutes: float | str | None, amount: str | None, given_: bool | None) -> None:
    sent: dict[str, Any] = {"minutes": minutes, "dose": {"amount": amount, "given": given_}}
    if refusals(**sent):
        assert "\x00" in f"{minutes}{amount}"
        return
    found = saved(**sent)
    assert saved(**found) == found
