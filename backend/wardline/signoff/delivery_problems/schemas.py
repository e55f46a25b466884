"""Delivery problems on the wire."""

import uuid
from datetime import date
from typing import Annotated

from pydantic import StringConstraints

from wardline.core.forms.fields import ShortText
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.outbox.choices import DeliveryState
from wardline.patients.choices import IdentityPart, Verification
from wardline.people.schemas import Person
from wardline.signoff.choices import DocType, PdfStatus


class AttemptRead(ReadModel):
    """An attempt without an end was interrupted."""

    number: int
    began_at: UtcDateTime
    ended_at: UtcDateTime | None
    state: DeliveryState | None
    reason: str | None


class UndeliveredRead(ReadModel):
    channel: str
    """`fax`, or `filing` with the hospital's record."""
    state: DeliveryState
    reason: str | None
    """A code or a short fixed text."""
    held: bool
    """Not attempted, for `reason`."""
    attempt_count: int
    attempts: list[AttemptRead]
    """The last ten, oldest first."""


class DeliveryProblem(ReadModel):
    """A version with a PDF that failed or a delivery that is late, held or failed. Names no patient."""

    consult_id: uuid.UUID
    version: int
    doc_type: DocType
    service_line_id: int
    location: str
    author: Person
    created_at: UtcDateTime
    pdf_status: PdfStatus | None
    """Why its PDF could not be created."""
    undelivered: UndeliveredRead | None
    can_confirm_patient: bool
    """It is held because of its patient, and the caller can confirm that patient (`confirmNotePatient`)."""


class IdentityRead(ReadModel):
    """What identifies a patient; null or empty if unknown."""

    name_given: str | None
    name_family: str | None
    birth_date: date | None
    numbers: list[str]


class PatientComparison(ReadModel):
    """The patient as described in the request, and as the hospital's record describes them now under the same ID."""

    verification: Verification
    """The result of this lookup; waiting if the record did not respond."""
    said: IdentityRead
    recorded: IdentityRead | None
    """Null if the record did not respond, or has no such patient."""
    differing: list[IdentityPart]
    digest: str
    """Identifies what the record says; sent back as `ConfirmPatient.seen`."""


class ConfirmPatient(ApiModel):
    seen: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
    """The `digest` of the `PatientComparison` that the user is looking at."""
    reason: ShortText
