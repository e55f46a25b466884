"""Every query about notices and what they say."""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Integer, all_, and_, any_, bindparam, case, exists, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute, aliased, joinedload

from wardline.access.permissions import LIST_CONSULT, LIST_TRANSFER, Permission
from wardline.consults.models import Consult
from wardline.contacts.service import reachable_contacts
from wardline.core.db.checks import one_of
from wardline.core.db.database import id_array
from wardline.core.db.statements import Moment, compile_statement, fetch_all
from wardline.outbox.choices import DeliveryState
from wardline.outbox.models import Delivery
from wardline.outbox.repository import DeliveryProgress, OutboxRepository
from wardline.paging.choices import EndReason, PageChannel
from wardline.paging.conditions import IS_WAITED_FOR
from wardline.paging.models import IN_TURNS, IS_RUNNING, Escalation, Notice, PagedPerson
from wardline.paging.moves import CRITICAL
from wardline.people.models import RolePermission, User, UserRole
from wardline.places.models import LocationUnit
from wardline.service_lines.models import ServiceLine


def _receiver_may(permission: Permission) -> ColumnElement[bool]:
    return exists().where(
        UserRole.user_id == Notice.user_id,
        RolePermission.role_id == UserRole.role_id,
        RolePermission.action == permission.action,
        RolePermission.subject == permission.subject,
    )


_CONSULT_OF_DELIVERY: Final = compile_statement(
    select(
        Consult.id,
        Consult.organization_id,
        Consult.service_line_id,
        Escalation.id.label("escalation_id"),
        Escalation.ended_at.is_not(None).label("has_ended"),
    )
    .join(Escalation, Escalation.consult_id == Consult.id)
    .join(Notice, Notice.escalation_id == Escalation.id)
    .where(Notice.delivery_id == bindparam("delivery_id", type_=Integer))
)


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

    async def turns(self, contact_ids: Collection[int], *, since: datetime) -> Sequence[Any]:
        """When each of these contacts was or is to be sent texts and calls that are not critical, from then on.

        In this order, without what was withdrawn; each with the id of its delivery, if it has one.
        """
        statement = (
            select(Notice.id, Notice.contact_id, Notice.escalation_id, Notice.due_at, Notice.delivery_id)
            .join(Escalation, Escalation.id == Notice.escalation_id)
            .where(
                Notice.contact_id == any_(id_array(contact_ids)),
                text(one_of("notices.channel", IN_TURNS)),  # Exactly as in the index.
                Notice.withdrawn_at.is_(None),
                Notice.due_at > since,
                Escalation.priority != CRITICAL,
            )
            .order_by(Notice.due_at, Notice.id)
        )
        return (await self.session.execute(statement)).all()

    async def backup_calls(self, phone_numbers: Collection[str], *, since: datetime) -> Sequence[Any]:
        """When each of these backup numbers was or is to be called, from then on, without what was withdrawn."""
        is_critical = Escalation.priority == CRITICAL
        statement = (
            select(
                Notice.id,
                Notice.phone_number,
                Notice.escalation_id,
                Notice.due_at,
                Notice.delivery_id,
                is_critical.label("is_critical"),
            )
            .join(Escalation, Escalation.id == Notice.escalation_id)
            .where(
                Notice.contact_id.is_(None),
                Notice.user_id.is_(None),
                text(one_of("notices.channel", IN_TURNS)),  # Exactly as in the index.
                Notice.withdrawn_at.is_(None),
                Notice.due_at > since,
                Notice.phone_number.in_(phone_numbers),
            )
            .order_by(Notice.due_at, Notice.id)
        )
        return (await self.session.execute(statement)).all()

    async def move_waiting(self, due_at: Mapping[int, datetime]) -> None:
        """Change when these are to be sent, by id, unless they have been sent meanwhile."""
        if not due_at:
            return
        statement = update(Notice).where(
            Notice.id == any_(id_array(due_at)), Notice.delivery_id.is_(None), Notice.withdrawn_at.is_(None)
        )
        await self.session.execute(statement.values(due_at=case(due_at, value=Notice.id)))

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

    async def withdraw_waiting(self, notice_ids: Collection[int], now: datetime) -> Collection[int]:
        """Withdraw those of these that have not been sent; returns their ids."""
        if not notice_ids:
            return ()
        statement = update(Notice).where(
            Notice.id == any_(id_array(notice_ids)), Notice.delivery_id.is_(None), Notice.withdrawn_at.is_(None)
        )
        return set(await self.session.scalars(statement.values(withdrawn_at=now).returning(Notice.id)))

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

    async def contents(self, delivery_ids: Collection[int]) -> Sequence[Any]:
        """What the notices of these deliveries say, without those that nobody has to answer anymore."""
        return await self._contents(Notice.delivery_id, delivery_ids, IS_RUNNING)

    async def taken_contents(self, delivery_ids: Collection[int]) -> Sequence[Any]:
        """What these pushes say, each of which replaces a notice's."""
        return await self._contents(Notice.taken_delivery_id, delivery_ids)

    async def _contents(
        self, column: InstrumentedAttribute[int | None], delivery_ids: Collection[int], *conditions: ColumnElement[bool]
    ) -> Sequence[Any]:
        acknowledged = Escalation.end_reason == EndReason.ACKNOWLEDGED.value
        statement = (
            select(
                column.label("delivery_id"),
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
                _receiver_may(LIST_CONSULT).label("lists_consults"),
                _receiver_may(LIST_TRANSFER).label("lists_transfers"),
            )
            .join(Notice, Notice.escalation_id == Escalation.id)
            .join(Consult, Consult.id == Escalation.consult_id)
            .join(ServiceLine, ServiceLine.id == Escalation.service_line_id)
            .join(LocationUnit, LocationUnit.id == Consult.location_id)
            .outerjoin(User, User.id == Escalation.ended_by_id)
            .where(column == any_(id_array(delivery_ids)), *conditions)
        )
        return (await self.session.execute(statement)).all()

    async def count_waiting(self, user_ids: Collection[int]) -> Mapping[int, int]:
        """How much waits for each of these users, who are left out if nothing does."""
        statement = (
            select(PagedPerson.user_id, func.count())
            .join(Escalation, Escalation.id == PagedPerson.escalation_id)
            .where(IS_WAITED_FOR, PagedPerson.user_id == any_(id_array(user_ids)))
            .group_by(PagedPerson.user_id)
        )
        return {row[0]: row[1] for row in await self.session.execute(statement)}

    async def consults_for_policies(self, consult_ids: Collection[uuid.UUID]) -> Mapping[uuid.UUID, Consult]:
        """With whoever has acknowledged or closed each of them."""
        people = (joinedload(Consult.acknowledged_by), joinedload(Consult.completed_by))
        statement = select(Consult).where(Consult.id.in_(consult_ids)).options(*people)
        return {consult.id: consult for consult in await self.session.scalars(statement)}

    async def consult_of_delivery(self, delivery_id: int) -> Any | None:
        """The consult that its notice is about, as a row that can be published, and the state of its escalation."""
        return next(iter(await fetch_all(self.session, _CONSULT_OF_DELIVERY, {"delivery_id": delivery_id})), None)

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

    async def mark_heard_by_backup(self, delivery_id: int, at: datetime) -> datetime | None:
        """Whoever answers the backup number confirmed by a key press that they were told.

        Returns when it was to be called.
        """
        heard_at = func.coalesce(Notice.heard_at, at)
        statement = update(Notice).where(Notice.delivery_id == delivery_id).values(heard_at=heard_at)
        return await self.session.scalar(statement.returning(Notice.queued_at))

    async def backup_called_at(self, escalation_id: int) -> datetime | None:
        """When the backup number was last to be called about it."""
        statement = select(func.max(Notice.queued_at)).where(
            Notice.escalation_id == escalation_id, Notice.user_id.is_(None)
        )
        return await self.session.scalar(statement)
