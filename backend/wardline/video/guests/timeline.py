"""What the timeline of a consult says about guests of its call, and what ends with the call."""

import uuid

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.timeline.choices import UpdateKind
from wardline.core import clock
from wardline.video.choices import GuestKind, GuestState
from wardline.video.guests.repository import GuestRepository
from wardline.video.models import Guest, Meeting
from wardline.video.repository import MeetingRepository
from wardline.video.timeline import record


async def record_invitation(session: AsyncSession, meeting: Meeting, guest: Guest) -> None:
    text = f"{_who(guest)} was invited to the call by a link."
    await record(session, meeting, UpdateKind.GUEST_INVITED, text, guest.invited_by_id)


async def record_joining(session: AsyncSession, meeting: Meeting, guest: Guest) -> None:
    """Only the first time: a guest who reloads the page has not left."""
    if guest.joined_at is None:
        guest.joined_at = clock.now()
        await _record_joining(session, meeting, guest)


async def record_return(session: AsyncSession, meeting: Meeting, guest_id: uuid.UUID) -> None:
    """Of a guest whose window was silent, so that they may have been taken for gone."""
    repository = GuestRepository(session)
    if await repository.come_back(guest_id):
        await _record_joining(session, meeting, await repository.current(guest_id))


async def record_leaving(session: AsyncSession, meeting: Meeting, guest: Guest) -> None:
    """Only of those who had joined."""
    if guest.joined_at is not None:
        guest.joined_at = None
        await _record(session, meeting, guest, UpdateKind.GUEST_LEFT, "left the call.")


async def record_removal(session: AsyncSession, meeting: Meeting, guest: Guest, *, by: CurrentUser) -> None:
    """Only of those who had joined."""
    if guest.joined_at is not None:
        guest.joined_at = None
        await record(session, meeting, UpdateKind.GUEST_LEFT, f"{_who(guest)} was removed from the call.", by.id)


async def record_silent(session: AsyncSession, meeting_id: uuid.UUID) -> None:
    """That guests whose windows have been silent for some time have left; they may still come back."""
    meeting = await MeetingRepository(session).locked(meeting_id)
    if meeting.ended_at is None:
        for guest in await GuestRepository(session).silent(meeting_id):
            await record_leaving(session, meeting, guest)


async def end_guests(session: AsyncSession, meeting: Meeting) -> None:
    """End all invitations to the meeting, which is locked and over; nobody is in it anymore."""
    for guest in await GuestRepository(session).open_ones(meeting.id):
        guest.state = GuestState.ENDED.value
        await record_leaving(session, meeting, guest)


async def _record_joining(session: AsyncSession, meeting: Meeting, guest: Guest) -> None:
    await _record(session, meeting, guest, UpdateKind.GUEST_JOINED, "joined the call as a guest.")


async def _record(session: AsyncSession, meeting: Meeting, guest: Guest, kind: UpdateKind, words: str) -> None:
    """In the name of whoever has let them in."""
    assert guest.answered_by_id is not None  # noqa: S101 - nobody joins without that
    await record(session, meeting, kind, f"{_who(guest)} {words}", guest.answered_by_id)


def _who(guest: Guest) -> str:
    return f"{guest.name} ({GuestKind(guest.kind).label.lower()})"
