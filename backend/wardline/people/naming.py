"""How people of the staff are found by a name, and in which order they are listed."""

from typing import Final

from sqlalchemy import ColumnElement, collate, func

from wardline.core.text.search_words import MAX_QUERY_WORDS
from wardline.people.models import User

BY_NAME: Final = (
    collate(func.lower(User.last_name), "C"),
    collate(func.lower(User.first_name), "C"),
    User.id,
)
"""In the order of an index, so that the first page of many people is read without sorting them."""


def is_named(text: str) -> list[ColumnElement[bool]]:
    """That each word of the text begins a word of a user's name, or their name for signing in; any case."""
    names = func.lower(func.concat(" ", User.first_name, " ", User.last_name, " ", User.username))
    return begin_words(names, text)


def begin_words(names: ColumnElement[str], text: str) -> list[ColumnElement[bool]]:
    """That each word of the text begins a word of `names`, which are in lower case, each after a space."""
    return [names.contains(f" {word}", autoescape=True) for word in text.lower().split()[:MAX_QUERY_WORDS]]
