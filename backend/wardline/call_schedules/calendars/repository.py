"""Every query about calendars."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.call_schedules.models import CalendarLink, CallSchedule, ImportedCalendar

READ_STEP: Final = timedelta(minutes=10)
"""How exactly the time of the last reading is stored, so that not every reading writes."""


class CalendarLinkRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def put(self, user_id: int, schedule_id: int | None, digest: bytes, now: datetime) -> int:
        """A link in place of the user's earlier one for the same shifts; returns its id."""
        values = {"digest": digest, "created_at": now, "last_read_at": None}
        statement = (
            insert(CalendarLink)
            .values(user_id=user_id, schedule_id=schedule_id, **values)
            .on_conflict_do_update(constraint="uq_calendar_links_user_id_schedule_id", set_=values)
        )
        return int((await self.session.execute(statement.returning(CalendarLink.id))).scalar_one())

    async def of_user(self, user_id: int) -> Sequence[Any]:
        """Rows of the user's links with the names of their schedules, own shifts first."""
        statement = (
            select(
                CalendarLink.id,
                CalendarLink.schedule_id,
                CallSchedule.name.label("schedule_name"),
                CalendarLink.created_at,
                CalendarLink.last_read_at,
            )
            .outerjoin(CallSchedule, CallSchedule.id == CalendarLink.schedule_id)
            .where(CalendarLink.user_id == user_id)
            .order_by(CalendarLink.schedule_id.is_not(None), CallSchedule.name, CalendarLink.id)
        )
        return (await self.session.execute(statement)).all()

    async def find(self, digest: bytes) -> CalendarLink | None:
        return await self.session.scalar(select(CalendarLink).where(CalendarLink.digest == digest))

    async def mark_read(self, link_id: int, now: datetime) -> None:
        is_older = or_(CalendarLink.last_read_at.is_(None), CalendarLink.last_read_at < now - READ_STEP)
        await self.session.execute(
            update(CalendarLink).where(CalendarLink.id == link_id, is_older).values(last_read_at=now)
        )

    async def remove(self, user_id: int, link_id: int) -> bool:
        """Whether the user had it."""
        statement = delete(CalendarLink).where(CalendarLink.id == link_id, CalendarLink.user_id == user_id)
        return (await self.session.execute(statement.returning(CalendarLink.id))).first() is not None


class ImportedCalendarRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def of_schedule(self, schedule_id: int) -> Sequence[ImportedCalendar]:
        """Without their copies, from the highest layer down."""
        statement = select(ImportedCalendar).where(ImportedCalendar.schedule_id == schedule_id)
        order = (ImportedCalendar.layer.desc(), func.lower(ImportedCalendar.name))
        return (await self.session.scalars(statement.order_by(*order))).all()

    async def named(self, schedule_id: int, name: str) -> ImportedCalendar | None:
        """The schedule's calendar with this name, in any case."""
        return await self.session.scalar(
            select(ImportedCalendar).where(
                ImportedCalendar.schedule_id == schedule_id,
                func.lower(ImportedCalendar.name) == func.lower(name),
            )
        )

    async def get(self, calendar_id: int) -> ImportedCalendar | None:
        """As it is now, without its copy."""
        statement = select(ImportedCalendar).where(ImportedCalendar.id == calendar_id)
        return await self.session.scalar(statement, execution_options={"populate_existing": True})

    async def content(self, calendar_id: int) -> str:
        """The last good copy of a calendar that exists."""
        statement = select(ImportedCalendar.content).where(ImportedCalendar.id == calendar_id)
        return (await self.session.scalars(statement)).one()

    async def due(self, until: datetime) -> Sequence[int]:
        """The ids of those that are fetched from an address, and of those that are not read as far as this."""
        statement = (
            select(ImportedCalendar.id)
            .join(CallSchedule, CallSchedule.id == ImportedCalendar.schedule_id)
            .where(
                CallSchedule.removed_at.is_(None),
                or_(ImportedCalendar.address.is_not(None), ImportedCalendar.read_until < until),
            )
        )
        return (await self.session.scalars(statement.order_by(ImportedCalendar.id))).all()

    async def remove(self, schedule_id: int, calendar_id: int) -> bool:
        """Whether the schedule had it."""
        statement = delete(ImportedCalendar).where(
            ImportedCalendar.id == calendar_id, ImportedCalendar.schedule_id == schedule_id
        )
        return (await self.session.execute(statement.returning(ImportedCalendar.id))).first() is not None
