"""What notices of duty say: one sentence for each kind, with times as clocks in their zone show them."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from wardline.duty_notices.choices import DutyNoticeKind

_DAY: Final = timedelta(days=1)
_SENTENCES: Final = {
    DutyNoticeKind.SHIFT_TOMORROW: "You have a shift on {line}",
    DutyNoticeKind.SHIFT_BEGINS: "Your shift on {line} has begun",
    DutyNoticeKind.SHIFT_UNATTENDED: "{name} has not gone on call for a shift on {line}",
    DutyNoticeKind.NOBODY_ON_CALL: "Nobody is on call for {line}",
    DutyNoticeKind.SHIFT_ASSIGNED: "A shift on {line} was assigned to you",
    DutyNoticeKind.SHIFT_WITHDRAWN: "A shift on {line} is no longer yours",
    DutyNoticeKind.SHIFT_TIMES_CHANGED: "Your shift on {line} has new times",
    DutyNoticeKind.COVER_ASKED: "{name} asks for cover on {line}",
    DutyNoticeKind.COVER_TAKEN: "{name} has taken your shift on {line}",
    DutyNoticeKind.COVER_OPEN: "Nobody has taken your shift on {line} yet",
    DutyNoticeKind.COVER_CLOSED: "A request for cover on {line} has ended",
    DutyNoticeKind.CANNOT_GO_ON_CALL: "{name} has a shift on {line} but cannot go on call for it anymore",
}
_OF_SEVERAL: Final = {
    DutyNoticeKind.SHIFT_ASSIGNED: "{count} shifts on {line} were assigned to you",
    DutyNoticeKind.SHIFT_WITHDRAWN: "{count} shifts on {line} are no longer yours",
    DutyNoticeKind.SHIFT_TIMES_CHANGED: "{count} shifts of yours on {line} have new times",
}
"""For the kinds that may be about several shifts, with the times of the first."""
_NOBODY_NAMED: Final = {
    DutyNoticeKind.SHIFT_UNATTENDED: "Whoever is expected",
    DutyNoticeKind.CANNOT_GO_ON_CALL: "Somebody",
}
"""In place of a name that is not known; a colleague otherwise."""


@dataclass(frozen=True, slots=True)
class Content:
    """What a notice is about. `about` is the name of a person, never of a patient."""

    kind: DutyNoticeKind
    service_line_id: int
    line: str
    schedule_name: str | None
    about: str | None
    time_zone: str
    starts_at: datetime | None
    ends_at: datetime | None
    shift_count: int = 1


def sentence(content: Content, now: datetime) -> str:
    name = content.about or _NOBODY_NAMED.get(content.kind, "A colleague")
    are_several = content.shift_count > 1
    words = (_OF_SEVERAL if are_several else _SENTENCES)[content.kind]
    said = words.format(line=content.line, name=name, count=content.shift_count)
    times = when(content, now)
    details = "; ".join(filter(None, [content.schedule_name, f"the first {times}" if are_several and times else times]))
    return f"{said} ({details})." if details else f"{said}."


def text(content: Content, origin: str, now: datetime) -> str:
    return f"Wardline. {sentence(content, now)} {_link(content, origin)}"


def subject(content: Content) -> str:
    return f"{content.kind.label}, {content.line}"


def mail(content: Content, origin: str, now: datetime) -> str:
    return f"{sentence(content, now)}\n\n{_link(content, origin)}\n"


def _link(content: Content, origin: str) -> str:
    """``Go on call: https://…``, a button's label as it is written in a sentence."""
    return f"{content.kind.handling.action_name.capitalize()}: {origin}{path(content)}"


def path(content: Content) -> str:
    """The page where the reader does something about it."""
    handling = content.kind.handling
    return f"{handling.path}?begin={content.service_line_id}" if handling.goes_on_call else handling.path


def when(content: Content, now: datetime) -> str | None:
    """``7:00pm to 7:00am EST``, with the day of the start unless it is today; None without a start.

    The end is within a day of the start on the clock unless it has a day, too. Both have their zone's name if clocks
    change in between.
    """
    if content.starts_at is None:
        return None
    zone = ZoneInfo(content.time_zone)
    starts, today = content.starts_at.astimezone(zone), now.astimezone(zone)
    start = _clock(starts) if starts.date() == today.date() else f"{_day(starts, today)}, {_clock(starts)}"
    if content.ends_at is None:
        return f"{'since' if content.starts_at <= now else 'from'} {start} {_zone_name(starts)}"
    ends = content.ends_at.astimezone(zone)
    is_within_a_day = ends.replace(tzinfo=None) - starts.replace(tzinfo=None) < _DAY
    end = _clock(ends) if is_within_a_day else f"{_day(ends, today)}, {_clock(ends)}"
    before, after = _zone_name(starts), _zone_name(ends)
    return f"{start} to {end} {after}" if before == after else f"{start} {before} to {end} {after}"


def _clock(moment: datetime) -> str:
    return f"{moment.hour % 12 or 12}:{moment:%M}{'am' if moment.hour < 12 else 'pm'}"  # noqa: PLR2004


def _day(moment: datetime, today: datetime) -> str:
    """``Thu Mar 5``, with the year unless it is this one."""
    year = f", {moment.year}" if moment.year != today.year else ""
    return f"{moment:%a %b} {moment.day}{year}"


def _zone_name(moment: datetime) -> str:
    """``EST``; ``UTC+10:30`` where people have no letters for it."""
    name = moment.tzname() or ""
    if name[:1] not in {"+", "-"}:
        return name
    return f"UTC{name[:3]}:{name[3:]}" if name[3:] else f"UTC{name}"
