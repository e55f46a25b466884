"""Going on call and off it."""

from collections.abc import Collection

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import GIVE_CONSULT
from wardline.audit.recording import touched
from wardline.core import clock
from wardline.core.errors import Forbidden
from wardline.on_call.errors import NotYourDuty
from wardline.on_call.schemas import CheckInRequest, PreferenceRequest
from wardline.people.models import CheckIn, User
from wardline.places.repository import PlacesRepository
from wardline.realtime import rooms
from wardline.realtime.events import UserUpdated
from wardline.realtime.publish import publish, rooms_changed


async def check_in(session: AsyncSession, request: CheckInRequest, *, user: CurrentUser) -> int:
    """Open a check-in for a line; returns its id.

    An open check-in for the same line is replaced. The preferences are saved for next time.
    """
    if not user.may(GIVE_CONSULT):
        raise Forbidden
    if request.role_id not in user.role_ids or request.service_line_id not in user.active_line_ids:
        raise NotYourDuty
    moment = clock.now()
    await _lock(session, user)
    await _close(session, user, service_line_id=request.service_line_id)
    row = CheckIn(
        user_id=user.id,
        role_id=request.role_id,
        service_line_id=request.service_line_id,
        phone_number=request.phone_number,
        primary=request.primary,
        checked_in_at=moment,
    )
    session.add(row)
    await _save_preferences(
        session, user, phone=request.phone_number, service_line_id=request.service_line_id, primary=request.primary
    )
    await session.flush()
    await session.execute(rooms_changed(user.id))
    organizations = await PlacesRepository(session).organizations_requesting(request.service_line_id)
    touched(session).organization_ids |= organizations
    return row.id


async def check_out(session: AsyncSession, *, user: CurrentUser) -> None:
    """End every open check-in."""
    touched(session).organization_ids |= user.served_organization_ids
    await _lock(session, user)
    await _close(session, user)
    await session.execute(rooms_changed(user.id))


async def set_preference(session: AsyncSession, request: PreferenceRequest, *, user: CurrentUser) -> None:
    """Store the on-call settings, and the phone and notification type of an open check-in on that line."""
    sms = request.sms_info
    if not user.may(GIVE_CONSULT) or sms.service_line_id not in user.active_line_ids:
        raise NotYourDuty
    preferences = request.preferences
    if preferences.on_call_service_line not in user.active_line_ids:
        raise NotYourDuty
    await _save_preferences(
        session,
        user,
        phone=preferences.on_call_phone_number,
        service_line_id=preferences.on_call_service_line,
        primary=preferences.on_call_notification_type,
    )
    await session.execute(
        update(CheckIn)
        .where(
            CheckIn.user_id == user.id,
            CheckIn.service_line_id == sms.service_line_id,
            CheckIn.checked_out_at.is_(None),
        )
        .values(phone_number=sms.phone_number, primary=sms.primary)
    )
    await publish(session, UserUpdated(user_id=user.id), to=[rooms.of_user(user.id)])


async def served_places_changed(session: AsyncSession, service_line_ids: Collection[int]) -> None:
    """Update the rooms of users on call for these lines, after other places may request the lines."""
    statement = select(CheckIn.user_id).where(
        CheckIn.service_line_id.in_(service_line_ids), CheckIn.checked_out_at.is_(None)
    )
    for user_id in sorted(set(await session.scalars(statement))):
        await session.execute(rooms_changed(user_id))


async def _lock(session: AsyncSession, user: CurrentUser) -> None:
    """Serialize the check-ins of one user."""
    await session.execute(select(User.id).where(User.id == user.id).with_for_update(key_share=True))


async def _close(session: AsyncSession, user: CurrentUser, *, service_line_id: int | None = None) -> None:
    statement = update(CheckIn).where(CheckIn.user_id == user.id, CheckIn.checked_out_at.is_(None))
    if service_line_id is not None:
        statement = statement.where(CheckIn.service_line_id == service_line_id)
    # The clock of another node may be ahead of this one's.
    await session.execute(statement.values(checked_out_at=func.greatest(clock.now(), CheckIn.checked_in_at)))


async def _save_preferences(
    session: AsyncSession, user: CurrentUser, *, phone: str, service_line_id: int, primary: bool
) -> None:
    await session.execute(
        update(User)
        .where(User.id == user.id)
        .values(on_call_phone_number=phone, on_call_service_line_id=service_line_id, on_call_notification_type=primary)
    )
