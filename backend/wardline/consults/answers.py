"""Rows of consults as wire types that several answers share."""

from typing import overload

from wardline.consults.schemas import Person
from wardline.people.models import User


@overload
def person(row: User) -> Person: ...
@overload
def person(row: User | None) -> Person | None: ...
def person(row: User | None) -> Person | None:
    """Who did something to a consult; None while nobody did."""
    return Person.model_validate(row) if row is not None else None
