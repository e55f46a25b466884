"""What can be done in a consult's meeting, one function for each verb.

Browsers send audio and video to each other directly, or through a media server (`janus`). This server tracks who is
present and forwards the signals that browsers exchange to connect. Every few seconds a window sends its presence,
receives its signals and sends those for others, all in one request, so that nothing is lost with a socket and a crashed
window disappears.
"""

import uuid
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import Final, NamedTuple

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.decision import Decision
from wardline.consults.changing import room_of
from wardline.consults.errors import ConsultNotFound
from wardline.consults.models import Consult
from wardline.consults.reading import record_touched
from wardline.consults.repository import ConsultRepository
from wardline.core import clock
from wardline.core.errors import Forbidden
from wardline.realtime import rooms
from wardline.realtime.publish import publish
from wardline.video.callers import Caller, Participant
from wardline.video.errors import MeetingFull, MeetingInUse
from wardline.video.events import MeetingChanged, MeetingSignalled
from wardline.video.guests.timeline import end_guests, record_return
from wardline.video.janus.availability import MediaOffer
from wardline.video.janus.rooms import JANUS
from wardline.video.media_reports import callbacks, conclude, record_report
from wardline.video.models import Attendee, Meeting, Signal, StandaloneToken
from wardline.video.policies import can_join_chime
from wardline.video.publishers import report_publisher
from wardline.video.repository import MeetingRepository
from wardline.video.ring_repository import RingRepository
from wardline.video.ringing import ringing
from wardline.video.schemas import Attend, Callback, Ringing
from wardline.video.time_limits import ABANDONED_AFTER, LEASE, RETURN_WINDOW
from wardline.video.unattended.repository import TokenRepository
from wardline.video.unattended.timeline import CALL_ENDED, TAKEN_BACK, end_tokens
from wardline.video.ways import (
    find_way,
    first_way,
    go_without_media_server,
    has_moved,
    is_left_by_media_server,
    update_room,
)

MAX_ATTENDEES: Final = 6
"""Every window sends to all others; with more of them, a unit's network and laptops cannot keep up."""
MAX_PENDING: Final = 200
"""How many signals from one window to another may be unreceived; connecting takes about thirty."""


class Presence(NamedTuple):
    """The state of the meeting for one attendee; `attendees` and `signals` are empty once it has ended for them."""

    is_open: bool
    attendees: Sequence[Attendee]
    removed: Sequence[uuid.UUID]
    signals: Sequence[Signal]
    own: Attendee | None = None
    has_knocking: bool = False
    callbacks: Sequence[Callback] = ()
    ringing: Ringing | None = None
    moved: Meeting | None = None
    """The meeting, if its audio and video take another way than the window knows."""


async def joinable(
    session: AsyncSession,
    consult_id: uuid.UUID,
    can_join: Callable[[CurrentUser, Consult], Decision] = can_join_chime,
    *,
    by: CurrentUser,
) -> Consult:
    """The consult whose meeting or video room the user may join now, as `can_join` decides.

    Raises:
        ConsultNotFound: the user may not view the consult.
    """
    consult = await ConsultRepository(session).get(by, consult_id)
    if consult is None:
        raise ConsultNotFound
    can_join(by, consult).enforce()
    return consult


async def join(session: AsyncSession, consult: Consult, *, by: Caller, offer: MediaOffer) -> uuid.UUID:
    """Add an attendee to the meeting of a `joinable` consult, opened if there is none; returns the attendee's id.

    Raises:
        MeetingFull, MediaServerDown
    """
    meeting = await MeetingRepository(session).open_for_change(consult.id, media=first_way(offer))
    return await add_attendee(session, meeting, by=by, offer=offer)


async def add_attendee(session: AsyncSession, meeting: Meeting, *, by: Participant, offer: MediaOffer) -> uuid.UUID:
    """Add an attendee to an open meeting, which is locked; returns the attendee's id.

    Raises:
        MeetingFull: `MAX_ATTENDEES` are present, or will be with devices that are about to take their users' places.
        MediaServerDown: as in `find_way`.
    """
    present = await MeetingRepository(session).present(meeting.id)
    users_present = {attendee.user_id for attendee in present}
    awaited = [
        token
        for token in await TokenRepository(session).awaited(meeting.id)
        if token.id != by.identity.get("standalone_token_id") and token.issued_by_id not in users_present
    ]
    if len(present) + len(awaited) >= MAX_ATTENDEES:
        raise MeetingFull
    await find_way(session, meeting, present, offer)
    now = clock.now()
    attendee = Attendee(
        id=uuid.uuid4(),
        meeting_id=meeting.id,
        joined_at=now,
        seen_at=now,
        session_id=by.session_id,
        **by.identity,
    )
    session.add(attendee)
    await session.flush()
    await publish_change(session, meeting)
    return attendee.id


async def attend(
    session: AsyncSession,
    meeting_id: uuid.UUID,
    attendee_id: uuid.UUID,
    request: Attend,
    *,
    by: Participant,
    has_media_server: bool = True,
) -> Presence:
    """Record that the window is present, forward its signals, and return those for it.

    If it is cut off from the media server, and that does not respond here either (`has_media_server`), the meeting
    goes on without.

    Raises:
        MeetingNotFound: the attendee is not this user's.
        Forbidden: it is not this device's, or this guest's.
        CallRightTaken: the user's roles no longer permit joining.
        PublisherTaken: what the window says it publishes is another one's.
    """
    repository = MeetingRepository(session)
    report = request.media
    tells_timeline = report is not None and bool(report.problems) and not await repository.had_problem(meeting_id)
    may_move = request.is_cut_off and not has_media_server
    meeting = await own_meeting(repository, meeting_id, attendee_id, by, shared=not (tells_timeline or may_move))
    by.require_stay()
    attendee = await repository.attendee(attendee_id)
    if not is_in(attendee, meeting):
        return Presence(is_open=False, attendees=[], removed=[], signals=[])
    has_returned = attendee.seen_at <= clock.now() - LEASE
    if has_returned or attendee.seen_at == attendee.joined_at:
        await record_call_touched(session, meeting)
    moves = may_move and is_left_by_media_server(meeting, request)
    if moves:
        await go_without_media_server(session, meeting)
    attendee.seen_at = clock.now()
    attendee.session_id = by.session_id
    if has_returned and attendee.guest_id is not None:
        await record_return(session, meeting, attendee.guest_id)
    await record_report(session, meeting, attendee, report)
    moved = has_moved(meeting, request)
    publisher_id = request.publisher_id if not moved else None
    publishes_anew = await report_publisher(session, meeting, attendee, publisher_id)
    await session.flush()
    attendees = await repository.present(meeting_id)
    await repository.forget_received(attendee_id, request.heard)
    await _forward(session, attendee, attendees, request)
    if has_returned or publishes_anew or moves:
        await publish_change(session, meeting)
    user = by.user if isinstance(by, Caller) and by.device is None else None
    return Presence(
        is_open=True,
        attendees=attendees,
        removed=await repository.removed(meeting_id),
        signals=await repository.signals_to(attendee_id),
        own=attendee,
        has_knocking=bool(meeting.has_knocking),
        callbacks=await callbacks(session, meeting, attendee, attendees) if user is not None else (),
        ringing=await ringing(session, meeting, user) if user is not None and _nobody_asks(attendees) else None,
        moved=meeting if moved else None,
    )


async def leave(
    session: AsyncSession, meeting_id: uuid.UUID, attendee_id: uuid.UUID, *, by: Caller, taken_back: bool = False
) -> None:
    """Leave by hanging up. The meeting ends when its last window leaves, unless another one may still return.

    A device may return until its user has taken it back, as far as others let the meeting go on.

    Raises:
        MeetingNotFound: the attendee is not this user's.
        Forbidden: it is not this device's.
    """
    repository = MeetingRepository(session)
    meeting = await own_meeting(repository, meeting_id, attendee_id, by)
    was_in = is_in(await repository.attendee(attendee_id), meeting)
    ends_token = taken_back and by.device is not None and meeting.ended_at is None
    if not was_in and not ends_token:
        return
    await record_call_touched(session, meeting)
    if by.device is not None:
        if ends_token:
            await end_tokens(session, meeting, StandaloneToken.id == by.device.token_id, why=TAKEN_BACK)
            await repository.leave_all(meeting.id, by.own_windows)
        else:
            await TokenRepository(session).await_return(by.device.token_id)
    await _leave(session, meeting, attendee_id)


async def remove(session: AsyncSession, attendee_id: uuid.UUID) -> None:
    """Remove a window whose user may no longer take part; the others drop their connections to it."""
    repository = MeetingRepository(session)
    meeting = await repository.lock_meeting_of(attendee_id)
    if meeting is None:
        return
    attendee = await repository.attendee(attendee_id)
    if not is_in(attendee, meeting):
        return
    attendee.is_removed = True
    await session.flush()
    await _leave(session, meeting, attendee_id)


async def delete(session: AsyncSession, external_id: uuid.UUID, consult_id: uuid.UUID, *, by: Caller) -> None:
    """End the meeting, if no one but the caller is left in it.

    Raises:
        Forbidden: the user has not joined this meeting, or the device is not for it.
        MeetingInUse: another user is present or may return, or a device, or the user has two windows in it.
    """
    repository = MeetingRepository(session)
    meeting = await repository.by_external_id(external_id, consult_id, by.may_end)
    if meeting is None:
        raise Forbidden
    await record_call_touched(session, meeting)
    if meeting.ended_at is not None:
        return
    attendees = await repository.present_users(meeting.id, RETURN_WINDOW)
    if len(attendees) > 1 or not all(map(by.is_own, attendees)) or await _awaits_another(session, meeting, by):
        raise MeetingInUse
    await _end(session, meeting)


async def end_abandoned(session: AsyncSession, meeting_id: uuid.UUID) -> None:
    """End an abandoned meeting, unless someone has joined in the meantime."""
    repository = MeetingRepository(session)
    meeting = await repository.locked(meeting_id)
    if meeting.ended_at is None and not await _may_go_on(session, meeting, ABANDONED_AFTER):
        await _end(session, meeting)


async def publish_attendance(session: AsyncSession, meeting_id: uuid.UUID) -> None:
    """Publish that the attendees have changed."""
    await publish_change(session, await session.get_one(Meeting, meeting_id))


async def own_meeting(
    repository: MeetingRepository,
    meeting_id: uuid.UUID,
    attendee_id: uuid.UUID,
    by: Participant,
    *,
    shared: bool = False,
) -> Meeting:
    """The meeting in which the attendee is one of the caller's windows; locked, as in `lock_meeting_of`."""
    own = Attendee.meeting_id == meeting_id, by.own_windows
    meeting = await repository.lock_meeting_of(attendee_id, *own, shared=shared)
    if meeting is None:
        raise by.refusal
    return meeting


def _nobody_asks(attendees: Iterable[Attendee]) -> bool:
    """Whether none of them is at the bedside for certain; `ringing` looks closer."""
    return all(each.gives_consults or each.guest_id is not None for each in attendees)


def is_in(attendee: Attendee, meeting: Meeting) -> bool:
    return meeting.ended_at is None and attendee.left_at is None


async def _leave(session: AsyncSession, meeting: Meeting, attendee_id: uuid.UUID) -> None:
    repository = MeetingRepository(session)
    await repository.leave_all(meeting.id, Attendee.id == attendee_id)
    await end_if_left(session, meeting)


async def end_if_left(session: AsyncSession, meeting: Meeting) -> None:
    """Publish that someone has left the open meeting, which is locked; end it if nobody is left who may return."""
    if await _may_go_on(session, meeting, RETURN_WINDOW):
        await publish_change(session, meeting)
    else:
        await _end(session, meeting)


async def _may_go_on(session: AsyncSession, meeting: Meeting, window: timedelta) -> bool:
    """Whether a user was seen in the meeting within this time, or a device is to come; guests do not stay alone."""
    if await MeetingRepository(session).present_users(meeting.id, window):
        return True
    return bool(await TokenRepository(session).awaited(meeting.id))


async def _awaits_another(session: AsyncSession, meeting: Meeting, by: Caller) -> bool:
    own_id = by.device.token_id if by.device is not None else None
    return any(token.id != own_id for token in await TokenRepository(session).awaited(meeting.id))


async def record_call_touched(session: AsyncSession, meeting: Meeting) -> None:
    """Record the patient of the call for the audit trail."""
    consult = await MeetingRepository(session).consult(meeting)
    record_touched(session, consult, emr_id=consult.patient.emr_id)


async def _forward(session: AsyncSession, sender: Attendee, attendees: Iterable[Attendee], request: Attend) -> None:
    """Forward signals to those who are present; others do not need a connection."""
    others = {attendee.id: attendee for attendee in attendees if attendee.id != sender.id}
    repository = MeetingRepository(session)
    pending = await repository.pending(sender.id) if request.signals else {}
    signals = [signal for signal in request.signals if signal.to in others and pending.get(signal.to, 0) < MAX_PENDING]
    await repository.put_signals(
        {
            "sender_id": sender.id,
            "receiver_id": signal.to,
            "number": signal.number,
            "content": signal.content.model_dump(mode="json"),
        }
        for signal in signals
    )
    # A device has no socket; its user may have some elsewhere.
    to = _rooms_of(others[signal.to] for signal in signals if others[signal.to].standalone_token_id is None)
    if to:
        publish(session, MeetingSignalled(meeting_id=sender.meeting_id), to=to)


async def _end(session: AsyncSession, meeting: Meeting) -> None:
    repository = MeetingRepository(session)
    meeting.ended_at = clock.now()
    await session.flush()
    await repository.forget_signals(meeting.id)
    await publish_change(session, meeting)
    await repository.leave_all(meeting.id)
    await RingRepository(session).forget_all(meeting.id)
    await end_tokens(session, meeting, why=CALL_ENDED)
    await end_guests(session, meeting)
    await conclude(session, meeting)


async def publish_change(session: AsyncSession, meeting: Meeting) -> None:
    """Publish to all who may view the consult, and to attendees who no longer may; tell the media server, too."""
    consult = await session.get_one(Consult, meeting.consult_id)
    attendees = await MeetingRepository(session).present(meeting.id)
    to = [room_of(consult), *_rooms_of(attendees)]
    publish(session, MeetingChanged(consult_id=consult.id, requester_id=consult.created_by_id), to=to)
    if meeting.media == JANUS:
        await update_room(session, meeting)


def _rooms_of(attendees: Iterable[Attendee]) -> list[str]:
    """The rooms of their users, each once; a guest has no socket."""
    return sorted({rooms.of_user(attendee.user_id) for attendee in attendees if attendee.user_id is not None})
