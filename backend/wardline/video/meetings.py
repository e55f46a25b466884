"""What can be done in a consult's meeting: one function a verb.

Browsers carry sound and pictures to each other themselves; here it is known who is there, and what they have to tell
each other until they are connected. A window says every few seconds that it is still there, fetches what is for it and
leaves what is for others, all in one call, so that nothing is lost with a socket and no window stays that died.
"""

import uuid
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.audit.recording import touched
from wardline.consults.errors import ConsultNotFound
from wardline.consults.models import Consult
from wardline.consults.repository import ConsultRepository
from wardline.core import clock
from wardline.core.errors import Forbidden
from wardline.patients.models import Patient
from wardline.realtime import rooms
from wardline.realtime.publish import publish
from wardline.video.errors import MeetingFull, MeetingInUse, MeetingNotFound
from wardline.video.events import MeetingChanged, MeetingSignalled
from wardline.video.models import Attendee, Meeting, Signal
from wardline.video.policies import can_join_chime, can_stay
from wardline.video.repository import MeetingRepository
from wardline.video.rhythm import ABANDONED, LEASE, MAY_RETURN
from wardline.video.schemas import Attend

MOST_ATTENDEES: Final = 6
"""Each window sends to every other one; with more of them a ward's network and laptop no longer keep up."""
MOST_WAITING: Final = 200
"""Signals that one window may leave for another before it hears them; a connection takes some thirty."""


class Presence(NamedTuple):
    """What an attendee learns; `attendees` and `signals` are empty once the meeting has ended for them."""

    is_open: bool
    attendees: Sequence[Attendee]
    removed: Sequence[uuid.UUID]
    signals: Sequence[Signal]


async def joinable(session: AsyncSession, consult_id: uuid.UUID, *, by: CurrentUser) -> Consult:
    """The consult whose meeting the user may join now.

    Raises:
        ConsultNotFound: the user may not see the consult.
        Forbidden: the user may not join, or is on call for another line first.
    """
    consult = await ConsultRepository(session).get(by, consult_id)
    if consult is None:
        raise ConsultNotFound
    can_join_chime(by, consult).enforce()
    return consult


async def join(session: AsyncSession, consult: Consult, *, by: CurrentUser, session_id: str) -> uuid.UUID:
    """Another attendee of the meeting of a consult that is `joinable`, opened where none is; answers the attendee's id.

    Raises:
        MeetingFull: `MOST_ATTENDEES` are there.
    """
    repository = MeetingRepository(session)
    meeting = await repository.open_for_change(consult.id)
    if len(await repository.present(meeting.id)) >= MOST_ATTENDEES:
        raise MeetingFull
    now = clock.now()
    attendee = Attendee(
        id=uuid.uuid4(), meeting_id=meeting.id, user_id=by.id, joined_at=now, seen_at=now, session_id=session_id
    )
    session.add(attendee)
    await session.flush()
    await _tell(session, meeting)
    return attendee.id


async def attend(
    session: AsyncSession,
    meeting_id: uuid.UUID,
    attendee_id: uuid.UUID,
    said: Attend,
    *,
    by: CurrentUser,
    session_id: str,
) -> Presence:
    """Note that the window is there, pass on what it says, and answer what is for it.

    Raises:
        MeetingNotFound: the attendee is not this user's.
        CallRightTaken: the user's roles do not let anybody join any longer.
    """
    repository = MeetingRepository(session)
    attendee = await _own(repository, meeting_id, attendee_id, by)
    can_stay(by).enforce()
    meeting = await _still_in(repository, attendee, shared=True)
    if meeting is None:
        return Presence(is_open=False, attendees=[], removed=[], signals=[])
    returns = attendee.seen_at <= clock.now() - LEASE
    if returns or attendee.seen_at == attendee.joined_at:
        await _note(session, meeting)
    attendee.seen_at = clock.now()
    attendee.session_id = session_id
    await session.flush()
    attendees = await repository.present(meeting_id)
    await repository.forget_heard(attendee_id, said.heard)
    await _pass_on(session, attendee, attendees, said)
    if returns:
        await _tell(session, meeting)
    return Presence(
        is_open=True,
        attendees=attendees,
        removed=await repository.removed(meeting_id),
        signals=await repository.signals_to(attendee_id),
    )


async def leave(session: AsyncSession, meeting_id: uuid.UUID, attendee_id: uuid.UUID, *, by: CurrentUser) -> None:
    """The window has ended its call; with the last of them the meeting ends, unless one may still come back.

    Raises:
        MeetingNotFound: the attendee is not this user's.
    """
    repository = MeetingRepository(session)
    meeting = await _still_in(repository, await _own(repository, meeting_id, attendee_id, by))
    if meeting is None:
        return
    await _note(session, meeting)
    await _leave(session, meeting, attendee_id)


async def remove(session: AsyncSession, attendee_id: uuid.UUID) -> None:
    """The window's user may take part no longer: it leaves, whatever it does, and the others let go of it."""
    repository = MeetingRepository(session)
    attendee = await session.get_one(Attendee, attendee_id)
    meeting = await _still_in(repository, attendee)
    if meeting is None:
        return
    attendee.is_removed = True
    await session.flush()
    await _leave(session, meeting, attendee_id)


async def delete(session: AsyncSession, external_id: uuid.UUID, consult_id: uuid.UUID, *, by: CurrentUser) -> None:
    """End the meeting for whoever is left in it, which is the user at most.

    Raises:
        Forbidden: the user has not joined this meeting.
        MeetingInUse: somebody else is there or may come back, or the user is there twice.
    """
    repository = MeetingRepository(session)
    meeting = await repository.by_external_id(external_id, consult_id, by.id)
    if meeting is None:
        raise Forbidden
    await _note(session, meeting)
    if meeting.ended_at is not None:
        return
    attendees = await repository.present(meeting.id, MAY_RETURN)
    if len(attendees) > 1 or any(attendee.user_id != by.id for attendee in attendees):
        raise MeetingInUse
    await _end(session, meeting)


async def end_abandoned(session: AsyncSession, meeting_id: uuid.UUID) -> None:
    """End a meeting in which nobody is any more, unless somebody has come meanwhile."""
    repository = MeetingRepository(session)
    meeting = await repository.locked(meeting_id)
    if meeting.ended_at is None and not await repository.present(meeting_id, ABANDONED):
        await _end(session, meeting)


async def tell(session: AsyncSession, meeting_id: uuid.UUID) -> None:
    """Who is in the meeting is not what it was."""
    await _tell(session, await session.get_one(Meeting, meeting_id))


async def _own(
    repository: MeetingRepository, meeting_id: uuid.UUID, attendee_id: uuid.UUID, by: CurrentUser
) -> Attendee:
    attendee = await repository.attendee(meeting_id, attendee_id, by.id)
    if attendee is None:
        raise MeetingNotFound
    return attendee


async def _still_in(repository: MeetingRepository, attendee: Attendee, *, shared: bool = False) -> Meeting | None:
    """The attendee's meeting, locked as `MeetingRepository.locked` says; None if it has ended or they have left it."""
    meeting = await repository.locked(attendee.meeting_id, shared=shared)
    # Whoever waited for the lock may have been removed meanwhile.
    await repository.session.refresh(attendee)
    return None if meeting.ended_at is not None or attendee.left_at is not None else meeting


async def _leave(session: AsyncSession, meeting: Meeting, attendee_id: uuid.UUID) -> None:
    repository = MeetingRepository(session)
    await repository.leave_all(meeting.id, Attendee.id == attendee_id)
    if await repository.present(meeting.id, MAY_RETURN):
        await _tell(session, meeting)
    else:
        await _end(session, meeting)


async def _note(session: AsyncSession, meeting: Meeting) -> None:
    """For the audit trail: whose call it is."""
    consult = await session.get_one(Consult, meeting.consult_id)
    patient = await session.get_one(Patient, consult.patient_id)
    touched(session).consult(
        consult.id, patient_id=consult.patient_id, organization_id=consult.organization_id, emr_id=patient.emr_id
    )


async def _pass_on(session: AsyncSession, sender: Attendee, attendees: Iterable[Attendee], said: Attend) -> None:
    """To those who are there; who is not any more needs no connection."""
    user_of = {each.id: each.user_id for each in attendees if each.id != sender.id}
    repository = MeetingRepository(session)
    waiting = await repository.waiting(sender.id) if said.signals else {}
    signals = [signal for signal in said.signals if signal.to in user_of and waiting.get(signal.to, 0) < MOST_WAITING]
    await repository.put_signals(
        {
            "sender_id": sender.id,
            "receiver_id": signal.to,
            "number": signal.number,
            "content": signal.content.model_dump(mode="json"),
        }
        for signal in signals
    )
    if signals:
        to = sorted({rooms.of_user(user_of[signal.to]) for signal in signals})
        await publish(session, MeetingSignalled(meeting_id=sender.meeting_id), to=to)


async def _end(session: AsyncSession, meeting: Meeting) -> None:
    repository = MeetingRepository(session)
    meeting.ended_at = clock.now()
    await session.flush()
    await repository.forget_signals(meeting.id)
    await _tell(session, meeting)
    await repository.leave_all(meeting.id)


async def _tell(session: AsyncSession, meeting: Meeting) -> None:
    """Whoever sees the consult, and those in the meeting who do not see it any more."""
    consult = await session.get_one(Consult, meeting.consult_id)
    attendees = await MeetingRepository(session).present(meeting.id)
    line = rooms.of_line(consult.organization_id, consult.service_line_id)
    to = [line, *sorted({rooms.of_user(attendee.user_id) for attendee in attendees})]
    await publish(session, MeetingChanged(consult_id=consult.id), to=to)
