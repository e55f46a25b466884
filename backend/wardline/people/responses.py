"""Rows of users as wire types that several domains return."""

from typing import overload

from wardline.people.models import User
from wardline.people.schemas import Person


@overload
def person(row: User | Person) -> Person: ...
@overload
def person(row: User | Person | None) -> Person | None: ...
def person(row: User | Person | None) -> Person | None:
    """Who did something; None if no one has yet."""
    return Person.model_validate(row) if row is not None else None
