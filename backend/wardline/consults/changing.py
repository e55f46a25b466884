"""How every change of a consult begins and ends; other domains that change a consult use these, too."""

import uuid
from collections.abc import Iterable
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.decision import Decision
from wardline.consults.errors import AlreadyAcknowledged, AlreadyClosed, ConsultNotFound
from wardline.consults.events import ConsultEvent
from wardline.consults.models import Consult
from wardline.consults.repository import ConsultRepository
from wardline.core import clock
from wardline.people.models import User
from wardline.realtime import rooms
from wardline.realtime.publish import publish, publish_each


async def for_change(session: AsyncSession, consult_id: uuid.UUID, by: CurrentUser) -> Consult:
    """The consult, locked until the transaction ends; ConsultNotFound where this user may not see it."""
    consult = await ConsultRepository(session).get_for_change(by, consult_id)
    if consult is None:
        raise ConsultNotFound
    return consult


async def enforce(session: AsyncSession, decision: Decision, consult: Consult) -> None:
    """Refuse with the reason; where somebody else was first, with who and when."""
    if isinstance(decision.refusal, AlreadyAcknowledged) and consult.acknowledged_by_id is not None:
        raise AlreadyAcknowledged(
            acknowledgedByUser=told_person(await session.get_one(User, consult.acknowledged_by_id)),
            acknowledgedAt=consult.acknowledged_at,
        )
    if isinstance(decision.refusal, AlreadyClosed) and consult.completed_by_id is not None:
        raise AlreadyClosed(
            completedByUser=told_person(await session.get_one(User, consult.completed_by_id)),
            completedAt=consult.completed_at,
            completeType=consult.complete_type,
        )
    decision.enforce()


async def save(session: AsyncSession, consult: Consult) -> None:
    """Write what was changed, as of now."""
    consult.changed_at = clock.now()
    await session.flush()


async def tell(
    session: AsyncSession, event: type[ConsultEvent], consult: Consult, by: CurrentUser | User, **extra: bool
) -> None:
    """Publish the event, at the end of the transaction, to users who may see consults of this line and organization.

    `extra`: fields that this kind of event has beyond those of every `ConsultEvent`.
    """
    told, to = _told(event, consult, by, **extra)
    await publish(session, told, to=to)


async def tell_each(
    session: AsyncSession, event: type[ConsultEvent], changed: Iterable[tuple[Consult, CurrentUser | User]]
) -> None:
    """As `tell`, of several consults in one statement."""
    await publish_each(session, [_told(event, consult, by) for consult, by in changed])


def _told(
    event: type[ConsultEvent], consult: Consult, by: CurrentUser | User, **extra: bool
) -> tuple[ConsultEvent, list[str]]:
    told = event(
        consult_id=consult.id,
        service_line_id=consult.service_line_id,
        location_id=consult.location_id,
        organization_id=consult.organization_id,
        actor_id=by.id,
        **extra,
    )
    return told, [rooms.of_line(consult.organization_id, consult.service_line_id)]


def told_person(user: User) -> dict[str, Any]:
    """Who was first, for the details of a refusal."""
    return {"id": user.id, "username": user.username, "firstName": user.first_name, "lastName": user.last_name}
