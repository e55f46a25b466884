"""Every query about guests."""

import uuid
from collections.abc import Sequence
from typing import Final

from sqlalchemy import ColumnElement, exists, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.consults.models import Consult
from wardline.core import clock
from wardline.places.repository import PlacesRepository
from wardline.video.choices import GuestState
from wardline.video.models import Attendee, Guest, Meeting
from wardline.video.repository import is_knocking
from wardline.video.time_limits import RETURN_WINDOW

OVER: Final = (GuestState.REFUSED.value, GuestState.ENDED.value)
"""States that nothing follows."""
_IS_OVER: Final = Guest.state.in_(OVER)


class GuestRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def by_link(self, digest: bytes) -> Guest | None:
        return await self._find(Guest.link_digest == digest)

    async def by_device(self, digest: bytes) -> Guest | None:
        return await self._find(Guest.device_digest == digest)

    async def current(self, guest_id: uuid.UUID) -> Guest:
        """The guest as they are now; the caller has locked their meeting."""
        return await self.session.get_one(Guest, guest_id, populate_existing=True)

    async def host_of(self, guest: Guest) -> str:
        """The name of the organization whose consult the guest's call is about."""
        of_call = select(Consult.organization_id).join(Meeting, Meeting.consult_id == Consult.id)
        organization_id = (await self.session.scalars(of_call.where(Meeting.id == guest.meeting_id))).one()
        (organization,) = await PlacesRepository(self.session).organizations([organization_id])
        return organization.name

    async def of_meeting(self, meeting_id: uuid.UUID, guest_id: uuid.UUID) -> Guest | None:
        """The guest as they are now, if they were invited to this meeting, which is locked."""
        return await self._find(Guest.id == guest_id, Guest.meeting_id == meeting_id)

    async def all_of(self, meeting_id: uuid.UUID) -> Sequence[Guest]:
        """Whoever was invited first is first."""
        statement = select(Guest).where(Guest.meeting_id == meeting_id).order_by(Guest.invited_at, Guest.id)
        return (await self.session.scalars(statement)).all()

    async def count_open(self, meeting_id: uuid.UUID) -> int:
        """How many have a link that may still be opened, or may come in."""
        is_open = (Guest.opens_until > clock.now()) | Guest.opened_at.is_not(None)
        statement = select(func.count()).where(Guest.meeting_id == meeting_id, ~_IS_OVER, is_open)
        return (await self.session.scalars(statement)).one()

    async def knocking(self, meeting_id: uuid.UUID) -> Sequence[Guest]:
        """Whoever has opened their link first is first."""
        statement = select(Guest).where(Guest.meeting_id == meeting_id, is_knocking())
        return (await self.session.scalars(statement.order_by(Guest.opened_at, Guest.id))).all()

    async def keep_knocking(self, guest_id: uuid.UUID) -> None:
        waits = Guest.id == guest_id, Guest.state == GuestState.WAITING.value
        await self.session.execute(update(Guest).where(*waits).values(seen_at=clock.now()))

    async def open_ones(self, meeting_id: uuid.UUID) -> Sequence[Guest]:
        """Those of the locked meeting for whom it is not over yet."""
        statement = select(Guest).where(Guest.meeting_id == meeting_id, ~_IS_OVER)
        return (await self.session.scalars(statement, execution_options={"populate_existing": True})).all()

    async def come_back(self, guest_id: uuid.UUID) -> bool:
        """Whether they were taken for gone until now. Of several windows at once only one is told so."""
        were_gone = update(Guest).where(Guest.id == guest_id, Guest.joined_at.is_(None)).values(joined_at=clock.now())
        return (await self.session.scalars(were_gone.returning(Guest.id))).one_or_none() is not None

    async def silent(self, meeting_id: uuid.UUID | None = None) -> Sequence[Guest]:
        """Those who have joined and not left, and of whom no window was seen in the time in which one may return."""
        seen = Attendee.seen_at > clock.now() - RETURN_WINDOW
        where = [Guest.joined_at.is_not(None), ~exists().where(Attendee.guest_id == Guest.id, seen)]
        if meeting_id is not None:
            where.append(Guest.meeting_id == meeting_id)
        return (await self.session.scalars(select(Guest).where(*where).order_by(Guest.invited_at, Guest.id))).all()

    async def _find(self, *where: ColumnElement[bool]) -> Guest | None:
        statement = select(Guest).where(*where)
        return (await self.session.scalars(statement, execution_options={"populate_existing": True})).one_or_none()
