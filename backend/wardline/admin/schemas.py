"""What administrators read and send about objects of every kind."""

from typing import Annotated, Any

from pydantic import Field

from wardline.core.forms.wire import ReadModel, UtcDateTime
from wardline.people.schemas import Person


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


Confirmed = Annotated[int, Field(strict=True, ge=0)] | None
"""The number of a question that was asked before a change with consequences (`NeedsConfirmation`), as an answer."""


class LineName(ReadModel):
    id: int
    name: str


class StateName(ReadModel):
    """A state or territory."""

    code: str
    name: str
