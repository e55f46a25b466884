"""Copies of a month on the wire."""

from pydantic import Field

from wardline.call_schedules.schemas import Month, ScheduleChangeRead
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.people.schemas import NamedPerson


class CopyMonth(ApiModel):
    source: Month = Field(alias="from")
    target: Month = Field(alias="to")


class CopiedShift(ReadModel):
    starts_at: UtcDateTime
    ends_at: UtcDateTime
    user_id: int | None = Field(description="Null where nobody is on call, although the rotations plan somebody.")


class CopyPreview(ReadModel):
    """What a copy would do. With conflicts, it is refused."""

    shifts: list[CopiedShift]
    """By begin. Before the first and after the last one, the plan stays."""
    conflicts: list[ScheduleChangeRead]
    """Changes that exist at that time."""
    not_on_the_line: list[int]
    """Ids of people whose shifts are left out, because they may not go on call for the line anymore."""
    people: list[NamedPerson]
    """Everybody who is named."""


class MonthCopied(ReadModel):
    id: int
