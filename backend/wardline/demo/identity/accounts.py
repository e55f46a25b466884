"""The accounts of the demonstration provider."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DemoAccount:
    """A fictitious user.

    `username` is the token's subject, and `group` the heading under which the account is listed.
    """

    username: str
    name: str
    description: str
    group: str


Accounts = Callable[[], Awaitable[Sequence[DemoAccount]]]
"""Returns the accounts in display order; called for each page."""
