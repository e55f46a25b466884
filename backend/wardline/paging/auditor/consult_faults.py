"""Checks of what is open: whether someone will be paged, was paged in time, and was reached."""

import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import Select, case, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.consults.choices import StateFilter
from wardline.consults.models import Consult
from wardline.core import clock
from wardline.core.retries import PAGE_MOVE
from wardline.outbox.choices import DeliveryState
from wardline.outbox.contract import URGENT
from wardline.outbox.models import Delivery
from wardline.paging.auditor.faults import MAX_FAULTS, Fault
from wardline.paging.choices import CONFIRMING, AlarmKind, EscalationKind, PageTarget
from wardline.paging.models import IS_RUNNING, Escalation, Notice, PagedPerson
from wardline.paging.moves import CRITICAL
from wardline.paging.moving import has_made_all, policy_of
from wardline.paging.notice_repository import is_to_be_sent
from wardline.service_lines.models import ServiceLine
from wardline.transfers.choices import TransferState
from wardline.transfers.models import Transfer

MOVE_LATE_AFTER: Final = timedelta(seconds=5)
NOT_SENT_AFTER: Final = URGENT.late_after[DeliveryState.WAITING]
CRITICAL_UNREACHED_AFTER: Final = timedelta(minutes=1)
"""How long after the first page a receipt of some channel is expected."""
UNREACHED_AFTER: Final = timedelta(minutes=5)
"""The same for other priorities."""

_ANSWERED: Final = (EscalationKind.REQUEST.value, EscalationKind.TRANSFER.value)
"""Whoever started one of these waits for an acknowledgment, which ends it."""


async def plans_missing(session: AsyncSession) -> Sequence[Fault]:
    """Requests and transfers that wait for an answer without an escalation, and escalations without their next move."""
    requests = (
        select(Consult.id)
        # By line, as the indexes of consults are.
        .join(ServiceLine, ServiceLine.id == Consult.service_line_id)
        .where(
            Consult.bucket == StateFilter.PENDING.value,
            Consult.acknowledged_at.is_(None),
            _has_no_escalation(Consult.id, EscalationKind.REQUEST),
        )
        .order_by(Consult.created_at)
    )
    transfers = (
        select(Transfer.consult_id)
        .where(
            Transfer.state == TransferState.REQUESTED.value,
            Transfer.closed_at.is_(None),
            _has_no_escalation(Transfer.consult_id, EscalationKind.TRANSFER),
        )
        .order_by(Transfer.created_at)
    )
    faults = [
        Fault(AlarmKind.PLAN_MISSING, f"{kind.value} of consult {consult_id}", consult_id)
        for kind, statement in ((EscalationKind.REQUEST, requests), (EscalationKind.TRANSFER, transfers))
        for consult_id in await session.scalars(statement.limit(MAX_FAULTS))
    ]
    # One that has a next move and no policy of a hospital follows a plan of ours.
    doubtful = select(Escalation).where(IS_RUNNING, Escalation.next_at.is_(None) | Escalation.policy.is_not(None))
    faults += [
        _of_escalation(AlarmKind.PLAN_MISSING, escalation.id, escalation.consult_id)
        for escalation in await session.scalars(doubtful.order_by(Escalation.id))
        if not _can_go_on(escalation)
    ]
    return faults[:MAX_FAULTS]


async def moves_late(session: AsyncSession) -> Sequence[Fault]:
    """Escalations whose next move is overdue, or raises errors."""
    now = clock.now()
    is_late = Escalation.next_at < now - MOVE_LATE_AFTER
    is_tried_again = Escalation.retry_at > now - timedelta(seconds=PAGE_MOVE.longest)
    statement = (
        select(Escalation.id, Escalation.consult_id, Escalation.failures)
        .where(IS_RUNNING, is_late | ((Escalation.failures > 0) & is_tried_again))
        .order_by(Escalation.next_at, Escalation.id)
    )
    return [
        _of_escalation(AlarmKind.MOVE_FAILING if row.failures else AlarmKind.MOVE_OVERDUE, row.id, row.consult_id)
        for row in await session.execute(statement.limit(MAX_FAULTS))
    ]


async def notices_lost(session: AsyncSession) -> Sequence[Fault]:
    """Escalations that paged someone without any notice, or with one that is not sent although its time has come."""
    late = clock.now() - NOT_SENT_AFTER
    of_escalation = Notice.escalation_id == Escalation.id
    has_no_notice = exists().where(
        PagedPerson.escalation_id == Escalation.id,
        PagedPerson.not_paged.is_(None),
        ~exists().where(of_escalation, Notice.user_id == PagedPerson.user_id),
    )
    is_not_ordered = exists().where(of_escalation, *is_to_be_sent(late))
    is_not_accepted = exists().where(
        of_escalation,
        Delivery.id == Notice.delivery_id,
        Delivery.state == DeliveryState.WAITING.value,
        Delivery.wanted_at < late,
    )
    return await _of_escalations(
        session,
        AlarmKind.NOTICE_LOST,
        select(Escalation.id, Escalation.consult_id).where(
            IS_RUNNING, or_(has_no_notice, is_not_ordered, is_not_accepted)
        ),
    )


async def nobody_reached(session: AsyncSession) -> Sequence[Fault]:
    """Requests whose pages have reached nobody, as `EscalationRead.is_anyone_reached` says."""
    now = clock.now()
    before = case(
        (Escalation.priority == CRITICAL, now - CRITICAL_UNREACHED_AFTER),
        else_=now - UNREACHED_AFTER,
    )
    of_escalation = Notice.escalation_id == Escalation.id
    waits_for_person = (
        PagedPerson.escalation_id == Escalation.id,
        PagedPerson.declined_at.is_(None),
        PagedPerson.gone_at.is_(None),
    )
    is_on_call = PagedPerson.target != PageTarget.COORDINATORS.value
    has_reacted = exists().where(
        *waits_for_person,
        or_(
            is_on_call & PagedPerson.shown_at.is_not(None),
            PagedPerson.seen_at.is_not(None),
            PagedPerson.heard_at.is_not(None),
        ),
    )
    has_received = exists().where(
        of_escalation,
        *waits_for_person,
        is_on_call,
        Notice.user_id == PagedPerson.user_id,
        Notice.channel.in_([channel.value for channel in CONFIRMING]),
        Delivery.id == Notice.delivery_id,
        Delivery.state == DeliveryState.DELIVERED.value,
    )
    has_someone_left = (
        exists()
        .where(
            PagedPerson.escalation_id == Escalation.id,
            func.greatest(PagedPerson.declined_at, PagedPerson.gone_at) > Notice.heard_at,
        )
        .correlate(Escalation, Notice)
    )
    was_paged = exists().where(of_escalation, Notice.queued_at < before)
    has_nobody_left = Escalation.next_at.is_(None) & (Escalation.started_at < before)
    return await _of_escalations(
        session,
        AlarmKind.NOBODY_REACHED,
        select(Escalation.id, Escalation.consult_id).where(
            IS_RUNNING,
            Escalation.kind == EscalationKind.REQUEST.value,
            was_paged | has_nobody_left,
            ~has_reacted,
            ~has_received,
            ~exists().where(of_escalation, Notice.heard_at.is_not(None), ~has_someone_left),
        ),
    )


async def nobody_answered(session: AsyncSession) -> Sequence[Fault]:
    """Requests and transfers that wait although everyone has been paged: the backup number was called, or has to be."""
    backup_was_called = exists().where(
        Notice.escalation_id == Escalation.id, Notice.target == PageTarget.LAST_RESORT.value
    )
    candidates = select(Escalation).where(
        IS_RUNNING, Escalation.kind.in_(_ANSWERED), backup_was_called | Escalation.next_at.is_(None)
    )
    return [
        _of_escalation(AlarmKind.NOBODY_ANSWERED, escalation.id, escalation.consult_id)
        for escalation in await session.scalars(candidates.order_by(Escalation.id))
        if has_made_all(escalation)
    ][:MAX_FAULTS]


def _has_no_escalation(consult_id: Any, kind: EscalationKind) -> Any:
    return ~exists().where(Escalation.consult_id == consult_id, Escalation.kind == kind.value, IS_RUNNING)


def _can_go_on(escalation: Escalation) -> bool:
    """Whether its next move is known, or all have been made, by the hospital's policy if there is one."""
    if escalation.policy is not None and policy_of(escalation) is None:
        return False
    return escalation.next_at is not None or has_made_all(escalation)


async def _of_escalations(session: AsyncSession, kind: AlarmKind, statement: Select[int, uuid.UUID]) -> Sequence[Fault]:
    rows = await session.execute(statement.order_by(Escalation.id).limit(MAX_FAULTS))
    return [_of_escalation(kind, escalation_id, consult_id) for escalation_id, consult_id in rows]


def _of_escalation(kind: AlarmKind, escalation_id: int, consult_id: uuid.UUID) -> Fault:
    return Fault(kind, f"escalation {escalation_id}", consult_id)
