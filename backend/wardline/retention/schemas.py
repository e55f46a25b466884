"""Retention on the wire. Nothing about a patient except ids."""

import uuid
from typing import Annotated

from pydantic import Field, model_validator

from wardline.core.forms import messages
from wardline.core.forms.fields import Id, ShortText
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.people.schemas import Person
from wardline.retention.choices import HoldScope, RetentionKind
from wardline.retention.kinds import MAX_DAYS


class KindRead(ReadModel):
    """What a kind contains and what is known about the law; `source` says where that is written."""

    kind: RetentionKind
    contains: str
    minimum_days: int
    advice: str
    source: str | None


class PeriodRead(ReadModel):
    """How long one kind is kept. `version` goes back in the header If-Match of a change."""

    kind: RetentionKind
    organization_id: int | None
    """Null for what belongs to the installation."""
    organization_name: str | None
    days: int | None
    """Null: forever."""
    version: str
    reason: str | None
    by: Person | None
    """Who set it last; null if nobody has."""
    at: UtcDateTime | None
    may_change: bool


class PeriodChange(ReadModel):
    """What a period was set to, by whom and why."""

    kind: RetentionKind
    organization_name: str | None
    days: int | None
    reason: str | None
    by: Person
    at: UtcDateTime


class HoldRead(ReadModel):
    id: int
    organization_id: int
    organization_name: str
    scope: HoldScope
    subject_id: uuid.UUID | None
    """Of the consult or the patient."""
    from_at: UtcDateTime | None
    until_at: UtcDateTime | None
    reason: str
    by: Person
    at: UtcDateTime
    ended_at: UtcDateTime | None
    ended_by: Person | None
    end_reason: str | None


class CountRead(ReadModel):
    kind: RetentionKind
    count: int


class RunRead(ReadModel):
    """What a run removed; one without an end was interrupted, or goes on."""

    id: int
    started_at: UtcDateTime
    ended_at: UtcDateTime | None
    removed: list[CountRead] | None
    """Of all organizations; null for readers who do not administer all of them."""


class RetentionRead(ReadModel):
    """Periods of the caller's organizations and of the installation, their last changes, holds and runs."""

    kinds: list[KindRead]
    periods: list[PeriodRead]
    changes: list[PeriodChange]
    holds: list[HoldRead]
    runs: list[RunRead]


class DueRead(ReadModel):
    kind: RetentionKind
    organization_id: int | None
    organization_name: str | None
    count: int
    oldest_at: UtcDateTime


class RetentionPlan(ReadModel):
    """What the next run would remove of the caller's organizations and of the installation, without what is held."""

    at: UtcDateTime
    due: list[DueRead]


class PeriodFields(ApiModel):
    organization_id: Id | None
    days: Annotated[int, Field(ge=1, le=MAX_DAYS)] | None
    reason: ShortText | None


class NewHold(ApiModel):
    """`consultId` names the consult, or one of the patient's."""

    organization_id: Id
    scope: HoldScope
    consult_id: uuid.UUID | None
    from_at: UtcDateTime | None
    until_at: UtcDateTime | None
    reason: ShortText

    @model_validator(mode="after")
    def _fits(self) -> "NewHold":
        if (self.scope is HoldScope.ORGANIZATION) != (self.consult_id is None):
            raise ValueError(messages.INVALID)
        if self.from_at is not None and self.until_at is not None and self.from_at >= self.until_at:
            raise ValueError(messages.INVALID)
        return self


class EndedHold(ApiModel):
    reason: ShortText
