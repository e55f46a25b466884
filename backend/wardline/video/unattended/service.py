"""A device stays in a call after its user has signed out, with a token that is good for nothing else.

A token ends with its meeting, when the device is taken back, when it expires, and when the user who left the device
there may no longer take part in calls. Signing out does not end it: that is what the mode is for.
"""

import uuid

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.reading import record_touched
from wardline.consults.repository import ConsultRepository
from wardline.core import clock
from wardline.core.errors import Forbidden
from wardline.directory.loading import load_by_id
from wardline.video import meetings
from wardline.video.callers import Caller, Device
from wardline.video.janus.availability import MediaOffer
from wardline.video.models import Attendee, Meeting, StandaloneToken
from wardline.video.policies import can_join_chime, can_stay
from wardline.video.repository import MeetingRepository
from wardline.video.unattended.errors import UnattendedModeOver
from wardline.video.unattended.keys import signing_key
from wardline.video.unattended.policies import can_leave_device
from wardline.video.unattended.repository import FoundToken, TokenRepository
from wardline.video.unattended.timeline import end_tokens, record_start
from wardline.video.unattended.tokens import LIFETIME, Claims, sign


async def meeting_to_leave_device_in(
    session: AsyncSession, meeting_id: uuid.UUID, consult_id: uuid.UUID, *, by: CurrentUser
) -> Meeting:
    """The consult's open meeting with a window of the user's, locked.

    Raises:
        Forbidden: the user may not view the consult.
        OnCallHere, NotInCall
        Whatever `can_join_chime` refuses.
    """
    consult = await ConsultRepository(session).get(by, consult_id)
    if consult is None:
        raise Forbidden
    can_join_chime(by, consult).enforce()
    own = Caller(by, session_id=None).own_windows
    meeting = await MeetingRepository(session).with_window(meeting_id, own, Meeting.consult_id == consult_id)
    can_leave_device(by, is_in_call=meeting is not None).enforce()
    assert meeting is not None  # noqa: S101 - the policy requires one
    return meeting


async def issue_token(session: AsyncSession, meeting: Meeting, *, by: CurrentUser) -> uuid.UUID:
    """The id of a new token for a device of the user, who is in this locked meeting."""
    now = clock.now()
    token = StandaloneToken(
        id=uuid.uuid4(),
        meeting_id=meeting.id,
        issued_by_id=by.id,
        issued_at=now,
        expires_at=now + LIFETIME,
        awaited_since=now,
    )
    session.add(token)
    await session.flush()
    return token.id


async def signed_token(session: AsyncSession, token: StandaloneToken, meeting: Meeting, *, issuer: str) -> str:
    """The token as its device sends it."""
    claims = Claims(token.id, meeting.consult_id, meeting.external_id, token.issued_at, token.expires_at)
    return sign(claims, await signing_key(session), issuer=issuer)


async def user_of(session: AsyncSession, token: FoundToken) -> CurrentUser:
    """The user who left the device there.

    Raises:
        UnattendedModeOver: they may no longer take part in calls.
    """
    user = await load_by_id(session, token.issued_by_id)
    if user is None or not can_stay(user).allowed:
        raise UnattendedModeOver
    return user


async def join(session: AsyncSession, device: Device, *, by: Caller, offer: MediaOffer) -> uuid.UUID:
    """Add the device to its meeting as an attendee, in place of the one as which it was there before.

    Raises:
        UnattendedModeOver: the meeting has ended, or the token.
        MeetingFull, MediaServerDown
    """
    meeting = await MeetingRepository(session).locked(device.meeting_id)
    token = await TokenRepository(session).current(device.token_id)
    if meeting.ended_at is not None or token.ended_at is not None:
        raise UnattendedModeOver
    await MeetingRepository(session).leave_all(meeting.id, by.own_windows, is_removed=True)
    if token.started_at is None:
        token.started_at = clock.now()
        await record_start(session, meeting, token.issued_by_id)
    return await meetings.add_attendee(session, meeting, by=by, offer=offer)


async def require_readable(session: AsyncSession, device: Device, *, by: CurrentUser) -> None:
    """Check that the user may still view the consult, as whenever someone joins.

    Raises:
        UnattendedModeOver
    """
    if await ConsultRepository(session).get(by, device.consult_id) is None:
        raise UnattendedModeOver


async def meeting_of(session: AsyncSession, device: Device) -> Meeting:
    """The device's meeting, open or ended; recorded for the audit trail."""
    repository = MeetingRepository(session)
    meeting = await session.get_one(Meeting, device.meeting_id)
    consult = await repository.consult(meeting)
    record_touched(session, consult, emr_id=consult.patient.emr_id)
    return meeting


async def end_token(session: AsyncSession, token_id: uuid.UUID, *, why: str) -> None:
    """End the token, and remove its device from the meeting; the timeline says why."""
    token = await session.get_one(StandaloneToken, token_id)
    repository = MeetingRepository(session)
    meeting = await repository.locked(token.meeting_id)
    await end_tokens(session, meeting, StandaloneToken.id == token_id, why=why)
    if meeting.ended_at is None:
        await repository.leave_all(meeting.id, Attendee.standalone_token_id == token_id, is_removed=True)
        await meetings.end_if_left(session, meeting)
