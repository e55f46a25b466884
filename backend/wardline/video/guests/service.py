"""What users inside a meeting do about its guests: people without an account who join by a link.

The link holds a secret, and binds the first device that opens it. Its guest sees and hears nothing before somebody
inside has let them in. All that ends with the meeting, or when somebody inside takes the invitation back.
"""

import uuid
from collections.abc import Sequence
from typing import Final

from sqlalchemy import and_
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.audit.recording import touched
from wardline.core import clock
from wardline.video import meetings
from wardline.video.callers import Caller
from wardline.video.choices import GuestKind, GuestState
from wardline.video.errors import NotInCall
from wardline.video.guests.errors import GuestAnswered, GuestNotFound, GuestNotWaiting, NoNewLink, TooManyGuests
from wardline.video.guests.repository import OVER, GuestRepository
from wardline.video.guests.secrets import digest_of, new_secret
from wardline.video.guests.timeline import record_invitation, record_removal
from wardline.video.models import Attendee, Guest, Meeting
from wardline.video.policies import can_stay
from wardline.video.repository import MeetingRepository
from wardline.video.time_limits import LEASE, LINK_OPENS_WITHIN

MAX_OPEN: Final = 10
"""How many guests of a meeting may be invited, or inside, at a time."""


async def meeting_inside(
    session: AsyncSession, meeting_id: uuid.UUID, *, by: CurrentUser, for_change: bool = True
) -> Meeting:
    """The open meeting in which the user is present, locked for a change; recorded for the audit trail.

    Raises:
        CallRightTaken, NotInCall
    """
    own = Caller(by, session_id=None).own_windows
    present = and_(own, Attendee.seen_at > clock.now() - LEASE)
    meeting = await MeetingRepository(session).with_window(meeting_id, present, for_change=for_change)
    if meeting is None:
        raise NotInCall
    can_stay(by).enforce()
    await meetings.record_call_touched(session, meeting)
    return meeting


async def add_guest(
    session: AsyncSession, meeting: Meeting, name: str, kind: GuestKind, *, by: CurrentUser
) -> uuid.UUID:
    """The id of a new guest of this locked meeting, whose link is yet to be made.

    Raises:
        TooManyGuests
    """
    if await GuestRepository(session).count_open(meeting.id) >= MAX_OPEN:
        raise TooManyGuests
    now = clock.now()
    guest = Guest(
        id=uuid.uuid4(),
        meeting_id=meeting.id,
        name=name,
        kind=kind.value,
        invited_by_id=by.id,
        invited_at=now,
        opens_until=now + LINK_OPENS_WITHIN,
        link_digest=digest_of(new_secret()),
        state=GuestState.INVITED.value,
    )
    session.add(guest)
    await session.flush()
    _name_in_audit(session, guest.id)
    await record_invitation(session, meeting, guest)
    await meetings.publish_change(session, meeting)
    return guest.id


async def make_link(session: AsyncSession, guest_id: uuid.UUID) -> tuple[Guest, str]:
    """The guest, and the secret of their new link; an earlier one, which nobody has received, is void.

    Raises:
        NoNewLink: a device has opened an earlier one after all, or the invitation is over.
    """
    guest = await GuestRepository(session).current(guest_id)
    if guest.opened_at is not None or guest.state in OVER:
        raise NoNewLink
    secret = new_secret()
    guest.link_digest = digest_of(secret)
    await session.flush()
    return guest, secret


async def guests_of(session: AsyncSession, meeting: Meeting) -> Sequence[Guest]:
    return await GuestRepository(session).all_of(meeting.id)


async def knocking(session: AsyncSession, meeting_id: uuid.UUID) -> Sequence[Guest]:
    """The guests who ask to be let in."""
    return await GuestRepository(session).knocking(meeting_id)


async def answer(
    session: AsyncSession, meeting: Meeting, guest_id: uuid.UUID, *, admit: bool, by: CurrentUser
) -> Guest:
    """Let the guest into this locked meeting, or refuse to. Who gives the same answer again changes nothing.

    Raises:
        GuestNotFound, GuestAnswered, GuestNotWaiting
    """
    guest = await _guest(session, meeting, guest_id)
    wanted = GuestState.ADMITTED if admit else GuestState.REFUSED
    answered = {GuestState.ADMITTED: True, GuestState.LEFT: True, GuestState.REFUSED: False}.get(
        GuestState(guest.state)
    )
    if answered is not None:
        if answered != admit:
            raise GuestAnswered
        return guest
    if guest.state != GuestState.WAITING:
        raise GuestNotWaiting
    guest.state, guest.answered_by_id = wanted.value, by.id
    touched(session).details["admitted"] = admit
    await meetings.publish_change(session, meeting)
    return guest


async def remove(session: AsyncSession, meeting: Meeting, guest_id: uuid.UUID, *, by: CurrentUser) -> None:
    """Take an invitation to this locked meeting back, and remove its guest from the call.

    Raises:
        GuestNotFound
    """
    guest = await _guest(session, meeting, guest_id)
    if guest.state in OVER:
        return
    guest.state = GuestState.ENDED.value
    await MeetingRepository(session).leave_all(meeting.id, Attendee.guest_id == guest.id, is_removed=True)
    await record_removal(session, meeting, guest, by=by)
    await meetings.publish_change(session, meeting)


async def _guest(session: AsyncSession, meeting: Meeting, guest_id: uuid.UUID) -> Guest:
    guest = await GuestRepository(session).of_meeting(meeting.id, guest_id)
    if guest is None:
        raise GuestNotFound
    _name_in_audit(session, guest.id)
    return guest


def _name_in_audit(session: AsyncSession, guest_id: uuid.UUID) -> None:
    touched(session).details["guest"] = str(guest_id)
