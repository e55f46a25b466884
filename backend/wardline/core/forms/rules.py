"""Rules that join fields, kept as data, so that one definition runs here and in the browser.

A rule names fields by their dotted path on the wire. Three kinds of emptiness matter: a field that is *absent* was
not answered; one that is *null* was answered with "unknown", "not done" or "none"; blank text, an empty list and an
unanswered Other list are *empty*, and so is rich text of which nothing is seen.

Lists with an Other entry are ``{"selected": [...], "other": text or null}``: null means that Other is not ticked,
blank text that it is ticked and nothing was written yet.

The interpreter in the browser is ``frontend/src/api/form-contract.ts``; both run the same case files.
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
"""How far a caller's clock may run ahead of ours before its "now" counts as the future."""


class _Rule(BaseModel):
    model_config = ConfigDict(frozen=True, alias_generator=to_camel, validate_by_name=True, serialize_by_alias=True)


class Condition(_Rule):
    """True when the value at `field` is one of `values` (absent counts as null); `negated` turns it round."""

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
    """All of them must hold for the rule to apply."""
    browser_only: bool = False
    """The form asks for it although the documented call may leave it out."""

    def applies(self, data: Mapping[str, Any]) -> bool:
        return all(condition.holds(data) for condition in self.when)

    def violations(self, data: Mapping[str, Any]) -> Iterator[FieldError]:
        raise NotImplementedError


class Required(FieldRule):
    """The field has a value that is neither null nor empty."""

    kind: Literal["required"] = "required"
    message: str = messages.REQUIRED
    untouched: Any = None
    """What the form stands at before anybody writes, which is no answer either."""

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
    """At least one of `fields` is ticked.

    True, a list or Other list with something in it, or an Other text that is not null.
    """

    kind: Literal["at_least_one"] = "at_least_one"
    fields: tuple[str, ...]
    message: str = messages.SELECT_ONE

    def violations(self, data: Mapping[str, Any]) -> Iterator[FieldError]:
        if not any(_is_ticked(_at(data, path)) for path in self.fields):
            yield FieldError(self.field, self.message)


class OtherText(FieldRule):
    """Where Other is ticked (text not null) it says something, in at most `max` characters."""

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
    """At most `max` characters; of rich text those that are seen."""

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
    """At most `max` lines of plain text; a line ends wherever Python's `str.splitlines` says that it does."""

    kind: Literal["max_lines"] = "max_lines"
    max: int
    message: str

    def violations(self, data: Mapping[str, Any]) -> Iterator[FieldError]:
        value = _at(data, self.field)
        if isinstance(value, str) and len(value.strip().splitlines()) > self.max:
            yield FieldError(self.field, self.message)


class DateBetween(FieldRule):
    """A moment not before `earliest` and not later than now (a server allows `CLOCK_SKEW`)."""

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
    """`value` in a list stands alone."""

    kind: Literal["exclusive"] = "exclusive"
    value: str
    message: str = messages.ONLY_UNKNOWN

    def violations(self, data: Mapping[str, Any]) -> Iterator[FieldError]:
        value = _at(data, self.field)
        if isinstance(value, list) and self.value in value and len(value) > 1:
            yield FieldError(self.field, self.message)


class Matches(FieldRule):
    """The whole text matches `pattern`, where there is any text."""

    kind: Literal["matches"] = "matches"
    pattern: str
    message: str

    def violations(self, data: Mapping[str, Any]) -> Iterator[FieldError]:
        value = _at(data, self.field)
        if isinstance(value, str) and value and not re.fullmatch(self.pattern, value, re.ASCII):
            yield FieldError(self.field, self.message)


class Cleared(FieldRule):
    """Sets the field to `to` before anything is checked, so that hidden answers are never stored."""

    kind: Literal["cleared"] = "cleared"
    to: Any = None

    def violations(self, data: Mapping[str, Any]) -> Iterator[FieldError]:  # noqa: ARG002 - it never refuses
        return iter(())


Rule = Annotated[
    Required | Answered | AtLeastOne | OtherText | MaxLength | MaxLines | DateBetween | Exclusive | Matches | Cleared,
    Field(discriminator="kind"),
]


def clear(data: Mapping[str, Any], rules: Iterable[FieldRule]) -> dict[str, Any]:
    """The data with every `Cleared` rule that applies carried out; the input stays as it was."""
    result = dict(data)
    for rule in rules:
        if isinstance(rule, Cleared) and _at(result, rule.field) is not ABSENT and rule.applies(result):
            result = _with(result, rule.field.split("."), rule.to)
    return result


def violations(data: Mapping[str, Any], rules: Iterable[FieldRule]) -> list[FieldError]:
    """Every rule that the data breaks; the first one of each field only."""
    found: dict[str, FieldError] = {}
    for rule in rules:
        if not rule.browser_only and rule.applies(data):
            for error in rule.violations(data):
                found.setdefault(error.field, error)
    return list(found.values())


def apply_rules(data: Mapping[str, Any], rules: Sequence[FieldRule]) -> dict[str, Any]:
    """The data as it may be stored, hidden answers cleared; ValidationFailed names every field that breaks a rule."""
    settled = clear(data, rules)
    if broken := violations(settled, rules):
        raise ValidationFailed(errors=broken)
    return settled


class RuledModel(ApiModel):
    """A wire type whose `rules` are checked with it and published beside it as ``x-rules``."""

    rules: ClassVar[tuple[FieldRule, ...]] = ()

    @model_validator(mode="wrap")
    @classmethod
    def _check_rules(cls, data: Any, handler: ValidatorFunctionWrapHandler) -> Any:
        if isinstance(data, dict):
            data = clear(cls.normalised(data), cls.rules)
        model = handler(data)
        read = model.model_dump(mode="json", by_alias=True, exclude_unset=True)
        settled = clear(read, cls.rules)
        if settled != read:
            # Conditions see wire names and trimmed texts, which what was sent need not have been.
            model = handler(settled)
        broken = violations(settled, cls.rules)
        if broken:
            raise PydanticCustomError(
                "rules",
                "rules that join fields are broken",
                {"violations": [(error.field, error.message) for error in broken]},
            )
        return model

    @classmethod
    def normalised(cls, data: dict[str, Any]) -> dict[str, Any]:
        """What was sent as conditions see it; a type whose values are taken in several spellings overrides this."""
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
    """A copy along the path only: what was sent may be nested deeper than can be walked."""
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
    return isinstance(value, Mapping) and not _is_ticked(value)


def _is_ticked(value: Any) -> bool:
    if isinstance(value, Mapping):
        return bool(value.get("selected")) or value.get("other") is not None
    if isinstance(value, bool | list):
        return bool(value)
    return value is not ABSENT and value is not None
