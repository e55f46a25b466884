"""Makes the moves that are due: stores who is paged, on which channels, and when the next move follows.

A move, its notices and the time of the next one are stored in one transaction, so a worker that dies at any moment
leaves either all of them or none. Two workers never make the same move, because the escalation's row is locked; and an
acknowledgment either waits for that lock, or the move finds that the escalation has ended.
"""

import logging
import uuid
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, TypeAlias

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.consults.models import Consult
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.core.errors import Unavailable
from wardline.notifications import service as notifications
from wardline.notifications.choices import NotificationKind
from wardline.paging import moving, notices
from wardline.paging.bell import BELL
from wardline.paging.choices import EndReason, EscalationKind
from wardline.paging.duty import duty_for
from wardline.paging.models import Escalation, PagedPerson
from wardline.paging.moves import COORDINATORS_POSITION
from wardline.paging.moving import Moved
from wardline.paging.recipients import Duty
from wardline.paging.repository import PagingRepository
from wardline.paging.sending import withdraw
from wardline.paging.starting import end, publish_pages_changed

log = logging.getLogger(__name__)

BATCH: Final = 50
"""How many escalations are moved in one transaction."""

Pick: TypeAlias = Callable[[PagingRepository, datetime, int], Awaitable[Sequence[Escalation]]]
Handle: TypeAlias = Callable[["_Batch", Escalation], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class _Batch:
    """Escalations that are moved together, and what their moves depend on."""

    session: AsyncSession
    repository: PagingRepository
    duty: Duty
    consults: Mapping[uuid.UUID, Consult]
    people: Mapping[int, Collection[PagedPerson]]
    moved: list[tuple[Escalation, Moved]] = field(default_factory=list)
    """What has been moved and is to be stored, together, because a statement for each would take too long."""

    def of(self, escalation: Escalation) -> tuple[Consult, Collection[PagedPerson]]:
        return self.consults[escalation.consult_id], self.people.get(escalation.id, ())


@dataclass(frozen=True, slots=True)
class Engine:
    """`backup_number` is called last where a line has no policy of its own."""

    database: Database
    backup_number: str

    async def make_due_moves(self) -> bool:
        """Make a batch of moves that are due; returns whether there may be more.

        Raises:
            Unavailable: the database cannot be reached.
        """
        return await self._in_batches(PagingRepository.due, self._advance)

    async def page_newcomers(self) -> bool:
        """Page those who went on call, or were planned, after their group was paged; returns and raises the same."""
        return await self._in_batches(PagingRepository.without_a_newcomer, self._page_newcomers)

    async def leave_out_the_gone(self) -> bool:
        """Wait no more for those who have gone off call, or are not planned anymore; returns and raises the same."""
        return await self._in_batches(PagingRepository.waiting_for_someone_gone, _leave_out_the_gone)

    async def _in_batches(self, pick: Pick, handle: Handle) -> bool:
        picked: list[int] = []
        try:
            async with self.database.transaction() as session:
                escalations = await pick(PagingRepository(session), clock.now(), BATCH)
                picked += [escalation.id for escalation in escalations]
                await _handle(session, escalations, handle)
        except Unavailable:
            raise
        except Exception:
            if not picked:
                raise
            for escalation_id in picked:
                await self._alone(escalation_id, handle)
        return len(picked) == BATCH

    async def _alone(self, escalation_id: int, handle: Handle) -> None:
        """One of a batch that failed, so that a single bad escalation does not hold up the others."""
        try:
            async with self.database.transaction() as session:
                await _handle(session, await PagingRepository(session).running(escalation_id), handle)
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it was, the auditor reports that the move fails
            log.error("escalation %s failed with %s", escalation_id, type(error).__name__)  # noqa: TRY400
            async with self.database.transaction() as session:
                await PagingRepository(session).retry_later(escalation_id, clock.now())

    async def _advance(self, batch: _Batch, escalation: Escalation) -> None:
        if escalation.next_at is None or escalation.next_at > clock.now():
            return  # Another worker was faster.
        consult, paged = batch.of(escalation)
        kind = EscalationKind(escalation.kind)
        is_follow_up = kind is EscalationKind.FOLLOW_UP
        if is_follow_up and await batch.repository.is_active(consult, escalation.started_at):
            await end(batch.session, consult, [kind], EndReason.ACTIVE, by=None)
            return
        if is_follow_up and moving.has_told_coordinators(escalation, consult, batch.duty):
            await end(batch.session, consult, [kind], EndReason.TOLD, by=None)
            return
        moved = moving.make_move(
            escalation, consult, batch.duty, paged, backup_number=self.backup_number, now=clock.now()
        )
        if is_follow_up and escalation.next_at is None:
            await end(batch.session, consult, [kind], EndReason.TOLD, by=None)
            return
        batch.moved.append((escalation, moved))

    async def _page_newcomers(self, batch: _Batch, escalation: Escalation) -> None:
        consult, paged = batch.of(escalation)
        batch.moved.append((escalation, moving.page_newcomers(escalation, consult, batch.duty, paged)))


async def _leave_out_the_gone(batch: _Batch, escalation: Escalation) -> None:
    session, now = batch.session, clock.now()
    consult, paged = batch.of(escalation)
    left = moving.gone_people(escalation, batch.duty, paged)
    gone = moving.keep_planned(escalation, consult, batch.duty, left)
    if not gone or (escalation.kind == EscalationKind.HAND_OVER and not await _hasten_follow_up(batch, escalation)):
        return
    for person in gone:
        person.gone_at = now
        await withdraw(session, [escalation.id], now, user_id=person.user_id)
    if escalation.kind == EscalationKind.HAND_OVER:
        moving.end_moves(escalation)
    else:
        await notices.hasten(session, escalation, paged)
    await session.flush()
    publish_pages_changed(session, consult, {person.user_id for person in gone})


async def _hasten_follow_up(batch: _Batch, hand_over: Escalation) -> bool:
    """Whoever took the consult over went off call before opening it: coordinators are told now, and who handed it over.

    Returns False if this has to be tried again, because someone else is changing the follow-up.
    """
    consult_id = hand_over.consult_id
    follow_up = await batch.repository.follow_up(consult_id)
    if follow_up is None:
        return not await batch.repository.is_running(consult_id, EscalationKind.FOLLOW_UP)
    follow_up.position = max(follow_up.position, COORDINATORS_POSITION)
    follow_up.next_at = clock.now()
    await batch.session.flush()
    if hand_over.author_id is not None:
        await notifications.notify_of_several(
            batch.session, {consult_id: {hand_over.author_id}}, NotificationKind.NO_ACTIVITY
        )
    return True


async def _handle(session: AsyncSession, escalations: Sequence[Escalation], handle: Handle) -> None:
    if not escalations:
        return
    repository = PagingRepository(session)
    consults = await repository.consults(escalations)
    people = await repository.people([escalation.id for escalation in escalations])
    # The standard plan pages nobody because they are planned.
    with_planned = any(escalation.policy is not None for escalation in escalations)
    duty = await duty_for(session, consults.values(), with_planned=with_planned)
    batch = _Batch(session, repository, duty, consults, people)
    for escalation in escalations:
        escalation.retry_at, escalation.failures = None, 0
        await handle(batch, escalation)
    await _store(batch)


async def _store(batch: _Batch) -> None:
    session = batch.session
    await notices.store(session, batch.moved)
    to_notify: dict[NotificationKind, dict[uuid.UUID, set[int]]] = {}
    for escalation, moved in batch.moved:
        consult, known = batch.of(escalation)
        paged = {page.recipient.user.id for page in moved.pages if page.recipient.may_view}
        kind = EscalationKind(escalation.kind)
        if kind in BELL:
            first = {page.recipient.user.id for page in moved.pages if page.is_first}
            to_notify.setdefault(BELL[kind], {}).setdefault(consult.id, set()).update(first & paged)
        if moved.is_first_call:
            told = {person.user_id for person in known if person.not_paged is None} | {consult.created_by_id}
            to_notify.setdefault(NotificationKind.NOBODY_ANSWERED, {}).setdefault(consult.id, set()).update(told)
        publish_pages_changed(session, consult, paged)
    for notification_kind, user_ids in to_notify.items():
        await notifications.notify_of_several(session, user_ids, notification_kind)
