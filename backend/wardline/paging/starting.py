"""Starts and ends escalations, in the transactions that make them necessary or needless."""

from collections.abc import Collection, Mapping
from typing import Any, Final

import orjson
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.changing import room_of
from wardline.consults.choices import Milestone
from wardline.consults.models import Consult
from wardline.consults.parts import Reaction
from wardline.core import clock
from wardline.core.db.before_commit import execute_before_commit
from wardline.core.db.statements import compile_statement, execute
from wardline.notifications import service as notifications
from wardline.notifications.choices import NotificationKind
from wardline.paging.bell import BELL
from wardline.paging.choices import EndReason, EscalationKind
from wardline.paging.events import PagesChanged, PagingChanged
from wardline.paging.moves import first_waits
from wardline.paging.plans import FROM_PRIORITIES_AND_POLICY
from wardline.paging.repository import PagingRepository
from wardline.paging.sending import send_taken, withdraw
from wardline.realtime import rooms
from wardline.realtime.publish import publish, publish_many

_START: Final = compile_statement(
    text(
        f"""
insert into escalations
  (consult_id, service_line_id, kind, comment_id, author_id, priority, completion_limit, policy, position,
   started_at, next_at)
select cast(:consult_id as uuid), priorities.service_line_id, cast(:kind as text), cast(:comment_id as integer),
  cast(:author_id as integer), priorities.name, priorities.completion_limit, chosen.policy, 0,
  cast(:now as timestamptz),
  cast(:now as timestamptz) + make_interval(secs => coalesce(
    cast(chosen.policy #>> '{{steps,0,afterSeconds}}' as integer),
    cast(cast(:waits as jsonb) ->> priorities.name as integer), 0))
{FROM_PRIORITIES_AND_POLICY}
  and priorities.id = cast(:priority_id as integer)
on conflict do nothing
"""
    )
)
"""The policy that applies now is copied, so that its next change leaves the escalation alone."""

_ABOUT_THE_CONSULT: Final = (
    EscalationKind.REQUEST,
    EscalationKind.URGENT_COMMENT,
    EscalationKind.FOLLOW_UP,
    EscalationKind.HAND_OVER,
)
"""A transfer outlives the completion of its consult."""


async def start(
    session: AsyncSession,
    consult: Consult,
    kind: EscalationKind,
    *,
    by: CurrentUser | None,
    comment_id: int | None = None,
) -> None:
    """Start paging people; once the transaction is committed, a worker begins within a second.

    `by` is who is not paged, because it was their action. If the consult has such a running one, nothing is started.
    """
    await execute(session, _START, _parameters(consult, kind, by, comment_id))


def _parameters(
    consult: Consult, kind: EscalationKind, by: CurrentUser | None, comment_id: int | None = None
) -> dict[str, Any]:
    return {
        "consult_id": consult.id,
        "organization_id": consult.organization_id,
        "service_line_id": consult.service_line_id,
        "priority_id": consult.priority_id,
        "location_id": consult.location_id,
        "kind": kind.value,
        "comment_id": comment_id,
        "author_id": by.id if by is not None else None,
        "now": clock.now(),
        "has_policy": kind is EscalationKind.REQUEST,
        "waits": orjson.dumps(first_waits(kind)).decode(),
    }


async def end(
    session: AsyncSession,
    consult: Consult,
    kinds: Collection[EscalationKind],
    reason: EndReason,
    *,
    by: CurrentUser | None,
    only: Collection[int] | None = None,
) -> None:
    """Page no one anymore: what has not been sent is withdrawn, and every screen and device stops ringing.

    `by` is whose action this is. `only` limits it to some of the consult's escalations.
    """
    repository = PagingRepository(session)
    now = clock.now()
    ended = await repository.end(consult.id, kinds, reason, now, by_id=by.id if by is not None else None, only=only)
    if not ended:
        return
    ids = [escalation_id for escalation_id, _ in ended]
    await withdraw(session, ids, now)
    await send_taken(session, ids)
    for kind in {kind for _, kind in ended}:
        # Coordinators who were told that nothing happens still have something to do about it.
        if kind in BELL and reason is not EndReason.TOLD:
            await notifications.withdraw(session, [consult.id], BELL[kind])
    people = await repository.people(ids)
    publish_to_people(session, consult, {person.user_id for paged in people.values() for person in paged})


async def _withdraw_warnings(session: AsyncSession, consult: Consult) -> None:
    """Someone has acted on the consult, so nobody has to see to it that someone does.

    Coordinators keep the notification that nothing happens after its escalation has ended.
    """
    await notifications.withdraw(session, [consult.id], NotificationKind.NO_ACTIVITY)
    await _withdraw_nobody_answered(session, consult)


async def _withdraw_nobody_answered(session: AsyncSession, consult: Consult) -> None:
    """Unless someone still has to answer the request or a transfer of the consult."""
    if not await PagingRepository(session).is_running(consult.id, EscalationKind.REQUEST, EscalationKind.TRANSFER):
        await notifications.withdraw(session, [consult.id], NotificationKind.NOBODY_ANSWERED)


def publish_pages_changed(session: AsyncSession, consult: Consult, user_ids: Collection[int]) -> None:
    """Tell the screens of these people that what waits for them has changed, and all viewers that paging went on."""
    publish_to_people(session, consult, user_ids)
    publish_paging_changed(session, consult)


def publish_paging_changed(session: AsyncSession, consult: Consult) -> None:
    """Tell all viewers that paging went on."""
    publish(session, PagingChanged(consult_id=consult.id), to=[room_of(consult)])


def publish_to_people(session: AsyncSession, consult: Consult, user_ids: Collection[int]) -> None:
    """Tell the screens of these people that what waits for them has changed."""
    event = PagesChanged(consult_id=consult.id)
    if user_ids:
        publish_many(session, [(event, [rooms.of_user(user_id)]) for user_id in sorted(user_ids)])


async def _requested(session: AsyncSession, consult: Consult, by: CurrentUser) -> None:
    # The consult itself is stored with the commit.
    execute_before_commit(session, _START, _parameters(consult, EscalationKind.REQUEST, by))


async def _acknowledged(session: AsyncSession, consult: Consult, by: CurrentUser) -> None:
    await end(session, consult, [EscalationKind.REQUEST], EndReason.ACKNOWLEDGED, by=by)
    await _withdraw_warnings(session, consult)
    await start(session, consult, EscalationKind.FOLLOW_UP, by=None)


async def _completed(session: AsyncSession, consult: Consult, by: CurrentUser) -> None:
    await end(session, consult, _ABOUT_THE_CONSULT, EndReason.COMPLETED, by=by)
    await _withdraw_warnings(session, consult)


async def _cancelled(session: AsyncSession, consult: Consult, by: CurrentUser) -> None:
    await end(session, consult, _ABOUT_THE_CONSULT, EndReason.CANCELLED, by=by)
    await _withdraw_warnings(session, consult)


async def _transfer_requested(session: AsyncSession, consult: Consult, by: CurrentUser) -> None:
    await start(session, consult, EscalationKind.TRANSFER, by=by)


async def _transfer_acknowledged(session: AsyncSession, consult: Consult, by: CurrentUser) -> None:
    await end(session, consult, [EscalationKind.TRANSFER], EndReason.ACKNOWLEDGED, by=by)
    await _withdraw_nobody_answered(session, consult)


async def _transfer_closed(session: AsyncSession, consult: Consult, by: CurrentUser) -> None:
    await end(session, consult, [EscalationKind.TRANSFER], EndReason.CLOSED, by=by)
    await _withdraw_nobody_answered(session, consult)


REACTIONS: Final[Mapping[Milestone, Reaction]] = {
    Milestone.REQUESTED: _requested,
    Milestone.ACKNOWLEDGED: _acknowledged,
    Milestone.COMPLETED: _completed,
    Milestone.CANCELLED: _cancelled,
    Milestone.TRANSFER_REQUESTED: _transfer_requested,
    Milestone.TRANSFER_ACKNOWLEDGED: _transfer_acknowledged,
    Milestone.TRANSFER_CLOSED: _transfer_closed,
}
