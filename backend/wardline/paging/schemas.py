"""Paging on the wire."""

import uuid
from collections.abc import Callable
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field, StrictBool, StrictInt, model_validator

from wardline.core.forms import messages
from wardline.core.forms.fields import CallableNumber, SentId, ShortText, TimeZone, unique_items
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.paging.choices import (
    CAN_TAKE_ON,
    EndReason,
    EscalationKind,
    NotPaged,
    PageChannel,
    PageTarget,
    SkipReason,
)
from wardline.service_lines.hours import daily_hours, weekdays

MAX_STEPS: Final = 10
MAX_ROUNDS: Final = 5
MAX_STEP_SECONDS: Final = 7 * 24 * 3600
MIN_REPEAT_SECONDS: Final = 60
MAX_RECEIPTS: Final = 100

PriorityName = Literal["critical", "urgent", "routine"]
CONFIGURABLE_TARGETS: Final = (*CAN_TAKE_ON, PageTarget.COORDINATORS)


def _readable(read: Callable[[str], object]) -> AfterValidator:
    """Text that `read` understands."""

    def check(value: str) -> str:
        try:
            read(value)
        except ValueError as error:
            raise ValueError(messages.INVALID) from error
        return value

    return AfterValidator(check)


OpenHours = Annotated[ShortText, _readable(daily_hours)]
"""As in a line's opening hours (`wardline.service_lines.hours`)."""


class StepHours(ApiModel):
    """When a step applies; the same notation as a line's opening hours (`wardline.service_lines.hours`)."""

    open_days_in_week: Annotated[ShortText, _readable(weekdays)]
    open_hours: OpenHours
    open_hours_timezone: TimeZone


class EscalationStep(ApiModel):
    """A step that is due outside its `hours`, or that finds nobody to page, is skipped at once."""

    after_seconds: Annotated[StrictInt, Field(ge=0, le=MAX_STEP_SECONDS)]
    """Since the request."""
    targets: Annotated[list[PageTarget], Field(min_length=1, max_length=len(CONFIGURABLE_TARGETS)), unique_items()]
    channels: Annotated[list[PageChannel], Field(min_length=1), unique_items()] | None
    """Those used besides the screen, if the person has them; null for all."""
    hours: StepHours | None


class EscalationPolicy(ApiModel):
    """The steps in order; then everybody in them again, all at once, until `rounds` are over; then the backup number.

    The backup number is mandatory, so that a policy by which nobody is told cannot be stored.
    """

    steps: Annotated[list[EscalationStep], Field(min_length=1, max_length=MAX_STEPS)]
    rounds: Annotated[StrictInt, Field(ge=1, le=MAX_ROUNDS)]
    repeat_seconds: Annotated[StrictInt, Field(ge=MIN_REPEAT_SECONDS, le=MAX_STEP_SECONDS)]
    backup_number: CallableNumber

    @model_validator(mode="after")
    def _in_order(self) -> "EscalationPolicy":
        times = [step.after_seconds for step in self.steps]
        if times != sorted(set(times)):
            raise ValueError(messages.INVALID)
        if any(target not in CONFIGURABLE_TARGETS for step in self.steps for target in step.targets):
            raise ValueError(messages.INVALID)
        return self


class PageRead(ReadModel):
    """Something that waits for the user, without a word about the patient."""

    id: int
    kind: EscalationKind
    consult_id: uuid.UUID
    comment_id: int | None
    service_line_id: int
    service_line_name: str
    location_name: str
    priority: str
    completion_limit: int
    """Seconds; that of the priority when it began to wait."""
    why: PageTarget
    started_at: UtcDateTime
    seen: bool
    """Whether the user has opened the consult for it."""
    muted: bool
    path: str
    """Of the page of the application on which the user sees it."""


class ConsultOfPage(ReadModel):
    consult_id: uuid.UUID
    path: str
    """Of the page of the application on which the user sees it."""
    taken_by: str | None
    """Who else has acknowledged what the page was about, by first and last name."""


class PageReceipts(ApiModel):
    """The ids of pages that a browser of the user now shows."""

    shown: Annotated[list[SentId], Field(min_length=1, max_length=MAX_RECEIPTS), unique_items()]


class SeenPages(ApiModel):
    """What the caller has seen of the consult.

    `comment_ids` are its urgent comments that they have had in sight, and `page_ids` the pages about anything else for
    which they have opened it; null for all of those that wait for them.
    """

    comment_ids: Annotated[list[SentId], Field(max_length=MAX_RECEIPTS), unique_items()]
    page_ids: Annotated[list[SentId], Field(max_length=MAX_RECEIPTS), unique_items()] | None = None


class MutePage(ApiModel):
    muted: StrictBool


class DeclinePage(ApiModel):
    reason: ShortText


class HandOver(ApiModel):
    """`responsible_id` is who was responsible as far as the caller knows; if it is sent and outdated, it is refused."""

    user_id: SentId
    responsible_id: SentId | None = None


class NoticeRead(ReadModel):
    """The latest message to one of a person's contacts; also the one that follows it, while that waits for its time."""

    channel: PageChannel
    contact_id: int | None
    """Tells contacts of one channel apart; null for the screens and for numbers that are no contacts."""
    is_unverified: bool
    """A call of the number given at check-in, which nobody has verified."""
    target: PageTarget
    queued_at: UtcDateTime
    due_at: UtcDateTime | None
    """When it will be sent, while it waits for that."""
    sent_at: UtcDateTime | None
    delivered_at: UtcDateTime | None
    failed_at: UtcDateTime | None
    withdrawn_at: UtcDateTime | None
    """When it became needless before it was sent."""
    reason: str | None
    """Why it is not delivered, in a few fixed words."""


class PagedPersonRead(ReadModel):
    """`user_id` and the names are null for the backup number."""

    user_id: int | None
    first_name: str | None
    last_name: str | None
    target: PageTarget
    not_paged: NotPaged | None
    first_at: UtcDateTime
    last_at: UtcDateTime
    """When a step last paged them."""
    times_paged: int
    """How many steps have."""
    is_reached: bool
    """Whether they have seen it or pressed a key, or their own device has got one of the notices."""
    seen_at: UtcDateTime | None
    heard_at: UtcDateTime | None
    gone_at: UtcDateTime | None
    """When they had gone without an answer, off call and not planned; null again once they are back."""
    declined_at: UtcDateTime | None
    decline_reason: str | None
    notices: list[NoticeRead]
    """One for each contact, or two, by when each was first tried; repeats do not make it longer."""


class SkippedMove(ReadModel):
    at: UtcDateTime
    targets: list[PageTarget]
    reason: SkipReason


class EscalationRead(ReadModel):
    id: int
    kind: EscalationKind
    comment_id: int | None
    started_at: UtcDateTime
    next_at: UtcDateTime | None
    """When more people are paged; null if nobody else is."""
    next_targets: list[PageTarget]
    """Who is paged at `nextAt`."""
    ended_at: UtcDateTime | None
    end_reason: EndReason | None
    is_anyone_reached: bool
    """Whether one of those who can still answer has seen it or got a notice.

    Whoever declined or went off call no longer can; the backup number counts if a key was pressed there since the last
    of them did so.
    """
    backup_number: str | None
    """Called last, while the request has not been acknowledged; null for what has no last resort."""
    people: list[PagedPersonRead]
    skipped: list[SkippedMove]
