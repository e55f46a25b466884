"""Conventions of the wire format: names, times, strictness."""

import re
from datetime import UTC, datetime
from typing import Annotated, Any, Final

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, PlainSerializer
from pydantic.alias_generators import to_camel

from wardline.core.forms import messages

LIST_PAGE_SIZE: Final = 25
"""The default number of items per page of a list."""


class ApiModel(BaseModel):
    """A request: snake_case here, camelCase on the wire; unknown fields are refused."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=False,
        validate_by_alias=True,
        serialize_by_alias=True,
        extra="forbid",
        frozen=True,
    )


class ReadModel(BaseModel):
    """A response: every field is present (no defaults), filled from rows or other models."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        from_attributes=True,
        frozen=True,
    )


def _utc(value: datetime) -> datetime:
    try:
        return value.astimezone(UTC)
    except OverflowError:
        raise ValueError(messages.REAL_DATE) from None


_DAY_AND_HOUR: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}")


def _only_text(value: Any) -> Any:
    """Pydantic would accept a number, also as text, as seconds since 1970."""
    if isinstance(value, datetime) or (isinstance(value, str) and _DAY_AND_HOUR.match(value)):
        return value
    raise ValueError("a time is ISO 8601 text with a zone")


def iso_utc(value: datetime) -> str:
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


UtcDateTime = Annotated[
    AwareDatetime,
    BeforeValidator(_only_text),
    AfterValidator(_utc),
    PlainSerializer(iso_utc, return_type=str, when_used="json"),
]
"""A point in time: ISO 8601 with any offset in requests, UTC with Z in responses."""
