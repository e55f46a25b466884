"""Field types with their rules, which reach the browser through the contract."""

import re
from collections.abc import Callable, Hashable
from datetime import date
from functools import cache
from typing import Annotated, Any, Final
from zoneinfo import available_timezones

from pydantic import AfterValidator, BeforeValidator, Field, Strict, StringConstraints

from wardline.core.forms import messages
from wardline.core.text.characters import check_storable, is_visible, undeceptive
from wardline.core.text.normalization import to_nfc

PHONE_PATTERN: Final = r"^\(\d{3}\) \d{3}-\d{4}$"
CALLABLE_PATTERN: Final = r"^\([2-9](?:[02-9]\d|1[02-9])\) \d{3}-\d{4}$"
PHONE_MASK: Final = "(###) ###-####"
SHORT_TEXT_LIMIT: Final = 255
COMMENT_LIMIT: Final = 65_000
EARLIEST_BIRTH_DATE: Final = date(1800, 1, 1)
EARLIEST_BIRTH_DATE_IN_WIZARD: Final = date(1900, 1, 2)
EMAIL_PATTERN: Final = r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$"
EMAIL_LIMIT: Final = 254
ENUMBER_LIMIT: Final = 11
ENUMBER_PATTERN: Final = rf"^[0-9]{{1,{ENUMBER_LIMIT}}}$"
CODE_LIMIT: Final = 60
CODE_PATTERN: Final = r"^[a-z0-9]+(-[a-z0-9]+)*$"
TIME_OF_DAY_PATTERN: Final = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"


Id = Annotated[int, Field(ge=1, le=2**31 - 1)]
"""A row's id, in the range of the database's integer type."""

SentId = Annotated[Id, Strict()]
"""An `Id` in a body, which must be a number; in a URL everything is text."""


def _storable(value: Any) -> Any:
    """Text without a visible character becomes empty; a browser, which only trims, learns that from the response."""
    if isinstance(value, str):
        check_storable(value)
        return to_nfc(value) if any(map(is_visible, set(value))) else ""
    return value


def _one_line(value: Any) -> Any:
    """Names are compared by eye."""
    return undeceptive(value) if isinstance(value, str) else value


_STORABLE = BeforeValidator(_storable)
_ONE_LINE = BeforeValidator(_one_line)

Text = Annotated[str, _STORABLE]
"""Any text that the database can store, in NFC."""

TrimmedText = Annotated[str, StringConstraints(strip_whitespace=True), _STORABLE]

ShortText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=SHORT_TEXT_LIMIT), _STORABLE, _ONE_LINE
]
"""Required text of up to 255 characters without invisible ones; whitespace alone counts as empty."""

OptionalShortText = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=SHORT_TEXT_LIMIT), _STORABLE, _ONE_LINE
]
"""Optional text of up to 255 characters, otherwise like `ShortText`."""

CommentText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=COMMENT_LIMIT), _STORABLE
]

PhoneNumber = Annotated[
    Text,
    AfterValidator(lambda value: _matching(value, PHONE_PATTERN, messages.PHONE)),
    Field(json_schema_extra={"pattern": PHONE_PATTERN, "x-message": messages.PHONE, "x-mask": PHONE_MASK}),
]
"""Ten digits as (###) ###-####."""

CallableNumber = Annotated[
    Text,
    AfterValidator(lambda value: _matching(value, CALLABLE_PATTERN, messages.PHONE)),
    Field(json_schema_extra={"pattern": CALLABLE_PATTERN, "x-message": messages.PHONE, "x-mask": PHONE_MASK}),
]
"""A `PhoneNumber` with an area code of the North American plan: none begins with 0 or 1, or is a service like 911."""

EmailAddress = Annotated[
    Text,
    StringConstraints(max_length=EMAIL_LIMIT),
    AfterValidator(lambda value: _matching(value, EMAIL_PATTERN, messages.EMAIL)),
    Field(json_schema_extra={"pattern": EMAIL_PATTERN, "x-message": messages.EMAIL}),
]
"""One address without a display name."""

Enumber = Annotated[
    Text,
    AfterValidator(lambda value: _matching(value, ENUMBER_PATTERN, _enumber_message(value))),
    Field(
        json_schema_extra={
            "pattern": ENUMBER_PATTERN,
            "maxLength": ENUMBER_LIMIT,
            "x-message": messages.DIGITS_ONLY,
            "x-message-above": messages.ENUMBER_LENGTH,
        }
    ),
]
"""A hospital's ID number: 1 to 11 digits."""

Code = Annotated[
    Text,
    StringConstraints(max_length=CODE_LIMIT),
    AfterValidator(lambda value: _matching(value, CODE_PATTERN, messages.CODE)),
    Field(json_schema_extra={"pattern": CODE_PATTERN, "x-message": messages.CODE}),
]
"""Lowercase letters, digits and hyphens. A code never changes, even if the name does."""


@cache
def time_zones() -> frozenset[str]:
    """All IANA time zones known on this machine."""
    return frozenset(available_timezones())


def _time_zone(value: str) -> str:
    if not value.strip():
        raise ValueError(messages.REQUIRED)
    if value not in time_zones():
        raise ValueError(messages.TIME_ZONE)
    return value


TimeZone = Annotated[Text, AfterValidator(_time_zone), Field(json_schema_extra={"x-message": messages.TIME_ZONE})]
"""The name of an IANA time zone."""


def unique_items(key: Callable[[Any], Hashable] = str) -> AfterValidator:
    """Validator that refuses a list with two items of the same key."""

    def check(values: list[Any]) -> list[Any]:
        if len({key(value) for value in values}) != len(values):
            raise ValueError(messages.EACH_ONCE)
        return values

    return AfterValidator(check)


def _enumber_message(value: str) -> str:
    return messages.ENUMBER_LENGTH if len(value) > ENUMBER_LIMIT else messages.DIGITS_ONLY


def matching(pattern: str, message: str) -> AfterValidator:
    """Validator of required text that matches as a whole."""
    return AfterValidator(lambda value: _matching(value, pattern, message))


def _matching(value: str, pattern: str, message: str) -> str:
    """Matches as a browser does, where digits are ASCII and ``$`` is only the end, hence `re.ASCII` and `fullmatch`."""
    if not value.strip():
        raise ValueError(messages.REQUIRED)
    if not re.fullmatch(pattern, value, re.ASCII):
        raise ValueError(message)
    return value


_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _only_iso_date(value: Any) -> Any:
    if isinstance(value, date) or (isinstance(value, str) and _DATE.fullmatch(value)):
        return value
    raise ValueError(messages.REAL_DATE)


PlainDate = Annotated[date, BeforeValidator(_only_iso_date)]
"""A calendar day, yyyy-MM-dd."""

TimeOfDay = Annotated[
    Text,
    matching(TIME_OF_DAY_PATTERN, messages.TIME_OF_DAY),
    Field(json_schema_extra={"pattern": TIME_OF_DAY_PATTERN, "x-message": messages.TIME_OF_DAY}),
]
"""What a clock shows, HH:mm from 00:00 to 23:59."""
