"""What a guest does, one function for each step from the link to the call."""

import uuid

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
from wardline.video import meetings
from wardline.video.callers import GuestCaller
from wardline.video.choices import GuestState
from wardline.video.guests.errors import InvitationOver, LinkExpired, LinkUsed, NotAdmitted
from wardline.video.guests.repository import OVER, GuestRepository
from wardline.video.guests.timeline import record_joining, record_leaving
from wardline.video.janus.availability import MediaOffer
from wardline.video.models import Guest
from wardline.video.repository import MeetingRepository
from wardline.video.time_limits import LEASE


async def open_link(session: AsyncSession, guest: Guest, device_digest: bytes) -> Guest:
    """Bind the guest's link to the device, whose secret is its own choice, so that it can repeat a lost request.

    Raises:
        LinkUsed: it is bound to another one.
        InvitationOver: it was taken back, or the meeting is over.
        LinkExpired
    """
    meeting = await MeetingRepository(session).locked(guest.meeting_id)
    guest = await GuestRepository(session).current(guest.id)
    if guest.device_digest is not None:
        if guest.device_digest == device_digest:
            return guest
        raise InvitationOver if guest.state in OVER else LinkUsed
    if guest.state in OVER:
        raise InvitationOver
    if guest.opens_until <= clock.now():
        raise LinkExpired
    guest.device_digest, guest.opened_at = device_digest, clock.now()
    await session.flush()
    await meetings.record_call_touched(session, meeting)
    await meetings.publish_change(session, meeting)
    return guest


async def knock(session: AsyncSession, by: GuestCaller) -> Guest:
    """Ask to be let in, or go on asking."""
    repository = GuestRepository(session)
    guest = await repository.current(by.guest_id)
    if guest.state == GuestState.WAITING and guest.seen_at is not None and guest.seen_at > clock.now() - LEASE:
        await repository.keep_knocking(guest.id)
        return guest
    meeting = await MeetingRepository(session).locked(by.meeting_id)
    guest = await repository.current(by.guest_id)
    if guest.state in {GuestState.INVITED, GuestState.WAITING}:
        guest.state, guest.seen_at = GuestState.WAITING.value, clock.now()
        await meetings.record_call_touched(session, meeting)
        await meetings.publish_change(session, meeting)
    return guest


async def join(session: AsyncSession, by: GuestCaller, *, offer: MediaOffer) -> uuid.UUID:
    """Add the guest, whom someone has let in, as an attendee in place of the one as which they were there before.

    Raises:
        InvitationOver, NotAdmitted, MeetingFull, MediaServerDown
    """
    meeting = await MeetingRepository(session).locked(by.meeting_id)
    guest = await GuestRepository(session).current(by.guest_id)
    if guest.state in OVER:
        raise InvitationOver
    if guest.state not in {GuestState.ADMITTED, GuestState.LEFT}:
        raise NotAdmitted
    await MeetingRepository(session).leave_all(meeting.id, by.own_windows, is_removed=True)
    attendee_id = await meetings.add_attendee(session, meeting, by=by, offer=offer)
    guest.state = GuestState.ADMITTED.value
    await record_joining(session, meeting, guest)
    await meetings.record_call_touched(session, meeting)
    return attendee_id


async def leave(session: AsyncSession, attendee_id: uuid.UUID, *, by: GuestCaller, for_good: bool) -> None:
    """Leave the call, which goes on. They may return either way; `for_good` is for the timeline.

    Raises:
        Forbidden: the attendee is not theirs.
    """
    repository = MeetingRepository(session)
    meeting = await meetings.own_meeting(repository, by.meeting_id, attendee_id, by)
    if not meetings.is_in(await repository.attendee(attendee_id), meeting):
        return
    await meetings.record_call_touched(session, meeting)
    await repository.leave_all(meeting.id, by.own_windows)
    if for_good:
        guest = await GuestRepository(session).current(by.guest_id)
        guest.state = GuestState.LEFT.value
        await record_leaving(session, meeting, guest)
    await meetings.publish_change(session, meeting)
