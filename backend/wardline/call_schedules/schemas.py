"""Call schedules on the wire."""

from typing import Annotated, Final

from pydantic import Field, StrictBool, StrictInt

from wardline.call_schedules.choices import ChangeKind, HolidayRule, PlanConflict, TurnUnit
from wardline.core.forms import messages
from wardline.core.forms.fields import PlainDate, SentId, ShortText, Text, TimeOfDay, TimeZone, matching, unique_items
from wardline.core.forms.rules import Cleared, Condition, Required, RuledModel
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.people.schemas import NamedPerson

MAX_ROTATIONS: Final = 20
MAX_PEOPLE: Final = 100
MAX_LAYER: Final = 9
MAX_TURN_LENGTH: Final = 366
MAX_LISTED_FINDINGS: Final = 200
LAST_WEEKDAY: Final = 7
MONTH_PATTERN: Final = "^20[0-9]{2}-(0[1-9]|1[0-2])$"

Month = Annotated[
    Text,
    matching(MONTH_PATTERN, messages.INVALID),
    Field(json_schema_extra={"pattern": MONTH_PATTERN, "x-message": messages.INVALID}),
]
"""A month of a calendar, yyyy-MM."""


class RotationFields(ApiModel):
    """People who take turns; see `wardline.call_schedules.turns.Rotation`."""

    name: ShortText
    layer: Annotated[StrictInt, Field(ge=0, le=MAX_LAYER)]
    starts_on: PlainDate
    ends_on: PlainDate | None
    begins_at: TimeOfDay
    ends_at: TimeOfDay
    weekdays: Annotated[
        list[Annotated[StrictInt, Field(ge=1, le=LAST_WEEKDAY)]],
        Field(min_length=1, max_length=LAST_WEEKDAY),
        unique_items(),
    ]
    turn_length: Annotated[StrictInt, Field(ge=1, le=MAX_TURN_LENGTH)]
    turn_unit: TurnUnit
    holidays: HolidayRule
    user_ids: Annotated[list[SentId], Field(min_length=1, max_length=MAX_PEOPLE)]
    """In the order of their turns; somebody may be in it more than once."""


Rotations = Annotated[
    list[RotationFields], Field(max_length=MAX_ROTATIONS), unique_items(lambda rotation: rotation.name.casefold())
]


class CallScheduleFields(ApiModel):
    """`primary`: all notifications, or escalations only, which some lines do not distinguish."""

    name: ShortText
    time_zone: TimeZone
    primary: StrictBool
    rotations: Rotations


class NewCallSchedule(CallScheduleFields):
    service_line_id: SentId


class SaveCallSchedule(CallScheduleFields):
    version: Annotated[StrictInt, Field(ge=1)]
    """The version that the planner has seen; another one is refused."""


class CheckCallSchedule(CallScheduleFields):
    """What would be saved, to learn what it would leave open. `id` is null for a new one."""

    service_line_id: SentId
    id: SentId | None


class CallScheduleAdded(ReadModel):
    id: int


class PlannablePerson(NamedPerson):
    has_contact: bool
    """Whether a verified contact reaches them."""


class CallScheduleRead(ReadModel):
    id: int
    service_line_id: int
    service_line_name: str
    name: str
    time_zone: str
    primary: bool
    rotations: list[RotationFields]
    version: int
    may_edit: bool


class OpeningZoneRead(ReadModel):
    """The zone that a line's opening hours are in."""

    service_line_id: int
    time_zone: str


class CallSchedulesRead(ReadModel):
    schedules: list[CallScheduleRead]
    people: list[NamedPerson]
    """Everybody in the rotations."""
    opening_zones: list[OpeningZoneRead]
    """Of the lines that the caller sees; none of a line that is always open."""


class ScheduleChangeFields(RuledModel):
    kind: ChangeKind
    starts_at: UtcDateTime
    ends_at: UtcDateTime
    user_id: SentId | None
    replaced_user_id: SentId | None

    rules = (
        Cleared(field="userId", when=(Condition(field="kind", values=("remove",)),)),
        Cleared(field="replacedUserId", when=(Condition(field="kind", values=("add", "only")),)),
        Required(field="userId", when=(Condition(field="kind", values=("add", "replace")),)),
        Required(field="replacedUserId", when=(Condition(field="kind", values=("remove", "replace")),)),
    )


class ScheduleChangeAdded(ReadModel):
    id: int


class ScheduleChangeRead(ReadModel):
    id: int
    schedule_id: int
    kind: ChangeKind
    starts_at: UtcDateTime
    ends_at: UtcDateTime
    user_id: int | None
    replaced_user_id: int | None
    copy_id: int | None = Field(
        description="Of a change that came from a copied month; all of them are removed together."
    )


class ShiftRead(ReadModel):
    id: int
    schedule_id: int
    user_id: int
    starts_at: UtcDateTime
    ends_at: UtcDateTime
    rotation: str | None
    change_id: int | None


class HolidayRead(ReadModel):
    day: PlainDate
    name: str


class PlanRead(ReadModel):
    """What overlaps a time: shifts by begin, and the changes that made some of them."""

    shifts: list[ShiftRead]
    changes: list[ScheduleChangeRead]
    people: list[NamedPerson]
    holidays: list[HolidayRead]


class GapRead(ReadModel):
    """The line is open, and nobody is planned to get its notifications (`primary`) or its escalations."""

    service_line_id: int
    primary: bool
    starts_at: UtcDateTime
    ends_at: UtcDateTime


class DoubleRead(ReadModel):
    """Several people are planned in one schedule, although no change adds one."""

    schedule_id: int
    user_ids: list[int]
    starts_at: UtcDateTime
    ends_at: UtcDateTime


class ConflictRead(ReadModel):
    schedule_id: int
    user_id: int
    reason: PlanConflict
    starts_at: UtcDateTime
    """Of the first shift that it concerns."""
    about: list[str]
    """The names of the states for which a license is missing, or of the other service lines, if that is the reason."""


class FindingsRead(ReadModel):
    """What is wrong with the plan until `until`; of each kind the first ones, and how many there are."""

    until: UtcDateTime
    gaps: list[GapRead]
    gap_total: int
    doubles: list[DoubleRead]
    double_total: int
    conflicts: list[ConflictRead]
    people: list[NamedPerson]
    """Everybody who is named."""


class MyShiftRead(ReadModel):
    id: int
    schedule_id: int
    schedule_name: str
    service_line_id: int
    service_line_name: str
    primary: bool
    time_zone: str
    starts_at: UtcDateTime
    ends_at: UtcDateTime
