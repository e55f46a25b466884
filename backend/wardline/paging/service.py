"""What people do about pages, one function for each verb."""

import uuid
from collections.abc import Collection

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.changing import lock_consult, record_change
from wardline.consults.events import UpdateCreated
from wardline.consults.models import Consult
from wardline.consults.reading import require_readable
from wardline.consults.timeline import service as timeline
from wardline.consults.timeline.choices import UpdateKind
from wardline.core import clock
from wardline.directory.loading import load_on_call
from wardline.notifications import service as notifications
from wardline.notifications.choices import NotificationKind
from wardline.paging import notices, policies
from wardline.paging.choices import UNTIL_OPENED, EndReason, EscalationKind
from wardline.paging.errors import NotOnCall, PageNotFound
from wardline.paging.models import Escalation, PagedPerson
from wardline.paging.repository import PagingRepository
from wardline.paging.schemas import HandOver
from wardline.paging.sending import withdraw
from wardline.paging.starting import end, publish_pages_changed, publish_to_people, start
from wardline.people.models import User
from wardline.people.responses import person as named_person


async def mark_shown(session: AsyncSession, escalation_ids: Collection[int], *, by: CurrentUser) -> None:
    """Record that a browser of the user shows these pages of theirs; only the first time counts."""
    repository = PagingRepository(session)
    for consult in await repository.mark_shown(by.id, escalation_ids, clock.now()):
        publish_pages_changed(session, consult, [])


async def mark_seen(
    session: AsyncSession,
    consult_id: uuid.UUID,
    *,
    comment_ids: Collection[int],
    page_ids: Collection[int] | None,
    by: CurrentUser,
) -> None:
    """Record that the user has opened the consult for these pages, or all, and had these urgent comments in sight.

    Nobody else then has to open these comments, and whoever took the consult over knows of it.

    Raises:
        ConsultNotFound: the consult does not exist, or the user may not view it.
    """
    consult = await lock_consult(session, consult_id, by)
    repository = PagingRepository(session)
    seen = await repository.mark_seen(consult_id, by.id, clock.now(), comment_ids=comment_ids, page_ids=page_ids)
    if seen:
        await end(session, consult, UNTIL_OPENED, EndReason.OPENED, by=by, only=seen)
        publish_pages_changed(session, consult, [by.id])


async def set_muted(session: AsyncSession, escalation_id: int, *, muted: bool, by: CurrentUser) -> None:
    """Silence the user's own screens about this page, or let them ring again; others are paged as before.

    Raises:
        PageNotFound, ConsultNotFound, PageEnded
    """
    consult, escalation, person = await _lock(session, escalation_id, by)
    policies.can_answer(escalation, person).enforce()
    person.muted_at = clock.now() if muted else None
    await session.flush()
    publish_to_people(session, consult, [by.id])


async def page(session: AsyncSession, escalation_id: int, *, by: CurrentUser) -> tuple[Escalation, User | None]:
    """What the user was paged about, running or ended, and who ended it, if someone did.

    Raises:
        PageNotFound: it does not exist, or the user was not paged.
        ConsultNotFound: the user may not view the consult anymore.
    """
    escalation = await PagingRepository(session).page(by.id, escalation_id)
    if escalation is None:
        raise PageNotFound
    await require_readable(session, by, escalation.consult_id)
    ended_by_id = escalation.ended_by_id
    return escalation, await session.get(User, ended_by_id) if ended_by_id is not None else None


async def decline(session: AsyncSession, escalation_id: int, reason: str, *, by: CurrentUser) -> None:
    """Say that the user will not take the consult on. Once nobody else can answer, the next move follows at once.

    Raises:
        PageNotFound, ConsultNotFound, PageEnded, PageDeclined
    """
    consult, escalation, person = await _lock(session, escalation_id, by)
    policies.can_decline(escalation, person).enforce()
    now = clock.now()
    person.declined_at, person.decline_reason = now, reason
    await session.flush()
    repository = PagingRepository(session)
    await withdraw(session, [escalation.id], now, user_id=by.id)
    paged = (await repository.people([escalation.id]))[escalation.id]
    await notices.hasten(session, escalation, paged)
    timeline.record_update(session, consult.id, UpdateKind.PAGE_DECLINED, reason, by=by)
    publish_pages_changed(session, consult, [by.id])
    await record_change(session, consult, UpdateCreated, by=by)


async def confirm_on_the_phone(session: AsyncSession, consult_id: uuid.UUID, *, by: CurrentUser) -> None:
    """Say that the user, who is responsible for the consult, is at work on it by phone.

    Raises:
        ConsultNotFound: the consult does not exist, or the user may not view it.
        Whatever `policies.can_say_on_the_phone` refuses.
    """
    consult = await lock_consult(session, consult_id, by)
    is_watched = await PagingRepository(session).is_running(consult_id, EscalationKind.FOLLOW_UP)
    policies.can_say_on_the_phone(by, consult, is_watched=is_watched).enforce()
    await end(session, consult, [EscalationKind.FOLLOW_UP], EndReason.ACTIVE, by=by)
    timeline.record_update(session, consult_id, UpdateKind.ON_THE_PHONE, "On the phone with the bedside.", by=by)
    await record_change(session, consult, UpdateCreated, by=by)


async def hand_over(session: AsyncSession, consult_id: uuid.UUID, request: HandOver, *, by: CurrentUser) -> None:
    """Make someone who is on call responsible for the consult; who acknowledged it stays as it is.

    They are paged until they open the consult, and reminded like whoever acknowledged it if they then do nothing.

    Raises:
        ConsultNotFound: the consult does not exist, or the user may not view it.
        ResponsibleChanged: someone else was faster.
        NotOnCall: the receiver is not on call for the line anymore.
        Whatever `policies.can_hand_over` refuses.
    """
    consult = await lock_consult(session, consult_id, by)
    known = [consult.responsible_id] if consult.responsible_id is not None else []
    responsible = next(iter((await PagingRepository(session).users(known)).values()), None)
    policies.is_handed_over_by(consult, named_person(responsible), seen_id=request.responsible_id).enforce()
    on_call = await load_on_call(session, consult.service_line_id)
    is_there = any(user.id == consult.responsible_id for user in on_call)
    policies.can_hand_over(by, consult, is_responsible_on_call=is_there).enforce()
    receiver = next((user for user in on_call if user.id == request.user_id), None)
    if receiver is None:
        raise NotOnCall
    policies.can_take_over(receiver, consult).enforce()
    consult.handed_over_to_id = request.user_id
    await end(session, consult, [EscalationKind.FOLLOW_UP, EscalationKind.HAND_OVER], EndReason.HANDED_OVER, by=by)
    await notifications.withdraw(session, [consult_id], NotificationKind.NO_ACTIVITY)
    await start(session, consult, EscalationKind.HAND_OVER, by=by)
    await start(session, consult, EscalationKind.FOLLOW_UP, by=None)
    text = f"Handed over to {receiver.first_name} {receiver.last_name}."
    timeline.record_update(session, consult_id, UpdateKind.HANDED_OVER, text, by=by)
    await record_change(session, consult, UpdateCreated, by=by)


async def _lock(session: AsyncSession, escalation_id: int, by: CurrentUser) -> tuple[Consult, Escalation, PagedPerson]:
    """The consult of a page of the user's, the escalation and what it says about the user, locked in this order.

    Raises:
        PageNotFound: it does not exist, or the user was not paged.
        ConsultNotFound: the user may not view the consult anymore.
    """
    repository = PagingRepository(session)
    page_of_theirs = await repository.page(by.id, escalation_id)
    if page_of_theirs is None:
        raise PageNotFound
    consult = await lock_consult(session, page_of_theirs.consult_id, by)
    escalation, person = await repository.locked_page(by.id, escalation_id)
    return consult, escalation, person
