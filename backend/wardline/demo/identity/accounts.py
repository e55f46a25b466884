"""The accounts of the demonstration provider."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DemoAccount:
    """A fictitious user. `username` is the token's subject, `group` the heading that the account is listed under."""

    username: str
    name: str
    description: str
    group: str


Accounts = Callable[[], Awaitable[Sequence[DemoAccount]]]
"""Returns the accounts in display order; called for each page."""
