"""Service lines in a network file: when they are open, and how urgent their priorities are."""

from datetime import date
from itertools import pairwise
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, field_validator, model_validator

from wardline.core import clock
from wardline.core.forms.fields import ShortText, Text
from wardline.network.values import Entry, ManagedEntry, TimeZone, days_interval, days_of, hours_text
from wardline.service_lines.hours import find_overlap


class Hours(Entry):
    """Open from the first time until just before the second, which is on the next day if it is not later."""

    days: Annotated[Text, AfterValidator(days_interval)]
    open: Annotated[Text, AfterValidator(hours_text)]
    time_zone: TimeZone

    @property
    def open_days_in_week(self) -> str:
        return self.days

    @property
    def open_hours(self) -> str:
        return self.open

    @property
    def open_hours_timezone(self) -> str:
        return self.time_zone


class HoursException(Entry):
    """On these days the line is open at other times, or closed if there are none (`wardline.service_lines.hours`)."""

    name: ShortText
    first: Annotated[date, Field(strict=False)]
    last: Annotated[date, Field(strict=False)] | None = None
    """By default the first day."""
    open: list[Annotated[Text, AfterValidator(hours_text)]] = []
    time_zone: TimeZone

    @property
    def last_day(self) -> date:
        return self.last or self.first

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.last_day < self.first:
            raise ValueError("the last day is before the first")
        times = [Hours.model_construct(days="[1,7]", open=open_, time_zone="UTC") for open_ in self.open]
        if find_overlap(times, clock.now()) is not None:
            raise ValueError(f"{', '.join(self.open)} overlap")
        return self


class Priority(Entry):
    name: Literal["critical", "urgent", "routine"]
    limit_seconds: Annotated[int, Field(gt=0, lt=2**31)]
    rank: Annotated[int, Field(ge=0, lt=2**31)] | None = None


class OpeningHours(Entry):
    """When a line is open; without hours, it is open around the clock."""

    hours: list[Hours] = []
    exceptions: list[HoursException] = []

    @field_validator("hours")
    @classmethod
    def _apart(cls, hours: list[Hours]) -> list[Hours]:
        overlap = find_overlap(hours, clock.now())
        if overlap is not None:
            first, second = (f"{days_of(row.open_days_in_week)} {row.open_hours}" for row in overlap)
            raise ValueError(f"{first} and {second} overlap")
        return hours

    @model_validator(mode="after")
    def _exceptions_apart(self) -> Self:
        if self.exceptions and not self.hours:
            raise ValueError("exceptions need hours; for a line that is open around the clock: Mon-Sun 00:00-24:00")
        for earlier, later in pairwise(sorted(self.exceptions, key=lambda each: each.first)):
            if later.first <= earlier.last_day:
                raise ValueError(f"the exceptions {earlier.name!r} and {later.name!r} overlap")
        return self

    def stored_exceptions(self) -> list[dict[str, Any]]:
        """As in `wardline.service_lines.models.ServiceLine.exceptions`."""
        return [
            {
                "name": each.name,
                "first": each.first.isoformat(),
                "last": each.last_day.isoformat(),
                "open": sorted(each.open),
                "time_zone": each.time_zone,
            }
            for each in sorted(self.exceptions, key=lambda each: each.first)
        ]


class ServiceLine(OpeningHours, ManagedEntry):
    priorities: dict[Literal[1, 2, 3], Priority]

    @field_validator("priorities")
    @classmethod
    def _all_three(cls, priorities: dict[int, Priority]) -> dict[int, Priority]:
        if missing := {1, 2, 3} - priorities.keys():
            raise ValueError(f"priority {', '.join(map(str, sorted(missing)))} is missing")
        return priorities
