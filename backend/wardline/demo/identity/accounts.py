"""Who can be chosen at the demonstration provider."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DemoAccount:
    """An invented person. `username` becomes the token's subject; `group` is the heading the person stands under."""

    username: str
    name: str
    description: str
    group: str


Accounts = Callable[[], Awaitable[Sequence[DemoAccount]]]
"""Gives the accounts in the order in which they are shown; asked for anew each time."""
