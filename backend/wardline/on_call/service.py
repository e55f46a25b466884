"""Going on and off call."""

from collections.abc import Collection

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.audit.recording import touched
from wardline.core import clock
from wardline.on_call import policies
from wardline.on_call.events import OnCallChanged
from wardline.on_call.reactions import DutyChange, react
from wardline.on_call.repository import CheckInRepository
from wardline.on_call.schemas import CheckInRequest, PreferenceRequest
from wardline.people.models import CheckIn
from wardline.places.repository import PlacesRepository
from wardline.realtime import rooms
from wardline.realtime.events import UserUpdated
from wardline.realtime.publish import publish, publish_many, rooms_changed
from wardline.service_lines.registry import line_of


async def check_in(session: AsyncSession, request: CheckInRequest, *, user: CurrentUser) -> int:
    """Open a check-in for a line, in addition to those for other lines; returns its id.

    An open check-in for the same line is replaced, and the one that the request names. The preferences are saved for
    next time.
    """
    policies.can_check_in(user, role_id=request.role_id, service_line_id=request.service_line_id).enforce()
    now = clock.now()
    repository = CheckInRepository(session)
    await repository.lock(user.id)
    replaced_id = request.replaces_service_line_id
    line_ids = {request.service_line_id} if replaced_id is None else {request.service_line_id, replaced_id}
    # What a role or a line was taken from is no longer duty, so nothing of it continues.
    first_id = await repository.first_of_shift([each.id for each in policies.valid_check_ins(user)])
    ended = await repository.close(user.id, service_line_ids=line_ids)
    row = CheckIn(
        user_id=user.id,
        role_id=request.role_id,
        service_line_id=request.service_line_id,
        phone_number=request.phone_number,
        primary=_is_primary(request.service_line_id, wanted=request.primary),
        checked_in_at=now,
        first_id=first_id,
    )
    session.add(row)
    await repository.save_preferences(
        user.id,
        phone_number=request.phone_number,
        service_line_id=request.service_line_id,
        primary=request.primary,
    )
    await session.flush()
    await session.execute(rooms_changed(user.id))
    now_on = frozenset({request.service_line_id})
    await _let_others_react(session, DutyChange(user, gained=now_on - ended, lost=ended - now_on))
    _publish_change(session, ended | now_on)
    organizations = await PlacesRepository(session).organizations_requesting(request.service_line_id)
    touched(session).organization_ids |= organizations
    if replaced_id in ended:
        touched(session).organization_ids |= user.served_organization_ids
        touched(session).details["replacedServiceLineId"] = replaced_id
    return row.id


async def check_out(session: AsyncSession, *, user: CurrentUser) -> None:
    """End every open check-in."""
    touched(session).organization_ids |= user.served_organization_ids
    repository = CheckInRepository(session)
    await repository.lock(user.id)
    ended = await repository.close(user.id)
    await session.execute(rooms_changed(user.id))
    await _let_others_react(session, DutyChange(user, gained=frozenset(), lost=ended))
    _publish_change(session, ended)


async def set_preference(session: AsyncSession, request: PreferenceRequest, *, user: CurrentUser) -> None:
    """Store the on-call settings, and the phone and notification type of an open check-in on that line."""
    sms, preferences = request.sms_info, request.preferences
    for service_line_id in (sms.service_line_id, preferences.on_call_service_line):
        policies.can_set_preference(user, service_line_id=service_line_id).enforce()
    repository = CheckInRepository(session)
    await repository.save_preferences(
        user.id,
        phone_number=preferences.on_call_phone_number,
        service_line_id=preferences.on_call_service_line,
        primary=preferences.on_call_notification_type,
    )
    primary = _is_primary(sms.service_line_id, wanted=sms.primary)
    if await repository.change_open(user.id, sms.service_line_id, phone_number=sms.phone_number, primary=primary):
        _publish_change(session, {sms.service_line_id})
    publish(session, UserUpdated(user_id=user.id), to=[rooms.of_user(user.id)])


async def _let_others_react(session: AsyncSession, change: DutyChange) -> None:
    """Of two who go off call for a line at the same moment, the second one finds that the first has gone."""
    await CheckInRepository(session).lock_lines(change.gained | change.lost)
    await react(session, change)


def _is_primary(service_line_id: int, *, wanted: bool) -> bool:
    """A line that does not distinguish escalations sends all notifications to everyone on call."""
    return wanted or not line_of(service_line_id).primary_checkin_on


def _publish_change(session: AsyncSession, service_line_ids: Collection[int]) -> None:
    changes = [(OnCallChanged(service_line_id=each), [rooms.of_duty(each)]) for each in sorted(service_line_ids)]
    if changes:
        publish_many(session, changes)
