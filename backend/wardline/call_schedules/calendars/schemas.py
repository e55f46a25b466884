"""Calendars on the wire."""

from typing import Annotated, Final

from pydantic import AfterValidator, Field, StrictInt, StringConstraints

from wardline.call_schedules.calendars.choices import CalendarProblem, CalendarRemark
from wardline.call_schedules.schemas import MAX_LAYER
from wardline.core.forms.fields import SentId, ShortText, Text, TrimmedText
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.people.schemas import NamedPerson

CALENDAR_LIMIT: Final = 950_000
"""Characters of an uploaded calendar, which with its line ends as JSON fits into a request; bytes of a fetched one."""
ADDRESS_LIMIT: Final = 2_000
MAX_LISTED: Final = 100
"""Of titles, remarks and shifts in a response."""

CalendarText = Annotated[Text, StringConstraints(min_length=1, max_length=CALENDAR_LIMIT)]
CalendarAddress = Annotated[
    TrimmedText,
    StringConstraints(min_length=1, max_length=ADDRESS_LIMIT),
    AfterValidator(lambda address: address.replace("webcal://", "https://", 1)),
]
"""A URL; applications that publish calendars write webcal for https."""


class IssueCalendarLink(ApiModel):
    schedule_id: SentId | None
    """Null for the caller's own shifts on all schedules."""


class CalendarLinkIssued(ReadModel):
    id: int
    address: str
    """Returned only once. Whoever knows it can read the calendar."""


class CalendarLinkRead(ReadModel):
    id: int
    schedule_id: int | None
    schedule_name: str | None
    created_at: UtcDateTime
    last_read_at: UtcDateTime | None
    """When a calendar read it last, to ten minutes; null for never."""


class CalendarSource(ApiModel):
    """Either the text of a calendar or the address where it is."""

    content: CalendarText | None
    address: CalendarAddress | None


class ImportCalendar(CalendarSource):
    """A calendar as a layer of a schedule; one with the name of another replaces that one's copy, if that is meant."""

    name: ShortText
    layer: Annotated[StrictInt, Field(ge=0, le=MAX_LAYER)]
    version: Annotated[StrictInt, Field(ge=1)] | None
    """Of the calendar that this one replaces, as the planner has seen it; null for a new one."""


class CalendarImported(ReadModel):
    id: int


class CalendarShift(ReadModel):
    user_id: int
    starts_at: UtcDateTime
    ends_at: UtcDateTime


class UnknownTitleRead(ReadModel):
    """Nobody who may go on call for the line has this name, or several people have it."""

    title: str
    count: int
    """How many entries have it in the coming 54 weeks."""
    starts_at: UtcDateTime
    """Of the first of them."""


class CalendarRemarkRead(ReadModel):
    kind: CalendarRemark
    about: str
    """The title of an entry, or the name of a time zone."""


class CalendarPreview(ReadModel):
    """What a calendar would plan in the coming two weeks, and how much in 54; of each list at most the first 100."""

    shifts: list[CalendarShift]
    people: list[NamedPerson]
    shift_total: int
    unknown_titles: list[UnknownTitleRead]
    unknown_total: int
    """How many entries have an unknown title."""
    remarks: list[CalendarRemarkRead]


class ImportedCalendarRead(ReadModel):
    id: int
    name: str
    layer: int
    host: str | None
    """Of its address, the rest of which may be a secret; null if it was uploaded."""
    version: int
    fetched_at: UtcDateTime
    """When the last good copy was fetched or uploaded."""
    problem: CalendarProblem | None
    """Why there is no newer copy."""
    shift_total: int
    unknown_titles: list[UnknownTitleRead]
    unknown_total: int
    remarks: list[CalendarRemarkRead]


class ImportedCalendarsRead(ReadModel):
    calendars: list[ImportedCalendarRead]
    hosts: list[str]
    """From which calendars may be read, as in the settings; empty if only files can be imported."""
