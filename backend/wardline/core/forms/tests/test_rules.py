from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

import pytest
from pydantic import TypeAdapter, ValidationError

from wardline.core import clock
from wardline.core.forms.rules import (
    Answered,
    AtLeastOne,
    Cleared,
    Condition,
    DateBetween,
    Exclusive,
    FieldRule,
    Matches,
    MaxLength,
    MaxLines,
    OtherText,
    Required,
    Rule,
    RuledModel,
    clear,
    violations,
)
from wardline.core.forms.wire import ApiModel, UtcDateTime
from wardline.core.http.form_errors import field_errors

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
REQUIRED = "This field is required."
SELECT_ONE = "You must select at least one."
NOTHING_SELECTED: dict[str, Any] = {"selected": [], "other": None}


def broken(rule: FieldRule, data: dict[str, Any]) -> dict[str, str]:
    with clock.clock_at(NOW):
        return {error.field: error.message for error in violations(data, [rule])}


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        ("a\nb\nc", True),
        ("a\r\nb\rc", True),
        (" a\n\n\n", True),
        ("a\nb\n\nc", False),
        ("a\u2028b\u2029c\x85d", False),
        ("a\x0bb\x0cc\x1cd", False),
        ("a\x1db\x1ec\nd", False),
        (1234, True),
        (None, True),
    ],
)
def test_max_lines(value: object, fits: bool) -> None:
    assert broken(MaxLines(field="a", max=3, message="long"), {"a": value}) == ({} if fits else {"a": "long"})


@pytest.mark.parametrize("value", [None, "", "  ", [], NOTHING_SELECTED, {}])
@pytest.mark.req("VAL-44")
def test_empty_values_do_not_satisfy_required(value: object) -> None:
    assert broken(Required(field="a"), {"a": value}) == {"a": REQUIRED}


@pytest.mark.parametrize(
    "value", ["x", False, 0, ["x"], {"selected": ["x"], "other": None}, {"selected": [], "other": ""}]
)
def test_any_value_satisfies_required(value: object) -> None:
    assert broken(Required(field="a"), {"a": value}) == {}


def test_required_follows_nested_paths() -> None:
    rule = Required(field="a.b.c", message="Say it.")
    assert broken(rule, {"a": {"b": {"c": 1}}}) == {}
    unanswered: list[dict[str, Any]] = [{}, {"a": None}, {"a": "text"}, {"a": {"b": []}}, {"a": {"b": {}}}]
    for data in unanswered:
        assert broken(rule, data) == {"a.b.c": "Say it."}


@pytest.mark.req("FSTROKE-10", "FSTROKE-11", "FSTROKE-15", "FCOVID-02")
def test_null_counts_as_answered_and_absent_does_not() -> None:
    rule = Answered(field="a")
    assert broken(rule, {"a": None}) == {}
    assert broken(rule, {"a": ""}) == {}
    assert broken(rule, {}) == {"a": REQUIRED}


@pytest.mark.parametrize(
    ("value", "ticked"),
    [
        (True, True),
        (False, False),
        (None, False),
        ([], False),
        (["x"], True),
        (NOTHING_SELECTED, False),
        ({"selected": ["x"]}, True),
        ({"selected": [], "other": ""}, True),
        ("", True),
        ("text", True),
    ],
)
@pytest.mark.req("FPSYCH-02", "FTOX-01")
def test_which_values_count_as_selected(value: object, ticked: bool) -> None:
    rule = AtLeastOne(field="group", fields=("a", "b"))
    assert broken(rule, {"a": False, "b": value}) == ({} if ticked else {"group": SELECT_ONE})


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, None),
        ("", "You must enter a value for Other."),
        (" \t", "You must enter a value for Other."),
        ("x" * 255, None),
        (f" {'x' * 255} ", None),
        ("🩺" * 255, None),
        ("x" * 256, "The Other field cannot exceed 255 characters."),
    ],
)
@pytest.mark.req("NOTE-48", "NOTE-49", "FSTROKE-18", "FSTROKE-20", "FPSYCH-03")
def test_a_selected_other_needs_text(value: str | None, message: str | None) -> None:
    assert broken(OtherText(field="list.other"), {"list": {"other": value}}) == (
        {"list.other": message} if message else {}
    )


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, None),
        (NOW.isoformat(), None),
        ((NOW + timedelta(seconds=60)).isoformat(), None),
        ((NOW + timedelta(seconds=60, microseconds=1)).isoformat(), "Must not be in the future."),
        ("2026-03-04T14:00:30+02:00", None),
        ("2026-03-04T14:02:00+02:00", "Must not be in the future."),
        ("1800-01-01T00:00:00Z", None),
        ("1799-12-31T23:59:59Z", "Must not be before 01/01/1800."),
        ("1800-01-01T00:00:00+01:00", "Must not be before 01/01/1800."),
    ],
)
@pytest.mark.req("FSTROKE-12", "FSTROKE-13", "NOTE-05", "NOTE-06", "NOTE-27")
def test_a_date_is_between_1800_and_now(value: str | None, message: str | None) -> None:
    assert broken(DateBetween(field="at"), {"at": value}) == ({"at": message} if message else {})


@pytest.mark.parametrize(
    ("value", "alone"), [([], True), (["Unknown"], True), (["a", "b"], True), (["a", "Unknown"], False), (None, True)]
)
@pytest.mark.req("FSTROKE-21")
def test_an_exclusive_value_is_the_only_one(value: object, alone: bool) -> None:
    message = "Unknown cannot be combined with another answer."
    assert broken(Exclusive(field="a", value="Unknown"), {"a": value}) == ({} if alone else {"a": message})


@pytest.mark.parametrize(
    ("value", "matches"),
    [
        ("12", True),
        ("", True),
        (None, True),
        ("123", False),
        ("12\n", False),
        ("a12", False),
        ("1\N{ARABIC-INDIC DIGIT ONE}", False),
    ],
)
def test_the_whole_text_must_match(value: object, matches: bool) -> None:
    rule = Matches(field="a", pattern=r"\d{2}", message="Two digits.")
    assert broken(rule, {"a": value}) == ({} if matches else {"a": "Two digits."})


def test_each_alternative_of_a_pattern_matches_the_whole_text() -> None:
    rule = Matches(field="a", pattern="x|yz", message="No.")
    assert broken(rule, {"a": "yz"}) == {}
    assert broken(rule, {"a": "xz"}) == {"a": "No."}


@pytest.mark.parametrize(
    ("values", "data", "holds"),
    [
        ((True,), {"a": True}, True),
        ((True,), {"a": 1}, False),
        ((True,), {"a": "true"}, False),
        ((1,), {"a": True}, False),
        ((False,), {"a": 0}, False),
        ((None,), {}, True),
        ((None,), {"a": None}, True),
        ((None,), {"a": ""}, False),
        (("x", "y"), {"a": "y"}, True),
        (("x",), {"a": ["x"]}, False),
    ],
)
def test_a_condition_compares_values_of_the_same_type(
    values: tuple[Any, ...], data: dict[str, Any], holds: bool
) -> None:
    condition = Condition(field="a", values=values)
    assert condition.holds(data) is holds
    assert condition.model_copy(update={"negated": True}).holds(data) is not holds


def test_a_rule_applies_if_all_its_conditions_are_true() -> None:
    rule = Required(
        field="a", when=(Condition(field="b", values=(1,)), Condition(field="c.d", values=(2,), negated=True))
    )
    assert broken(rule, {"b": 1}) == {"a": REQUIRED}
    assert broken(rule, {"b": 1, "c": {"d": 2}}) == {}
    assert broken(rule, {"b": 2}) == {}


def test_only_the_first_violation_of_a_field_is_reported() -> None:
    rules = [Required(field="a", message="first"), Answered(field="a", message="second"), Answered(field="b")]
    assert [(error.field, error.message) for error in violations({}, rules)] == [("a", "first"), ("b", REQUIRED)]


def test_the_server_ignores_browser_only_rules() -> None:
    assert violations({}, [Required(field="a", browser_only=True)]) == []


@pytest.mark.req("FSTROKE-24", "NOTE-37")
def test_hidden_answers_are_cleared_in_a_copy() -> None:
    data = {"on": False, "list": {"selected": ["x"], "other": "y"}, "kept": {"deep": [1]}}
    rule = Cleared(field="list", when=(Condition(field="on", values=(True,), negated=True),), to=NOTHING_SELECTED)
    assert clear(data, [rule]) == {"on": False, "list": NOTHING_SELECTED, "kept": {"deep": [1]}}
    assert data["list"] == {"selected": ["x"], "other": "y"}
    shown = data | {"on": True}
    assert clear(shown, [rule]) == shown


def test_clearing_does_not_add_fields() -> None:
    rules = [Cleared(field="a"), Cleared(field="b.c"), Cleared(field="d.e")]
    assert clear({"b": {}, "d": "text"}, rules) == {"b": {}, "d": "text"}


def test_clearing_sees_earlier_clearings() -> None:
    rules = [Cleared(field="a", to=False), Cleared(field="b", when=(Condition(field="a", values=(False,)),))]
    assert clear({"a": True, "b": "x"}, rules) == {"a": False, "b": None}


def test_snake_case_names_are_refused() -> None:
    named = errors_of(Form, {"kind": "home", "visit": {"room_number": "4"}})
    assert named == {"visit.room_number": "Unknown field."}


def test_deep_nesting_is_refused_like_other_wrong_input() -> None:
    body: list[Any] = []
    for _ in range(2000):
        body = [body]
    assert errors_of(Form, {"kind": "home", "note": body}) == {"note": "Enter a valid value."}


class Visit(ApiModel):
    at: UtcDateTime | None = None
    room_number: str | None = None


class Form(RuledModel):
    kind: str
    visit: Visit = Visit()
    note: str | None = None

    rules: ClassVar[tuple[FieldRule, ...]] = (
        Cleared(field="visit.roomNumber", when=(Condition(field="kind", values=("home",)),)),
        Required(field="visit.roomNumber", when=(Condition(field="kind", values=("ward",)),)),
        DateBetween(field="visit.at"),
    )


class Outer(ApiModel):
    forms: list[Form]


def errors_of(model: type[ApiModel], data: Any) -> dict[str, str]:
    with clock.clock_at(NOW):
        try:
            model.model_validate(data)
        except ValidationError as refused:
            return {error.field: error.message for error in field_errors(refused.errors())}
    return {}


@pytest.mark.req("VAL-43")
def test_a_model_checks_its_rules_by_wire_names() -> None:
    assert errors_of(Form, {"kind": "ward"}) == {"visit.roomNumber": REQUIRED}
    assert errors_of(Form, {"kind": "ward", "visit": {"roomNumber": "4"}}) == {}
    found = errors_of(Form, {"kind": "ward", "visit": {"roomNumber": " ", "at": "2026-03-05T12:00:00Z"}})
    assert found == {"visit.roomNumber": REQUIRED, "visit.at": "Must not be in the future."}


def test_a_hidden_answer_is_dropped_whatever_it_is() -> None:
    form = Form.model_validate({"kind": "home", "visit": {"roomNumber": {"not": "a text"}}})
    assert form.visit.room_number is None


def test_invalid_fields_are_reported_before_rules() -> None:
    assert errors_of(Form, {"kind": "ward", "note": 5}) == {"note": "Enter a valid value."}
    assert errors_of(Form, {"kind": "ward", "other": 5}) == {"other": "Unknown field."}


@pytest.mark.parametrize("body", [None, [], "text", 5])
def test_a_body_that_is_not_an_object_is_refused(body: object) -> None:
    assert errors_of(Form, body) == {"body": "Enter a valid value."}


@pytest.mark.req("VAL-43")
def test_rules_of_a_nested_model_report_the_whole_path() -> None:
    assert errors_of(Outer, {"forms": [{"kind": "home"}, {"kind": "ward"}]}) == {"forms.1.visit.roomNumber": REQUIRED}


def test_rules_are_in_the_schema() -> None:
    schema = Form.model_json_schema()
    assert schema["x-rules"][0] == {
        "kind": "cleared",
        "field": "visit.roomNumber",
        "when": [{"field": "kind", "values": ["home"], "negated": False}],
        "browserOnly": False,
        "to": None,
    }
    rules: TypeAdapter[tuple[Rule, ...]] = TypeAdapter(tuple[Rule, ...])
    assert rules.validate_python(schema["x-rules"]) == Form.rules


EVERY_KIND = (
    Answered(field="a"),
    AtLeastOne(field="a", fields=("a", "b")),
    OtherText(field="a"),
    MaxLength(field="a", max=5, message=REQUIRED),
    MaxLines(field="a", max=5, message=REQUIRED),
    DateBetween(field="a"),
    Exclusive(field="a", value="none"),
)


@pytest.mark.parametrize("rule", [*Form.rules, *EVERY_KIND])
def test_a_rule_survives_a_round_trip(rule: FieldRule) -> None:
    adapter: TypeAdapter[FieldRule] = TypeAdapter(Rule)
    assert adapter.validate_json(adapter.dump_json(rule)) == rule
