"""Checks of what all pages depend on: workers, clocks, providers, and people who can be reached."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import selectinload

from wardline.contacts.service import reachable_contacts
from wardline.core import clock
from wardline.core.jobs.queue import count_workers
from wardline.outbox.choices import DeliveryState
from wardline.outbox.contract import URGENT
from wardline.outbox.models import Delivery, DeliveryAttempt
from wardline.paging.auditor.faults import MAX_FAULTS, Fault
from wardline.paging.choices import AlarmKind, PageChannel
from wardline.paging.conditions import IS_PROVIDER_ON_CALL
from wardline.paging.models import IS_RUNNING, Escalation, Notice, PagingNode
from wardline.paging.sending import NAMES
from wardline.people.models import IS_OPEN, CheckIn, User
from wardline.places.models import LocationServiceLine, LocationUnit
from wardline.service_lines.models import ServiceLine

SILENT_AFTER: Final = URGENT.late_after[DeliveryState.SENDING]
SILENT_UNTIL: Final = timedelta(minutes=15)
"""A page that was sent longer ago says nothing about the provider now."""
SILENT_DEVICES: Final = 3
"""A device to which a push was sent may be off; a provider of texts and calls reports every outcome."""
WATCHED_WITHIN: Final = timedelta(seconds=15)
NODE_KNOWN_FOR: Final = timedelta(minutes=3)
"""A node that has not reported for longer has been shut down."""
SKEW_SECONDS: Final = 2


async def providers_silent(session: AsyncSession) -> Sequence[Fault]:
    """Channels that have reported no outcome since the last of the pages without one was sent."""
    now = clock.now()
    statement = (
        select(
            Delivery.channel,
            func.min(Delivery.id).label("first_id"),
            func.max(Delivery.wanted_at).label("last_at"),
            func.count(Notice.contact_id.distinct()).label("contacts"),
        )
        .join(Notice, Notice.delivery_id == Delivery.id)
        .join(Escalation, Escalation.id == Notice.escalation_id)
        .where(
            IS_RUNNING,
            Delivery.state == DeliveryState.SENDING.value,
            Delivery.wanted_at.between(now - SILENT_UNTIL, now - SILENT_AFTER),
        )
        .group_by(Delivery.channel)
        .order_by(Delivery.channel)
    )
    return [
        Fault(AlarmKind.PROVIDER_SILENT, row.channel)
        for row in (await session.execute(statement)).all()
        if (row.channel != NAMES[PageChannel.PUSH] or row.contacts >= SILENT_DEVICES)
        and not await session.scalar(select(_has_reported(row.channel, row.first_id, row.last_at)))
    ]


def _has_reported(channel: str, first_id: int, since: datetime) -> ColumnElement[bool]:
    """Whether the outcome of this delivery, or of a later one by the channel, was reported since then."""
    has_failed = exists().where(DeliveryAttempt.delivery_id == Delivery.id, DeliveryAttempt.ended_at >= since)
    return exists().where(
        Delivery.id >= first_id,
        Delivery.channel == channel,
        or_(Delivery.delivered_at >= since, (Delivery.state == DeliveryState.FAILED.value) & has_failed),
    )


async def worker_stopped(session: AsyncSession) -> Sequence[Fault]:
    """No worker looks for what is due, or none runs the jobs that send pages."""
    watched_since = func.clock_timestamp() - WATCHED_WITHIN
    is_watched = await session.scalar(select(exists().where(PagingNode.watched_at > watched_since)))
    if is_watched and await count_workers(session):
        return []
    return [Fault(AlarmKind.WORKER_STOPPED)]


async def clocks_wrong(session: AsyncSession) -> Sequence[Fault]:
    """Nodes whose clock differs from the database's; escalations are timed by the nodes' clocks."""
    statement = (
        select(PagingNode.name)
        .where(
            PagingNode.reported_at > func.clock_timestamp() - NODE_KNOWN_FOR,
            func.abs(PagingNode.ahead_seconds) > SKEW_SECONDS,
        )
        .order_by(PagingNode.name)
    )
    names = await session.scalars(statement.limit(MAX_FAULTS))
    return [Fault(AlarmKind.CLOCK_SKEW, f"node {name}") for name in names]


async def lines_without_anyone(session: AsyncSession) -> Sequence[Fault]:
    """Lines that are open and can be requested, while a request would page nobody on call."""
    can_be_requested = exists().where(
        LocationServiceLine.service_line_id == ServiceLine.id,
        LocationUnit.id == LocationServiceLine.location_id,
        LocationUnit.active,
    )
    has_someone = exists().where(CheckIn.service_line_id == ServiceLine.id, IS_PROVIDER_ON_CALL)
    statement = (
        select(ServiceLine)
        .where(can_be_requested, ~has_someone)
        .options(selectinload(ServiceLine.hours))
        .order_by(ServiceLine.id)
    )
    now = clock.now()
    return [
        Fault(AlarmKind.NOBODY_ON_CALL, f"line {line.name} ({line.id})")
        for line in await session.scalars(statement)
        if line.timetable.is_open(now)
    ][:MAX_FAULTS]


async def people_without_contact(session: AsyncSession) -> Sequence[Fault]:
    """People on call who can be paged on a screen only."""
    statement = select(User.id).where(User.active, exists().where(CheckIn.user_id == User.id, IS_OPEN))
    contacts = await reachable_contacts(session, list(await session.scalars(statement)))
    unreachable = sorted(user_id for user_id, reachable in contacts.items() if not reachable)
    return [Fault(AlarmKind.NO_CONTACT, f"user {user_id}", user_id=user_id) for user_id in unreachable[:MAX_FAULTS]]
