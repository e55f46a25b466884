"""Going on and off call."""

from collections.abc import Collection

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.audit.recording import touched
from wardline.core import clock
from wardline.on_call import policies
from wardline.on_call.repository import CheckInRepository
from wardline.on_call.schemas import CheckInRequest, PreferenceRequest
from wardline.people.models import CheckIn
from wardline.places.repository import PlacesRepository
from wardline.realtime import rooms
from wardline.realtime.events import UserUpdated
from wardline.realtime.publish import publish, rooms_changed


async def check_in(session: AsyncSession, request: CheckInRequest, *, user: CurrentUser) -> int:
    """Open a check-in for a line; returns its id.

    An open check-in for the same line is replaced. The preferences are saved for next time.
    """
    policies.can_check_in(user, role_id=request.role_id, service_line_id=request.service_line_id).enforce()
    now = clock.now()
    repository = CheckInRepository(session)
    await repository.lock(user.id)
    await repository.close(user.id, service_line_id=request.service_line_id)
    row = CheckIn(
        user_id=user.id,
        role_id=request.role_id,
        service_line_id=request.service_line_id,
        phone_number=request.phone_number,
        primary=request.primary,
        checked_in_at=now,
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
    organizations = await PlacesRepository(session).organizations_requesting(request.service_line_id)
    touched(session).organization_ids |= organizations
    return row.id


async def check_out(session: AsyncSession, *, user: CurrentUser) -> None:
    """End every open check-in."""
    touched(session).organization_ids |= user.served_organization_ids
    repository = CheckInRepository(session)
    await repository.lock(user.id)
    await repository.close(user.id)
    await session.execute(rooms_changed(user.id))


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
    await repository.change_open(user.id, sms.service_line_id, phone_number=sms.phone_number, primary=sms.primary)
    publish(session, UserUpdated(user_id=user.id), to=[rooms.of_user(user.id)])


async def served_places_changed(session: AsyncSession, service_line_ids: Collection[int]) -> None:
    """Update the rooms of users on call for these lines, after the places that may request them have changed."""
    for user_id in sorted(await CheckInRepository(session).on_call_users(service_line_ids)):
        await session.execute(rooms_changed(user_id))
