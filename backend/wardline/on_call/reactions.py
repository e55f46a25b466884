"""What other domains do when somebody goes on or off call for a line.

A domain declares its `Reaction`. What changes duty in a process, such as its application, first installs them.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser


@dataclass(frozen=True, slots=True)
class DutyChange:
    """The lines for which this user has just gone on call, and those for which they have gone off call.

    A line for which only the role, the phone number or the notifications have changed is in neither. Whoever else goes
    on or off call for one of these lines waits until the transaction ends, so that a reaction sees all who went before.
    """

    user: CurrentUser
    """As they were before."""
    gained: frozenset[int]
    lost: frozenset[int]


Reaction: TypeAlias = Callable[[AsyncSession, DutyChange], Awaitable[None]]
"""What a domain does, in the same transaction, when a user goes on or off call."""

_installed: list[Reaction] = []


def install(reactions: Sequence[Reaction]) -> None:
    """Let these, and no others, react to changes of duty in this process."""
    _installed[:] = reactions


async def react(session: AsyncSession, change: DutyChange) -> None:
    for reaction in _installed:
        await reaction(session, change)
