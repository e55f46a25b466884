"""Every form of every line, changed in every way that its schema and rules know.

Starts from the accepted cases; one answer at a time becomes another valid or an invalid one.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from wardline.core import clock
from wardline.core.forms.rules import (
    Answered,
    AtLeastOne,
    Cleared,
    DateBetween,
    FieldRule,
    MaxLength,
    OtherText,
    Required,
    RuledModel,
    clear,
)
from wardline.core.text.rich_text import LineKind, RichText, of_lines
from wardline.service_lines.registry import all_lines
from wardline.service_lines.tests.forms import normalized, refusals, typed_text
from wardline.service_lines.tests.test_cases import cases_of, forms_of


class Accepted(NamedTuple):
    """A filled-in form, its time, and the model that validates it."""

    model: type[RuledModel]
    data: dict[str, Any]
    now: datetime


def _accepted() -> Iterator[Accepted]:
    for line in all_lines():
        for case in cases_of(line):
            if not case["errors"]:
                yield Accepted(forms_of(line)[case["form"]], case["data"], datetime.fromisoformat(case["now"]))


ACCEPTED: Final = list(_accepted())
FORMS: Final = st.sampled_from(ACCEPTED)
EACH_FORM: Final = pytest.mark.parametrize(
    "form",
    [pytest.param(form, id=model.__name__) for model, form in {one.model: one for one in reversed(ACCEPTED)}.items()],
)
"""The first case of each form; random choice alone would change few answers of a long form."""
ABSENT: Final = object()


@cache
def _answers(model: type[RuledModel]) -> dict[str, list[dict[str, Any]]]:
    """The JSON schemas of each answer's possible values, by its dotted path."""
    schema = TypeAdapter(model).json_schema()

    def resolved(part: dict[str, Any]) -> dict[str, Any]:
        return schema["$defs"][part["$ref"].rpartition("/")[2]] if "$ref" in part else part

    def walk(part: dict[str, Any], path: str) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        for name, field in part.get("properties", {}).items():
            kinds = [resolved(kind) for kind in field.get("anyOf", [field])]
            if any("properties" in kind and not _is_rich(kind) for kind in kinds):
                for kind in kinds:
                    yield from walk(kind, f"{path}{name}.")
            else:
                yield f"{path}{name}", kinds

    return dict(walk(schema, ""))


def _is_rich(kind: dict[str, Any]) -> bool:
    return kind.get("title") == RichText.__name__


def _invalid(kinds: list[dict[str, Any]]) -> Iterator[Any]:
    """Values that no schema accepts, just beyond each limit."""
    yield {"odd": 1}
    for kind in kinds:
        if "maxLength" in kind:
            yield "m" * (kind["maxLength"] + 1)
        if "enum" in kind or "pattern" in kind or kind.get("format") == "date-time":
            yield "not a valid value"
        if kind.get("type") == "integer":
            yield from (kind["minimum"] - 1, kind["maximum"] + 1, kind["minimum"] + 0.5)
        if kind.get("type") == "boolean":
            yield "yes"
        if kind.get("type") == "array":
            yield ["not a valid value", 7]
        if _is_rich(kind):
            yield from (7, {"lines": "m"}, {"lines": [{"runs": [{"text": 7}]}]}, "m" * 1_000_000)


def _valid(kinds: list[dict[str, Any]]) -> st.SearchStrategy[Any]:
    """Values that one of the schemas accepts."""
    strategies: list[st.SearchStrategy[Any]] = []
    for kind in kinds:
        if "enum" in kind:
            strategies.append(st.sampled_from(kind["enum"]))
        elif kind.get("type") == "integer":
            strategies.append(st.integers(kind["minimum"], kind["maximum"]))
        elif kind.get("type") == "boolean":
            strategies.append(st.booleans())
        elif kind.get("type") == "string" and not {"pattern", "format"} & kind.keys():
            strategies.append(typed_text(kind.get("maxLength", 255)))
        elif kind.get("type") == "null":
            strategies.append(st.none())
        elif _is_rich(kind):
            strategies.append(_rich_texts())
    return st.one_of(strategies) if strategies else st.nothing()


@st.composite
def _rich_texts(draw: st.DrawFn) -> dict[str, Any]:
    """Rich text as the editor sends it: adjacent runs differ."""
    lines = []
    for kind in draw(st.lists(st.sampled_from(LineKind), max_size=3)):
        bold = draw(st.booleans())
        texts = draw(st.lists(typed_text(20).map(_on_one_line).filter(bool), max_size=3))
        runs = [{"text": text, "bold": (number % 2 == 1) is bold, "italic": False} for number, text in enumerate(texts)]
        lines.append({"kind": kind.value, "indent": draw(st.integers(0, 3)), "runs": runs})
    return {"lines": lines}


def _on_one_line(text: str) -> str:
    return "".join(
        char for char in unicodedata.normalize("NFC", text) if unicodedata.category(char) not in {"Zl", "Zp"}
    )


def _set(data: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    key, _, remaining = path.partition(".")
    if not remaining and value is ABSENT:
        return {name: item for name, item in data.items() if name != key}
    inner = data.get(key)
    return {**data, key: _set(inner if isinstance(inner, Mapping) else {}, remaining, value) if remaining else value}


def _get(data: Any, path: str) -> Any:
    for key in path.split("."):
        data = data.get(key, ABSENT) if isinstance(data, Mapping) else ABSENT
    return data


def _stored_by(form: Accepted, data: dict[str, Any]) -> dict[str, Any]:
    with clock.clock_at(form.now):
        return form.model.model_validate(data).model_dump(mode="json", by_alias=True)


def _is_hidden(rules: tuple[FieldRule, ...], path: str, data: Mapping[str, Any]) -> bool:
    """Whether the answer, or its parent, is cleared before it is validated."""
    keys = path.split(".")
    above = {".".join(keys[: depth + 1]) for depth in range(len(keys))}
    versions = (data, clear(data, rules))
    hiding = [rule for rule in rules if isinstance(rule, Cleared) and rule.field in above]
    return any(rule.applies(version) for rule in hiding for version in versions)


@given(form=FORMS, data=st.data())
def test_a_valid_answer_is_stored_unchanged(form: Accepted, data: st.DataObject) -> None:
    answers = _answers(form.model)
    path = data.draw(st.sampled_from(sorted(answers)))
    strategy = _valid(answers[path])
    if strategy.is_empty:
        return
    value = data.draw(strategy)
    sent = _set(_stored_by(form, form.data), path, value)
    refused = refusals(form.model, sent, now=form.now)
    if refused:
        assert set(refused) <= {rule.field for rule in form.model.rules}
        return
    stored_data = _stored_by(form, sent)
    assert _stored_by(form, stored_data) == stored_data
    if not _is_hidden(form.model.rules, path, sent):
        expected = normalized(value) if isinstance(value, str) else value
        assert _get(stored_data, path) in ([expected, None] if expected == "" else [expected])


@given(form=FORMS, data=st.data())
def test_an_invalid_answer_is_reported_or_hidden(form: Accepted, data: st.DataObject) -> None:
    answers = _answers(form.model)
    path = data.draw(st.sampled_from(sorted(answers)))
    _check_reported_or_hidden(form, path, data.draw(st.sampled_from(list(_invalid(answers[path])))))


@EACH_FORM
def test_each_invalid_answer_is_reported_or_hidden(form: Accepted) -> None:
    for path, kinds in _answers(form.model).items():
        for value in _invalid(kinds):
            _check_reported_or_hidden(form, path, value)


def _check_reported_or_hidden(form: Accepted, path: str, value: Any) -> None:
    sent = _set(form.data, path, value)
    refused = refusals(form.model, sent, now=form.now)
    if _is_hidden(form.model.rules, path, sent):
        assert refused == {}
        assert _get(_stored_by(form, sent), path) != value
    else:
        assert {field for field in refused if f"{field}.".startswith(f"{path}.")}, (path, value, refused)


@given(form=FORMS, data=st.data())
def test_a_broken_rule_is_reported_at_its_field(form: Accepted, data: st.DataObject) -> None:
    stored = _stored_by(form, form.data)
    applying = [rule for rule in form.model.rules if rule.applies(stored) and not isinstance(rule, Cleared)]
    if not applying:
        return
    _check_refused(form, stored, data.draw(st.sampled_from(applying)))


@EACH_FORM
def test_each_broken_rule_is_reported_at_its_field(form: Accepted) -> None:
    stored = _stored_by(form, form.data)
    for rule in form.model.rules:
        if rule.applies(stored) and not isinstance(rule, Cleared):
            _check_refused(form, stored, rule)


def _check_refused(form: Accepted, stored: dict[str, Any], rule: FieldRule) -> None:
    is_rich = any(map(_is_rich, _answers(form.model).get(rule.field, ())))
    for broken in _breaking(rule, stored, form.now, is_rich=is_rich):
        sent = stored
        for path, value in broken.items():
            sent = _set(sent, path, value)
        refused = refusals(form.model, sent, now=form.now)
        expected = rule.applies(clear(sent, form.model.rules)) and not _is_hidden(form.model.rules, rule.field, sent)
        assert (rule.field in refused) is expected, (rule, sent, refused)


def _breaking(rule: FieldRule, stored: dict[str, Any], now: datetime, *, is_rich: bool) -> Iterator[dict[str, Any]]:
    """Answers, by path, that break this rule."""
    if rule.browser_only:
        return
    if isinstance(rule, AtLeastOne):
        yield {path: _empty_like(_get(stored, path)) for path in rule.fields}
    elif isinstance(rule, DateBetween):
        tomorrow = now + timedelta(days=1)
        yield {rule.field: tomorrow.isoformat().replace("+00:00", "Z")}
        yield {rule.field: "1799-12-31T23:59:59Z"}
    elif isinstance(rule, OtherText):
        yield {rule.field: ""}
        yield {rule.field: "m" * (rule.max + 1)}
    elif isinstance(rule, MaxLength):
        long = "m" * (rule.max + 1)
        yield {rule.field: of_lines(long[1:], "m", kind=LineKind.BULLET) if is_rich else long}
    elif isinstance(rule, Required | Answered):
        yield {rule.field: ABSENT}
        if isinstance(rule, Required) and rule.untouched is not None:
            yield {rule.field: rule.untouched}


def _empty_like(value: Any) -> Any:
    """An answer of the same kind with nothing selected."""
    if isinstance(value, dict):
        return {"selected": [], "other": None}
    if isinstance(value, list):
        return []
    return False if isinstance(value, bool) else None
