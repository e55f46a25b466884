"""The steps that every change of a consult takes; see "How a change is made" in docs/architecture.md.

    consult = await lock_consult(session, consult_id, by)
    policies.can_acknowledge(by, consult).enforce()
    consult.acknowledged_at = clock.now()
    await record_change(session, consult, ConsultStateUpdated, by=by, entry=TaskType.CONSULT_ACKNOWLEDGEMENT)

Of two users who change a consult at the same time, the second waits for the row, and the policy then sees what the
first one did.
"""

import uuid
from collections.abc import Callable, Iterable
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.errors import ConsultNotFound
from wardline.consults.events import ConsultEvent
from wardline.consults.models import Consult
from wardline.consults.repository import ConsultRepository
from wardline.consults.timeline import service as timeline
from wardline.consults.timeline.choices import TaskType
from wardline.core import clock
from wardline.people.models import User
from wardline.realtime import rooms
from wardline.realtime.publish import publish, publish_many

AnyEvent = Callable[..., ConsultEvent]
"""An event's type; or a partial of it, with the fields that it has in addition to those of every `ConsultEvent`."""


async def lock_consult(session: AsyncSession, consult_id: uuid.UUID, by: CurrentUser) -> Consult:
    """The consult with everything that policies read, locked until the transaction ends.

    Raises:
        ConsultNotFound: the consult does not exist, or the user may not view it.
    """
    consult = await ConsultRepository(session).get_locked(by, consult_id)
    if consult is None:
        raise ConsultNotFound
    return consult


async def record_change(
    session: AsyncSession,
    consult: Consult,
    event: AnyEvent,
    *,
    by: CurrentUser,
    entry: TaskType | None = None,
    details: dict[str, Any] | None = None,
) -> None:
    """Save the consult, add an entry to its timeline if there is one, and publish the event."""
    if entry is not None:
        timeline.record(session, consult.id, entry, by=by, details=details)
    consult.changed_at = clock.now()
    await session.flush()
    publish_change(session, event, consult, by)


def room_of(consult: Consult) -> str:
    """The room of everyone who may view the consult."""
    return rooms.of_line(consult.organization_id, consult.service_line_id)


def publish_change(session: AsyncSession, event: AnyEvent, consult: Consult, by: CurrentUser | User) -> None:
    """Publish the event, when the transaction commits, to all who may view consults of this line and organization."""
    publish(session, _event_of(event, consult, by), to=[room_of(consult)])


def publish_changes(
    session: AsyncSession, event: AnyEvent, changed: Iterable[tuple[Consult, CurrentUser | User]]
) -> None:
    """Like `publish_change`, for several consults in one statement."""
    publish_many(session, [(_event_of(event, consult, by), [room_of(consult)]) for consult, by in changed])


def _event_of(event: AnyEvent, consult: Consult, by: CurrentUser | User) -> ConsultEvent:
    return event(
        consult_id=consult.id,
        service_line_id=consult.service_line_id,
        location_id=consult.location_id,
        organization_id=consult.organization_id,
        actor_id=by.id,
    )
