"""Answers who would be paged about a request, now or at a time that is planned."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import ACKNOWLEDGE_TRANSFER, MANAGE_ADMIN
from wardline.call_schedules.cover.repository import CoverRepository
from wardline.call_schedules.planning import PROMISED
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.consults.models import Consult
from wardline.contacts.service import ReachableContact, reachable_contacts
from wardline.core import clock
from wardline.core.errors import FieldError, NotFound, ValidationFailed
from wardline.core.forms import messages
from wardline.directory.loading import load_by_ids, load_on_call, load_permitted
from wardline.paging import policies
from wardline.paging.choices import EscalationKind
from wardline.paging.forecast.walking import MadeMove, Staff, longest, off_call, walk
from wardline.paging.models import Escalation
from wardline.paging.moving import policy_of
from wardline.paging.plans import plan_for
from wardline.places.repository import PlacesRepository

NOW_FOR: Final = timedelta(minutes=15)
"""How long a time that has passed still means now: it was now when the form was filled in."""


@dataclass(frozen=True, slots=True)
class Instead:
    """A policy (`wardline.paging.schemas.EscalationPolicy` as JSON) in place of the one that applies.

    None is the standard.
    """

    policy: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Forecast:
    at: datetime
    is_now: bool
    is_standard: bool
    moves: Sequence[MadeMove]
    contacts: Mapping[int, Sequence[ReachableContact]]
    """By user, of everybody who is in one of the moves."""
    unanswered: Sequence[Any]
    """Requests for cover that nobody has taken, for some time of the moves."""


async def line_ids_of(session: AsyncSession, user: CurrentUser) -> frozenset[int]:
    """The lines that the user may ask about: those whose plan they may see, and all that an administrator may view."""
    line_ids = await CallScheduleRepository(session).line_ids(user)
    return line_ids | user.accessible_line_ids if user.may(MANAGE_ADMIN) else line_ids


async def foresee(
    session: AsyncSession,
    *,
    service_line_id: int,
    location_id: int,
    priority: str,
    at: datetime | None,
    backup_number: str,
    by: CurrentUser,
    instead: Instead | None = None,
) -> Forecast:
    """Who would be paged about a request `at` this time, or now; `backup_number` is for lines without a policy.

    By the policy that applies, or by another one `instead`.

    Raises:
        NotFound: the user may not ask about the line, or not view a location with this id that may request it.
        ValidationFailed: the time has passed or is too far ahead, or the line has no such priority.
    """
    policies.can_foresee(by).enforce()
    now = clock.now()
    if at is not None and not now - NOW_FOR <= at <= now + PROMISED:
        raise ValidationFailed(errors=[FieldError("at", messages.TIME_AHEAD)])
    line_ids = await line_ids_of(session, by) & {service_line_id}
    locations = await PlacesRepository(session).requesting_locations(by, line_ids, only_id=location_id)
    if not locations:
        raise NotFound
    location = locations[0]
    plan = await plan_for(
        session,
        organization_id=location.organization_id,
        service_line_id=service_line_id,
        location_id=location_id,
        priority=priority,
    )
    if plan is None:
        raise ValidationFailed(errors=[FieldError("priority", messages.INVALID)])
    is_now = at is None or at <= now
    moment = now if at is None or is_now else at
    policy = plan.policy if instead is None else instead.policy
    escalation = _escalation(service_line_id, plan, policy, moment)
    consult = Consult(id=uuid.uuid4(), organization_id=location.organization_id, service_line_id=service_line_id)
    until = moment + longest(escalation) + timedelta(seconds=1)
    staff = await _staff(session, service_line_id, moment, until, is_now=is_now)
    moves = walk(escalation, consult, staff, backup_number=backup_number)
    schedule_ids = {shift.schedule_id for shift in staff.shifts}
    return Forecast(
        at=moment,
        is_now=is_now,
        is_standard=policy_of(escalation) is None,
        moves=moves,
        contacts=await reachable_contacts(session, {page.recipient.user.id for move in moves for page in move.pages}),
        unanswered=await CoverRepository(session).unanswered(schedule_ids, moment, until, now),
    )


def _escalation(service_line_id: int, plan: Any, stored: Any, at: datetime) -> Escalation:
    """What a request would start, as `wardline.paging.starting` stores it; it is never stored."""
    escalation = Escalation(
        service_line_id=service_line_id,
        kind=EscalationKind.REQUEST.value,
        priority=plan.name,
        completion_limit=plan.completion_limit,
        policy=stored,
        position=0,
        ahead=0,
        started_at=at,
        skipped=[],
        targets=[],
    )
    policy = policy_of(escalation)
    escalation.next_at = at + timedelta(seconds=policy.steps[0].after_seconds if policy is not None else 0)
    return escalation


async def _staff(
    session: AsyncSession, service_line_id: int, since: datetime, until: datetime, *, is_now: bool
) -> Staff:
    shifts = await CallScheduleRepository(session).planned([service_line_id], since, until)
    users = await load_by_ids(session, sorted({shift.user_id for shift in shifts}))
    transfer_side = await load_permitted(session, ACKNOWLEDGE_TRANSFER)
    on_call = await load_on_call(session, service_line_id) if is_now else None
    if not is_now:
        # Nobody knows yet who will be on call.
        users, transfer_side = off_call(users), off_call(transfer_side)
    return Staff(on_call, shifts, {user.id: user for user in users}, transfer_side)
