"""Every query about notices and what they say."""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, all_, and_, any_, case, exists, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from wardline.access.permissions import LIST_TRANSFER
from wardline.consults.models import Consult
from wardline.contacts.service import reachable_contacts
from wardline.core.db.database import id_array
from wardline.outbox.choices import DeliveryState
from wardline.outbox.models import Delivery
from wardline.outbox.repository import DeliveryProgress, OutboxRepository
from wardline.paging.choices import EndReason, PageChannel
from wardline.paging.models import IS_RUNNING, Escalation, Notice, PagedPerson
from wardline.paging.paths import path_of
from wardline.paging.repository import Moment
from wardline.people.models import RolePermission, User, UserRole
from wardline.places.models import LocationUnit
from wardline.service_lines.models import ServiceLine
from wardline.webpush.schemas import PushSubscription

_other = aliased(Escalation)
_WAITING: Final = (
    select(func.count())
    .select_from(PagedPerson)
    .join(_other, _other.id == PagedPerson.escalation_id)
    .where(
        _other.ended_at.is_(None),
        PagedPerson.user_id == Notice.user_id,
        PagedPerson.not_paged.is_(None),
        PagedPerson.declined_at.is_(None),
    )
    .correlate(Notice)
    .scalar_subquery()
)
_LISTS_TRANSFERS: Final = exists().where(
    UserRole.user_id == Notice.user_id,
    RolePermission.role_id == UserRole.role_id,
    RolePermission.action == LIST_TRANSFER.action,
    RolePermission.subject == LIST_TRANSFER.subject,
)


@dataclass(frozen=True, slots=True)
class PageContent:
    """What a notice says, to whom: never anything about the patient. `user_id` is None for the backup number."""

    escalation_id: int
    kind: str
    consult_id: uuid.UUID
    line: str
    location: str
    priority: str
    user_id: int | None
    contact_id: int | None
    address: str | None
    """None if the contact is gone."""
    subscription: PushSubscription | None
    taken_by: str | None
    """The name of whoever acknowledged it, if someone did."""
    waiting: int
    """How much waits for the user."""
    lists_transfers: bool
    """Whether the user has the list of transfers."""

    @property
    def path(self) -> str:
        """Of the page of the application that shows it."""
        return path_of(self.kind, self.consult_id, lists_transfers=self.lists_transfers)


def is_to_be_sent(now: Moment, notice: type[Notice] = Notice) -> tuple[ColumnElement[bool], ...]:
    """Conditions of a notice for a channel outside the application whose time has come, and that was not sent yet."""
    return (
        notice.delivery_id.is_(None),
        notice.withdrawn_at.is_(None),
        notice.channel != PageChannel.SCREEN.value,
        notice.due_at <= now,
    )


def _is_same(one: type[Notice], other: type[Notice]) -> ColumnElement[bool]:
    """Whether both are about one escalation, to one contact of a person."""
    return and_(one.escalation_id == other.escalation_id, one.contact_id == other.contact_id)


class NoticeRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def add(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """A notice that exists is not added again."""
        if rows:
            # Without nulls, rows with a contact and rows without one would be different statements.
            together = {"render_nulls": True}
            await self.session.execute(insert(Notice).on_conflict_do_nothing(), list(rows), execution_options=together)

    async def withdraw(
        self, escalation_ids: Collection[int], now: datetime, *, user_id: int | None = None
    ) -> list[int]:
        """Withdraw what these have not sent, to this user or to anyone; returns the deliveries that were ordered."""
        of_these = Notice.escalation_id == any_(id_array(escalation_ids))
        if user_id is not None:
            of_these &= Notice.user_id == user_id
        await self.session.execute(
            update(Notice)
            .where(
                of_these,
                Notice.delivery_id.is_(None),
                Notice.withdrawn_at.is_(None),
                Notice.channel != PageChannel.SCREEN.value,
            )
            .values(withdrawn_at=now)
        )
        statement = select(Notice.delivery_id).where(of_these, Notice.delivery_id.is_not(None))
        return [delivery_id for delivery_id in await self.session.scalars(statement) if delivery_id is not None]

    async def due(
        self, now: datetime, limit: int, *, only: Collection[int] | None = None, without: Collection[int] = ()
    ) -> Sequence[Notice]:
        """Notices for channels outside the application that are now to be sent, locked: of `only` these, if given.

        Of several to one contact about one escalation, which are due together after a standstill, the last.
        """
        later = aliased(Notice)
        statement = (
            select(Notice)
            .where(
                *is_to_be_sent(now),
                ~exists().where(*is_to_be_sent(now, later), _is_same(later, Notice), later.id > Notice.id),
                *((Notice.id == any_(id_array(only)),) if only is not None else ()),
                *((Notice.id != all_(id_array(without)),) if without else ()),
            )
            .order_by(Notice.due_at, Notice.id)
            .limit(limit)
            .with_for_update(skip_locked=True, key_share=True)
        )
        return (await self.session.scalars(statement)).all()

    async def withdraw_earlier(self, notices: Iterable[Notice], now: datetime) -> None:
        """Withdraw what is due to the same contacts about the same escalations as these, and was stored before them."""
        sent = aliased(Notice)
        earlier = select(Notice.id).join(sent, _is_same(sent, Notice) & (sent.id > Notice.id))
        chosen = earlier.where(*is_to_be_sent(now), sent.id == any_(id_array(notice.id for notice in notices)))
        await self.session.execute(
            update(Notice)
            # Again, because another worker may have sent one since the statement began.
            .where(Notice.id.in_(chosen), Notice.delivery_id.is_(None), Notice.withdrawn_at.is_(None))
            .values(withdrawn_at=now)
            .execution_options(synchronize_session=False)
        )

    async def push_endpoints(self, notices: Iterable[Notice]) -> Mapping[int, str]:
        """The address of each device that these notices are for, by contact."""
        user_ids = {each.user_id for each in notices if each.channel == PageChannel.PUSH and each.user_id is not None}
        contacts = await reachable_contacts(self.session, user_ids) if user_ids else {}
        return {contact.id: contact.address for each in contacts.values() for contact in each if contact.subscription}

    async def shown_on_devices(self, escalation_ids: Collection[int]) -> Sequence[Notice]:
        """The last push of each device about these that was sent and has not been replaced, locked."""
        last = (
            select(func.max(Notice.id))
            .join(Delivery, Delivery.id == Notice.delivery_id)
            .where(
                Notice.escalation_id == any_(id_array(escalation_ids)),
                Notice.channel == PageChannel.PUSH.value,
                Delivery.state.in_([DeliveryState.SENDING.value, DeliveryState.DELIVERED.value]),
            )
            .group_by(Notice.escalation_id, Notice.contact_id)
        )
        statement = select(Notice).where(Notice.id.in_(last), Notice.taken_delivery_id.is_(None)).order_by(Notice.id)
        return (await self.session.scalars(statement.with_for_update(key_share=True))).all()

    async def ended(self, delivery_id: int) -> int | None:
        """The escalation of the delivery's notice, if it has ended."""
        statement = (
            select(Escalation.id)
            .join(Notice, Notice.escalation_id == Escalation.id)
            .where(Notice.delivery_id == delivery_id, Escalation.ended_at.is_not(None))
        )
        return await self.session.scalar(statement)

    async def is_acknowledged_by_receiver(self, delivery_id: int) -> bool | None:
        """Whether whoever acknowledged what the delivery's notice is about is its receiver; None if nobody did."""
        statement = (
            select(Escalation.ended_by_id.is_not_distinct_from(Notice.user_id))
            .join(Notice, Notice.escalation_id == Escalation.id)
            .where(Notice.delivery_id == delivery_id, Escalation.end_reason == EndReason.ACKNOWLEDGED.value)
        )
        return await self.session.scalar(statement)

    async def of_escalations(self, escalation_ids: Collection[int]) -> Sequence[tuple[Notice, DeliveryProgress | None]]:
        """The notices of these escalations in the order in which they were stored, with what became of them."""
        statement = select(Notice).where(Notice.escalation_id == any_(id_array(escalation_ids))).order_by(Notice.id)
        notices = (await self.session.scalars(statement)).all()
        ordered = [notice.delivery_id for notice in notices if notice.delivery_id is not None]
        progress = await OutboxRepository(self.session).progress(ordered)
        return [(notice, progress.get(notice.delivery_id or 0)) for notice in notices]

    async def content(self, delivery_id: int) -> PageContent | None:
        """What the delivery's notice says; None if nobody waits for an answer anymore."""
        return await self._content(Notice.delivery_id == delivery_id, IS_RUNNING)

    async def taken_content(self, delivery_id: int) -> PageContent | None:
        """What the push says that replaces a notice's."""
        return await self._content(Notice.taken_delivery_id == delivery_id)

    async def _content(self, *conditions: ColumnElement[bool]) -> PageContent | None:
        acknowledged = Escalation.end_reason == EndReason.ACKNOWLEDGED.value
        statement = (
            select(
                Escalation.id,
                Escalation.kind,
                Escalation.consult_id,
                ServiceLine.name.label("line"),
                LocationUnit.display_name.label("location"),
                Escalation.priority,
                Notice.user_id,
                Notice.contact_id,
                Notice.phone_number,
                case((acknowledged, User.first_name + " " + User.last_name)).label("taken_by"),
                _WAITING.label("waiting"),
                _LISTS_TRANSFERS.label("lists_transfers"),
            )
            .join(Notice, Notice.escalation_id == Escalation.id)
            .join(Consult, Consult.id == Escalation.consult_id)
            .join(ServiceLine, ServiceLine.id == Escalation.service_line_id)
            .join(LocationUnit, LocationUnit.id == Consult.location_id)
            .outerjoin(User, User.id == Escalation.ended_by_id)
            .where(*conditions)
        )
        row = (await self.session.execute(statement)).one_or_none()
        if row is None:
            return None
        address, subscription = row.phone_number, None
        if row.user_id is not None:
            contacts = (await reachable_contacts(self.session, [row.user_id]))[row.user_id]
            contact = next((each for each in contacts if each.id == row.contact_id), None)
            if contact is not None:
                address, subscription = contact.address, contact.subscription
        return PageContent(
            escalation_id=row.id,
            kind=row.kind,
            consult_id=row.consult_id,
            line=row.line,
            location=row.location,
            priority=row.priority,
            user_id=row.user_id,
            contact_id=row.contact_id,
            address=address,
            subscription=subscription,
            taken_by=row.taken_by,
            waiting=row.waiting,
            lists_transfers=row.lists_transfers,
        )

    async def consult_of_delivery(self, delivery_id: int) -> Consult | None:
        statement = (
            select(Consult)
            .join(Escalation, Escalation.consult_id == Consult.id)
            .join(Notice, Notice.escalation_id == Escalation.id)
            .where(Notice.delivery_id == delivery_id)
        )
        return (await self.session.scalars(statement)).one_or_none()

    async def mark_clicked(self, delivery_id: int, at: datetime) -> None:
        """The person opened the notice on a device."""
        notice = select(Notice.escalation_id, Notice.user_id).where(Notice.delivery_id == delivery_id).subquery()
        await self.session.execute(
            update(PagedPerson)
            .where(PagedPerson.escalation_id == notice.c.escalation_id, PagedPerson.user_id == notice.c.user_id)
            .values(seen_at=func.coalesce(PagedPerson.seen_at, at))
        )

    async def mark_heard(self, escalation_id: int, user_id: int, at: datetime) -> None:
        """The person confirmed by a key press that they were told, so their own screens are muted, too."""
        await self.session.execute(
            update(PagedPerson)
            .where(
                PagedPerson.escalation_id == escalation_id,
                PagedPerson.user_id == user_id,
                # Pressed once more, it does not mute what they have let ring again.
                PagedPerson.heard_at.is_(None),
            )
            .values(heard_at=at, muted_at=func.coalesce(PagedPerson.muted_at, at))
        )
