"""The rules of each kind of object: who may change it how, and what that would do.

Screens, restored versions and drafts go through the same rules, whose functions run under `changing.lock`.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.consequences import Consequence, require_confirmed
from wardline.admin.lines import rules as lines
from wardline.admin.lines.escalations import rules as escalations
from wardline.admin.people import rules as people
from wardline.admin.places import rules as places
from wardline.admin.roles import rules as roles
from wardline.audit.recording import touched
from wardline.core import clock
from wardline.network import changing
from wardline.network.applying import Author
from wardline.network.changing import Stored
from wardline.network.models import Source
from wardline.network.objects import Kind, document_of, key_of

Check: TypeAlias = Callable[[AsyncSession, CurrentUser, Any, Any], Awaitable[None]]
"""Refuses a change of the second-last, which is None for a new object, to the last argument."""
Foresee: TypeAlias = Callable[[AsyncSession, CurrentUser, Any, Any, datetime], Awaitable[Sequence[Consequence]]]
"""What such a change would do at this time."""


async def _nothing(_session: AsyncSession, _by: CurrentUser, _before: Any, _after: Any) -> None:
    """Nothing to see to."""


async def _no_consequences(
    _session: AsyncSession, _by: CurrentUser, _before: Any, _after: Any, _at: datetime
) -> Sequence[Consequence]:
    return ()


@dataclass(frozen=True, slots=True)
class KindRules:
    check: Check
    """Before the change is made."""
    check_made: Check = _nothing
    """After it was made, in the same transaction."""
    foresee: Foresee = _no_consequences


RULES: Final[Mapping[Kind, KindRules]] = {
    Kind.USER: KindRules(people.check, people.check_made, people.foresee),
    Kind.ORGANIZATION: KindRules(places.check_organization),
    Kind.FACILITY: KindRules(places.check_facility),
    Kind.UNIT: KindRules(places.check_unit, foresee=places.foresee_unit),
    Kind.ROLE: KindRules(roles.check, foresee=roles.foresee),
    Kind.SERVICE_LINE: KindRules(lines.check, foresee=lines.foresee),
    Kind.ESCALATION: KindRules(escalations.check, foresee=escalations.foresee),
}
"""Of the kinds that administrators change."""


async def check(
    session: AsyncSession, before: Stored[Any] | None, after: Any, *, by: CurrentUser, at: datetime | None = None
) -> Sequence[Consequence]:
    """What the change would do at this time, or now.

    Raises:
        Whatever the kind's check refuses.
    """
    rules, entry = RULES[key_of(after).kind], before.entry if before is not None else None
    await rules.check(session, by, entry, after)
    if before is not None and before.document == document_of(after):
        return ()
    return await rules.foresee(session, by, entry, after, at or clock.now())


async def write(
    session: AsyncSession,
    before: Stored[Any] | None,
    after: Any,
    *,
    by: CurrentUser,
    reason: str | None,
    confirmed: Collection[str] | None = (),
) -> None:
    """Make a change of an object that was read under `changing.lock` and is not managed by a file.

    With None as `confirmed`, nothing is asked, for callers that cannot answer.

    Raises:
        Unconfirmed: it would do what nobody has confirmed.
        Whatever the kind's check refuses.
    """
    touched(session).about_object(*key_of(after))
    consequences = await check(session, before, after, by=by)
    if confirmed is not None:
        require_confirmed(consequences, confirmed)
    author = Author(Source.SCREEN, user_id=by.id, reason=reason)
    await session.run_sync(changing.change, before, after, author)
    await RULES[key_of(after).kind].check_made(session, by, before.entry if before is not None else None, after)
