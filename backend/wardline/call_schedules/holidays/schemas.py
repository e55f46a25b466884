"""Holidays on the wire."""

from typing import Annotated, Final

from pydantic import Field

from wardline.call_schedules.schemas import GapRead, HolidayRead
from wardline.core.forms.fields import PlainDate, ShortText, unique_items
from wardline.core.forms.wire import ApiModel, ReadModel

MAX_HOLIDAYS: Final = 500


class HolidayFields(ApiModel):
    day: PlainDate
    name: ShortText


class SaveHolidays(ApiModel):
    """The whole list, in place of the stored one."""

    version: ShortText
    """Of the list that the planner has seen; another one is refused."""
    holidays: Annotated[list[HolidayFields], Field(max_length=MAX_HOLIDAYS), unique_items(lambda holiday: holiday.day)]


class HolidaysRead(ReadModel):
    version: str
    holidays: list[HolidayRead]
    """By day."""


class HolidaysSaved(ReadModel):
    """What saving the holidays left open that was covered before."""

    gaps: list[GapRead]
    """The first ones on lines that the planner may see."""
    gap_total: int
    """How many there are on these lines."""
    gap_total_elsewhere: int
    """How many there are on other lines."""
