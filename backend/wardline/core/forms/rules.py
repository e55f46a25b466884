"""Rules across fields, as data, so that one definition runs here and in the browser.

A rule names fields by their dotted path on the wire. There are three kinds of emptiness: a field that is *absent* was
not answered; one that is *null* was answered with "unknown", "not done" or "none"; blank text, an empty list, an
unanswered Other list, and rich text without a visible character are *empty*.

Lists with an Other entry are ``{"selected": [...], "other": text or null}``: null means that Other is not selected,
blank text that it is selected and has no text yet.

The interpreter in the browser is ``frontend/src/api/form-contract.ts``; both run the same test cases.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    ValidatorFunctionWrapHandler,
    model_validator,
)
from pydantic.alias_generators import to_camel
from pydantic_core import CoreSchema, PydanticCustomError

from wardline.core import clock
from wardline.core.errors import FieldError, ValidationFailed
from wardline.core.forms import messages
from wardline.core.forms.wire import ApiModel
from wardline.core.text.rich_text import is_blank, is_rich, visible_length

ABSENT: Final = object()
CLOCK_SKEW: Final = timedelta(seconds=60)
"""How far a client's clock may be ahead of ours before its "now" counts as the future."""


class _Rule(BaseModel):
    model_config = ConfigDict(frozen=True, alias_generator=to_camel, validate_by_name=True, serialize_by_alias=True)


class Condition(_Rule):
    """True if the value at `field` is one of `values` (absent counts as null), or if it is not, when `negated`."""

    field: str
    values: tuple[str | int | bool | None, ...]
    negated: bool = False

    def holds(self, data: Mapping[str, Any]) -> bool:
        value = _at(data, self.field)
        value = None if value is ABSENT else value
        found = any(type(value) is type(candidate) and value == candidate for candidate in self.values)
        return found is not self.negated


class FieldRule(_Rule):
    field: str
    when: tuple[Condition, ...] = ()
    """The rule applies if all of these are true."""
    browser_only: bool = False
    """The form requires it, although API requests may omit it."""

    def applies(self, data: Mapping[str, Any]) -> bool:
        return all(condition.holds(data) for condition in self.when)

    def violations(self, data: Mapping[str, Any]) -> Iterator[FieldError]:
        raise NotImplementedError


class Required(FieldRule):
    """The field has a value that is neither null nor empty."""

    kind: Literal["required"] = "required"
    message: str = messages.REQUIRED
    untouched: Any = None
    """The form's initial value, which does not count as an answer."""

    def violations(self, data: Mapping[str, Any]) -> Iterator[FieldError]:
        value = _at(data, self.field)
        if _is_empty(value) or (self.untouched is not None and value == self.untouched):
            yield FieldError(self.field, self.message)


class Answered(FieldRule):
    """The field is present; null is an answer ("unknown", "not done")."""

    kind: Literal["answered"] = "answered"
    message: str = messages.REQUIRED

    def violations(self, data: Mapping[str, Any]) -> Iterator[FieldError]:
        if _at(data, self.field) is ABSENT:
            yield FieldError(self.field, self.message)


class AtLeastOne(FieldRule):
    """At least one of `fields` is selected.

    That is true, a list or Other list with an item, or an Other text that is not null.
    """

    kind: Literal["at_least_one"] = "at_least_one"
    fields: tuple[str, ...]
    message: str = messages.SELECT_ONE

    def violations(self, data: Mapping[str, Any]) -> Iterator[FieldError]:
        if not any(_is_selected(_at(data, path)) for path in self.fields):
            yield FieldError(self.field, self.message)


class OtherText(FieldRule):
    """If Other is selected (its text is not null), its text is not blank and has at most `max` characters."""

    kind: Literal["other_text"] = "other_text"
    max: int = 255
    message: str = messages.OTHER_REQUIRED
    too_long: str = messages.OTHER_TOO_LONG

    def violations(self, data: Mapping[str, Any]) -> Iterator[FieldError]:
        value = _at(data, self.field)
        if isinstance(value, str) and not value.strip():
            yield FieldError(self.field, self.message)
        elif isinstance(value, str) and len(value.strip()) > self.max:
            yield FieldError(self.field, self.too_long)


class MaxLength(FieldRule):
    """At most `max` characters; of rich text, visible ones."""

    kind: Literal["max_length"] = "max_length"
    max: int
    message: str

    def violations(self, data: Mapping[str, Any]) -> Iterator[FieldError]:
        value = _at(data, self.field)
        if (isinstance(value, str) and len(value.strip()) > self.max) or (
            is_rich(value) and visible_length(value) > self.max
        ):
            yield FieldError(self.field, self.message)


class MaxLines(FieldRule):
    """At most `max` lines of plain text, as `str.splitlines` counts them."""

    kind: Literal["max_lines"] = "max_lines"
    max: int
    message: str

    def violations(self, data: Mapping[str, Any]) -> Iterator[FieldError]:
        value = _at(data, self.field)
        if isinstance(value, str) and len(value.strip().splitlines()) > self.max:
            yield FieldError(self.field, self.message)


class DateBetween(FieldRule):
    """A time from `earliest` to now; the server allows `CLOCK_SKEW`."""

    kind: Literal["date_between"] = "date_between"
    earliest: str = "1800-01-01T00:00:00Z"
    too_early: str = messages.NOT_BEFORE.format(min="01/01/1800")
    message: str = messages.NOT_IN_FUTURE

    def violations(self, data: Mapping[str, Any]) -> Iterator[FieldError]:
        value = _at(data, self.field)
        if not isinstance(value, str):
            return
        moment = datetime.fromisoformat(value)
        if moment < datetime.fromisoformat(self.earliest).astimezone(UTC):
            yield FieldError(self.field, self.too_early)
        elif moment > clock.now() + CLOCK_SKEW:
            yield FieldError(self.field, self.message)


class Exclusive(FieldRule):
    """If the list has `value`, it has nothing else."""

    kind: Literal["exclusive"] = "exclusive"
    value: str
    message: str = messages.ONLY_UNKNOWN

    def violations(self, data: Mapping[str, Any]) -> Iterator[FieldError]:
        value = _at(data, self.field)
        if isinstance(value, list) and self.value in value and len(value) > 1:
            yield FieldError(self.field, self.message)


class Matches(FieldRule):
    """The whole text matches `pattern`, unless it is empty."""

    kind: Literal["matches"] = "matches"
    pattern: str
    message: str

    def violations(self, data: Mapping[str, Any]) -> Iterator[FieldError]:
        value = _at(data, self.field)
        if isinstance(value, str) and value and not re.fullmatch(self.pattern, value, re.ASCII):
            yield FieldError(self.field, self.message)


class Cleared(FieldRule):
    """Sets the field to `to` before other rules are checked, so that hidden answers are never stored."""

    kind: Literal["cleared"] = "cleared"
    to: Any = None

    def violations(self, data: Mapping[str, Any]) -> Iterator[FieldError]:  # noqa: ARG002 - it is never violated
        return iter(())


Rule = Annotated[
    Required | Answered | AtLeastOne | OtherText | MaxLength | MaxLines | DateBetween | Exclusive | Matches | Cleared,
    Field(discriminator="kind"),
]


def clear(data: Mapping[str, Any], rules: Iterable[FieldRule]) -> dict[str, Any]:
    """A copy of the data with all `Cleared` rules applied."""
    result = dict(data)
    for rule in rules:
        if isinstance(rule, Cleared) and _at(result, rule.field) is not ABSENT and rule.applies(result):
            result = _with(result, rule.field.split("."), rule.to)
    return result


def violations(data: Mapping[str, Any], rules: Iterable[FieldRule]) -> list[FieldError]:
    """The rules that the data violates; the first one of each field."""
    found: dict[str, FieldError] = {}
    for rule in rules:
        if not rule.browser_only and rule.applies(data):
            for error in rule.violations(data):
                found.setdefault(error.field, error)
    return list(found.values())


def apply_rules(data: Mapping[str, Any], rules: Sequence[FieldRule]) -> dict[str, Any]:
    """The data to store, without hidden answers. Raises ValidationFailed with every field that violates a rule."""
    cleared = clear(data, rules)
    if found := violations(cleared, rules):
        raise ValidationFailed(errors=found)
    return cleared


class RuledModel(ApiModel):
    """A wire type that is validated with its `rules`, which its schema has as ``x-rules``."""

    rules: ClassVar[tuple[FieldRule, ...]] = ()

    @model_validator(mode="wrap")
    @classmethod
    def _check_rules(cls, data: Any, handler: ValidatorFunctionWrapHandler) -> Any:
        if isinstance(data, dict):
            data = clear(cls.normalized(data), cls.rules)
        model = handler(data)
        dumped = model.model_dump(mode="json", by_alias=True, exclude_unset=True)
        cleared = clear(dumped, cls.rules)
        if cleared != dumped:
            # Conditions see normalized values, which may differ from those that were sent.
            model = handler(cleared)
        found = violations(cleared, cls.rules)
        if found:
            raise PydanticCustomError(
                "rules",
                "rules across fields are violated",
                {"violations": [(error.field, error.message) for error in found]},
            )
        return model

    @classmethod
    def normalized(cls, data: dict[str, Any]) -> dict[str, Any]:
        """The input as conditions see it; override it in a type that accepts several spellings of a value."""
        return data

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        schema = handler(core_schema)
        if cls.rules:
            published = handler.resolve_ref_schema(schema)
            published["x-rules"] = [rule.model_dump(mode="json") for rule in cls.rules]
        return schema


def _at(data: Any, path: str) -> Any:
    for key in path.split("."):
        if not isinstance(data, Mapping) or key not in data:
            return ABSENT
        data = data[key]
    return data


def _with(data: Mapping[str, Any], path: list[str], value: Any) -> dict[str, Any]:
    """Copies only along the path: the input may be nested too deeply to copy recursively."""
    key, *rest = path
    return {**data, key: _with(data[key], rest, value) if rest else value}


def _is_empty(value: Any) -> bool:
    if value is ABSENT or value is None:
        return True
    if isinstance(value, str):
        return not value.strip()
    if isinstance(value, list):
        return not value
    if is_rich(value):
        return is_blank(value)
    return isinstance(value, Mapping) and not _is_selected(value)


def _is_selected(value: Any) -> bool:
    if isinstance(value, Mapping):
        return bool(value.get("selected")) or value.get("other") is not None
    if isinstance(value, bool | list):
        return bool(value)
    return value is not ABSENT and value is not None
