"""Whether sound and picture arrive: what windows report, whom to call instead, and how a meeting went in the end."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.models import Consult
from wardline.consults.timeline.choices import UpdateKind
from wardline.core import clock
from wardline.directory.loading import load_by_ids
from wardline.video.choices import CallOutcome, CallQuality, MediaProblem
from wardline.video.models import Attendee, Meeting
from wardline.video.repository import MeetingRepository
from wardline.video.schemas import Callback, MediaReport
from wardline.video.time_limits import LEASE
from wardline.video.timeline import record

_BY_BADNESS: Final = {quality.value: rank for rank, quality in enumerate(CallQuality)}


def worse(*qualities: str | None) -> str | None:
    """The worst of them; None if none is known."""
    return max((each for each in qualities if each is not None), key=_BY_BADNESS.__getitem__, default=None)


async def record_report(
    session: AsyncSession, meeting: Meeting, attendee: Attendee, report: MediaReport | None
) -> None:
    """Store what the window reports; None clears what it has reported before.

    The meeting's first problem between users goes into its timeline, for which the meeting must be locked for a change.
    A guest has no number to call, and has often just closed the page.
    """
    if report is None:
        attendee.problems = None
        return
    if report.flowing and attendee.media_since is None:
        attendee.media_since = clock.now()
    attendee.problems = {str(each.attendee_id): each.problem.value for each in report.problems} or None
    attendee.quality = worse(attendee.quality, report.quality)
    if report.is_relayed is not None:
        attendee.is_relayed = attendee.is_relayed or report.is_relayed
    if report.problems and meeting.problem_at is None and attendee.user_id is not None:
        await session.flush()
        present = await MeetingRepository(session).present(meeting.id)
        users = {each.id for each in present if each.user_id is not None}
        between_users = [each.problem for each in report.problems if each.attendee_id in users]
        if between_users:
            meeting.problem_at = clock.now()
            text = failure_text(between_users[0])
            await _record(session, meeting, UpdateKind.VIDEO_FAILED, text, [attendee])


def failure_text(problem: MediaProblem) -> str:
    what = "stopped" if problem is MediaProblem.CONNECTION_LOST else "did not arrive"
    return f"Sound and picture {what} ({problem.label.lower()}). Callback numbers were shown instead."


async def callbacks(
    session: AsyncSession, meeting: Meeting, own: Attendee, attendees: Sequence[Attendee]
) -> list[Callback]:
    """The others, except guests, with whom sound and picture do not work in one direction, with their numbers.

    A provider is called at the number of their shift on the consult's line, or at their own; the asking side, and
    whoever stands beside an unattended device, at the consult's callback number.
    """
    here, own_id = own.problems or {}, str(own.id)
    troubled = [
        (each, each.user_id, here.get(str(each.id)) or (each.problems or {}).get(own_id))
        for each in attendees
        if each.id != own.id
    ]
    others = [
        (each, user_id, problem) for each, user_id, problem in troubled if user_id is not None and problem is not None
    ]
    if not others:
        return []
    consult = await session.get_one(Consult, meeting.consult_id)
    users = {user.id: user for user in await load_by_ids(session, {user_id for _, user_id, _ in others})}
    return [
        Callback(
            attendee_id=each.id,
            phone_number=_number_of(each, users.get(user_id), consult),
            problem=MediaProblem(problem),
            is_here=str(each.id) in here,
        )
        for each, user_id, problem in others
    ]


def _number_of(attendee: Attendee, user: CurrentUser | None, consult: Consult) -> str | None:
    at_bedside = user is None or user.id == consult.created_by_id or not user.is_virtual
    if at_bedside or attendee.standalone_token_id is not None or user is None:
        return consult.callback_number
    on_shift = [each.phone_number for each in user.check_ins if each.service_line_id == consult.service_line_id]
    if on_shift:
        return on_shift[0]
    return attendee.user.phone_number if attendee.user is not None else None


async def conclude(session: AsyncSession, meeting: Meeting) -> None:
    """Store how the meeting went, which has just ended, and say so in the timeline if people met in it."""
    await session.flush()
    attendees = await MeetingRepository(session).all_of(meeting.id)
    meeting.quality = worse(*(each.quality for each in attendees))
    relayed = [each.is_relayed for each in attendees if each.is_relayed is not None]
    meeting.is_relayed = any(relayed) if relayed else None
    met = [each for each in attendees if each.media_since is not None]
    meeting.outcome = _outcome(meeting, met)
    await session.flush()
    if met:
        since = min(each.media_since for each in met if each.media_since is not None)
        text = summary(
            [_name(each) for each in met],
            since,
            max(since, _end_of(met)),
            quality=meeting.quality,
            is_relayed=meeting.is_relayed,
        )
        await _record(session, meeting, UpdateKind.VIDEO_ENDED, text, met)
    elif len({each.user_id for each in attendees}) == 1:
        await _record_vain_wait(session, meeting, attendees)


async def _record_vain_wait(session: AsyncSession, meeting: Meeting, attendees: Sequence[Attendee]) -> None:
    """Say how long the only user who came has waited, if that was no mere look."""
    minutes = _minutes(max(_end(each) for each in attendees) - min(each.joined_at for each in attendees))
    if minutes > 0:
        text = f"{_name(attendees[0])} waited for {_counted(minutes)}, and nobody else joined."
        await _record(session, meeting, UpdateKind.VIDEO_ENDED, text, attendees)


def _end_of(met: Sequence[Attendee]) -> datetime:
    """When all but one of them had left, or were silent."""
    ends = sorted(map(_end, met))
    return ends[-2] if len(ends) > 1 else ends[-1]


def _end(attendee: Attendee) -> datetime:
    return min(attendee.left_at or attendee.seen_at, attendee.seen_at + LEASE)


def _outcome(meeting: Meeting, met: Sequence[Attendee]) -> CallOutcome:
    if met:
        return CallOutcome.CONNECTED
    return CallOutcome.UNMET if meeting.problem_at is None else CallOutcome.FAILED


def _name(attendee: Attendee) -> str:
    if attendee.user is not None:
        return f"{attendee.user.first_name} {attendee.user.last_name}"
    return attendee.guest.name if attendee.guest is not None else ""


def summary(
    people: Sequence[str], since: datetime, until: datetime, *, quality: str | None, is_relayed: bool | None
) -> str:
    """How long who met, and how well: ``"12 minutes: Dana Lee, Sam Ortiz. Connection: fair, through a relay."``."""
    minutes = _minutes(until - since)
    length = "Less than a minute" if minutes < 1 else _counted(minutes)
    text = f"{length}: {', '.join(dict.fromkeys(people))}."
    if quality is None:
        return text
    relay = ", through a relay" if is_relayed else ""
    return f"{text} Connection: {CallQuality(quality).label.lower()}{relay}."


def _minutes(length: timedelta) -> int:
    return length // timedelta(minutes=1)


def _counted(minutes: int) -> str:
    return f"{minutes} minute{'' if minutes == 1 else 's'}"


async def _record(session: AsyncSession, meeting: Meeting, kind: UpdateKind, text: str, by: Sequence[Attendee]) -> None:
    """In the name of the last of them who has an account, otherwise of whoever requested the consult."""
    consult = await session.get_one(Consult, meeting.consult_id)
    user_ids = [each.user_id for each in by if each.user_id is not None]
    await record(session, meeting, kind, text, user_ids[-1] if user_ids else consult.created_by_id)
