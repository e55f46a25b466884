"""What other domains add to a consult: fields of its response, fields of its card in lists, actions, and reactions.

A domain declares its `ConsultPart` in a module of its own, and `wardline.consult_views.registry` lists all of them.
What changes consults in a process, such as its application, first installs that list.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar
from uuid import UUID

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.choices import Milestone
from wardline.consults.models import Consult
from wardline.core.db.statements import Execution
from wardline.core.forms.choices import Choice
from wardline.core.forms.wire import ReadModel

Loaded = TypeVar("Loaded")

Reaction: TypeAlias = Callable[[AsyncSession, Consult, CurrentUser], Awaitable[None]]
"""What a domain does, in the same transaction, when a consult reaches a milestone by this user's action.

Except for a new one, which is stored with the commit, the consult is locked.
"""


@dataclass(frozen=True, slots=True)
class CardPart:
    """Fields that a domain adds to a consult's card, which the database renders as JSON."""

    fields: type[ReadModel]
    columns: Mapping[str, ColumnElement[Any]]
    """The expression of each field, correlated with `Consult`."""


@dataclass(frozen=True, slots=True)
class Actions(Generic[Loaded]):
    """What a domain lets users do with a consult."""

    choices: type[Choice]
    allowed: Callable[[CurrentUser, Consult, Loaded], Sequence[Choice]]
    """The actions that this user may take now. Like the endpoints, it uses the domain's policies."""


@dataclass(frozen=True, slots=True)
class ConsultPart(Generic[Loaded]):
    """What a domain adds to the response about one consult."""

    query: Callable[[UUID], Execution]
    """Reads what the domain knows about a consult that the user may view; all parts are read in one round trip."""
    load: Callable[[Sequence[Any]], Loaded]
    """What the rows of the query mean."""
    fields: type[ReadModel]
    read: Callable[[Loaded], ReadModel]
    """An instance of `fields`."""
    actions: Actions[Loaded] | None = None
    card: CardPart | None = None
    reactions: Mapping[Milestone, Reaction] = field(default_factory=dict)


_installed: list[ConsultPart[Any]] = []


def install(parts: Sequence[ConsultPart[Any]]) -> None:
    """Let these parts, and no others, react to consults in this process."""
    _installed[:] = parts


async def reach(session: AsyncSession, consult: Consult, milestone: Milestone, *, by: CurrentUser) -> None:
    """Let every domain react to what this user has just done.

    Raises:
        RuntimeError: no parts are installed, so that other domains would not hear of it.
    """
    if not _installed:
        raise RuntimeError("install the consult's parts first: install(wardline.consult_views.registry.PARTS)")
    for part in _installed:
        if milestone in part.reactions:
            await part.reactions[milestone](session, consult, by)
