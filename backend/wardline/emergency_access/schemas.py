"""Emergency access on the wire."""

import uuid

from wardline.core.forms.fields import PlainDate, SentId, ShortText
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.outbox.choices import DeliveryState
from wardline.people.schemas import Person
from wardline.sessions.choices import EmergencyEnd, EmergencyReason, EmergencyVerdict


class RequestEmergencyAccess(ApiModel):
    """The patient's date of birth, and either their number or both names, each exactly."""

    organization_id: SentId
    birth_date: PlainDate
    patient_number: ShortText | None = None
    """As in the record or as entered with a request."""
    name_given: ShortText | None = None
    name_family: ShortText | None = None
    reason: EmergencyReason
    explanation: ShortText


class GrantedEmergencyAccess(ReadModel):
    id: uuid.UUID
    consult_ids: list[uuid.UUID]
    """The patient's consults that it opens, newest first."""
    expires_at: UtcDateTime


class ReviewEmergencyAccess(ApiModel):
    verdict: EmergencyVerdict
    note: ShortText


class EmergencyReview(ReadModel):
    verdict: EmergencyVerdict
    note: str
    by: Person
    at: UtcDateTime


class OpenedConsult(ReadModel):
    """A consult that an emergency access opened; nothing about its patient."""

    id: uuid.UUID
    line: str
    may_open: bool
    """Whether the reader may view it by their own rights."""


class EmergencyAccessRow(ReadModel):
    id: uuid.UUID
    user: Person
    organization: str
    consults: list[OpenedConsult]
    reason: EmergencyReason
    explanation: str
    started_at: UtcDateTime
    ended_at: UtcDateTime
    """When it ended, or else when it will."""
    ended_by: EmergencyEnd | None
    """Null as long as it lasts."""
    read_count: int
    """How many requests have read something because of it; the audit trail has each."""
    told: DeliveryState | None
    """What became of the e-mail to the privacy officer; null if there was none."""
    is_own: bool
    """Of the reader, who may then not review it."""
    review: EmergencyReview | None


class EmergencyAccessPage(ReadModel):
    """One page, newest first; `next` is null on the last one."""

    accesses: list[EmergencyAccessRow]
    next: uuid.UUID | None
