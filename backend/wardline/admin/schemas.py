"""What administrators read and send about objects of every kind."""

from typing import Annotated, Any, Final

from pydantic import Field

from wardline.core.forms.fields import ShortText
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.people.schemas import Person

MAX_CONFIRMED: Final = 20


class DifferenceRead(ReadModel):
    """One place in which two versions differ; null where there is nothing."""

    place: str
    before: Any
    after: Any


class VersionRead(ReadModel):
    """One version of an object: who made it, when and why, and how it differs from the one before."""

    number: int
    at: UtcDateTime
    by: Person | None
    file: str | None
    client: str | None
    """The name of the identity provider that made it."""
    reason: str | None
    is_first: bool
    """Nothing is known from before it."""
    differences: list[DifferenceRead]


class VersionsRead(ReadModel):
    """Newest first."""

    versions: list[VersionRead]


ConfirmedCodes = Annotated[list[ShortText], Field(max_length=MAX_CONFIRMED)]
"""The codes of the consequences (`wardline.admin.consequences`) that the caller has been shown and accepts."""


class VersionToRestore(ApiModel):
    confirmed: ConfirmedCodes


class LineName(ReadModel):
    id: int
    name: str


class StateName(ReadModel):
    """A state or territory."""

    code: str
    name: str
