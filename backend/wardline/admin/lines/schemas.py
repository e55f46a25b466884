"""Service lines as administrators see and enter them."""

from datetime import date
from typing import Annotated, Final

from pydantic import Field, StrictBool, StrictInt

from wardline.admin.drafts.schemas import DraftMark, DraftRead
from wardline.admin.places.screens import FacilityName
from wardline.admin.schemas import ConfirmedCodes
from wardline.core.forms.fields import SentId, ShortText, TimeZone
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.paging.choices import PageTarget
from wardline.paging.forecast.schemas import PageForecast
from wardline.paging.schemas import EscalationPolicy, OpenHours, PriorityName, StepHours
from wardline.places.schemas import OrganizationRead

MAX_ROWS: Final = 50
MAX_EXCEPTIONS: Final = 150
MAX_POLICIES: Final = 15
DAYS_SHOWN: Final = 14


class DatedHours(ApiModel):
    """From its first to its last day, the line is open at these times and no others; closed if there are none."""

    name: ShortText
    first_day: date
    last_day: date
    open_hours: Annotated[list[OpenHours], Field(max_length=5)]
    time_zone: TimeZone


class LimitFields(ApiModel):
    id: Annotated[StrictInt, Field(ge=1, le=3)]
    name: PriorityName
    completion_limit: Annotated[StrictInt, Field(ge=1, lt=2**31)]
    """Seconds."""
    rank: Annotated[StrictInt, Field(ge=0, lt=2**31)] | None


class LineHours(ApiModel):
    """A line without hours is open around the clock."""

    hours: Annotated[list[StepHours], Field(max_length=MAX_ROWS)]
    exceptions: Annotated[list[DatedHours], Field(max_length=MAX_EXCEPTIONS)]


class LineSettings(LineHours):
    """Everything about a line that administrators decide."""

    priorities: Annotated[list[LimitFields], Field(max_length=3)]


class LineChange(LineSettings):
    reason: ShortText | None
    """Why, for those who read the history."""
    confirmed: ConfirmedCodes


class LineDraft(LineSettings):
    reason: ShortText | None
    on_live: StrictBool
    """Start from the line as it is now, instead of from what the open draft started from."""


class LineRow(ReadModel):
    """A line in the list."""

    id: int
    name: str
    is_open: bool
    closes_at: UtcDateTime | None
    opens_at: UtcDateTime | None
    may_change: bool
    managed_by: str | None
    draft: DraftMark | None


class LinesRead(ReadModel):
    lines: list[LineRow]


class LineRead(ReadModel):
    """`version` goes back in the header If-Match of a change. `managedBy` names the file that alone may change it."""

    id: int
    name: str
    code: str
    version: str
    managed_by: str | None
    may_change: bool
    """Whether the reader administers every organization that requests it."""
    needs_approval: bool
    """Whether it can only be changed by a draft that somebody else approves."""
    settings: LineSettings
    draft: DraftRead | None
    draft_settings: LineSettings | None
    has_escalations_only: bool
    """Whether people can go on call for it for escalations only."""
    organizations: list[OrganizationRead]
    """Those of the reader, each of which decides how its requests escalate."""


class OpenPart(ReadModel):
    """Part of a day; from the first to before the second."""

    opens_at: UtcDateTime
    closes_at: UtcDateTime


class DayShown(ReadModel):
    """A day of the line's zone, from midnight to midnight; `clockShift` is by how many minutes its clocks are set."""

    day: date
    starts_at: UtcDateTime
    ends_at: UtcDateTime
    clock_shift: int
    exception: str | None
    """The name of the one that holds in the hours that were sent."""
    live: list[OpenPart]
    sent: list[OpenPart]


class HoursPreview(ReadModel):
    """The next 14 days by the hours that apply now, and by those that were sent."""

    time_zone: str
    days: list[DayShown]


class PolicyFields(ApiModel):
    """One policy of an organization; null is for all."""

    priority: PriorityName | None
    facility_id: SentId | None
    policy: EscalationPolicy


class EscalationFields(ApiModel):
    """How requests escalate; without policies, by the standard."""

    policies: Annotated[list[PolicyFields], Field(max_length=MAX_POLICIES)]


class EscalationChange(EscalationFields):
    reason: ShortText | None
    confirmed: ConfirmedCodes


class EscalationDraft(EscalationFields):
    reason: ShortText | None
    on_live: StrictBool


class StandardStep(ReadModel):
    after_seconds: int
    targets: list[PageTarget]


class StandardPolicy(ReadModel):
    """By what requests of a priority escalate where nobody has decided otherwise, until the backup number is called."""

    priority: str
    steps: list[StandardStep]


class LineEscalationRead(ReadModel):
    """How the requests of a line escalate in one organization."""

    organization_id: int
    version: str
    managed_by: str | None
    needs_approval: bool
    settings: EscalationFields
    draft: DraftRead | None
    draft_settings: EscalationFields | None
    standard: list[StandardPolicy]
    facilities: list[FacilityName]


class AskForecast(EscalationFields):
    """Who would be paged about a request of this priority at a location, now or at a time."""

    location_id: SentId
    priority: PriorityName
    at: UtcDateTime | None


class ComparedForecast(ReadModel):
    """By the policies that apply now, and by those that were sent."""

    live: PageForecast
    sent: PageForecast
