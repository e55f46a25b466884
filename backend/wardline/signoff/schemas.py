"""Sign-off notes on the wire. A sign call takes the line's own content (`ShortSignOff.content`, `StructuredNote`)."""

import uuid
from datetime import date
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field, StrictBool, StringConstraints

from wardline.consults.choices import SignOffStatus
from wardline.consults.schemas import Person
from wardline.core.forms import messages
from wardline.core.forms.fields import PhoneNumber, ShortText, TrimmedText
from wardline.core.forms.rules import FieldRule, MaxLength, MaxLines, Required, RuledModel
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.core.text.rich_text import LINES_LIMIT
from wardline.outbox.choices import DeliveryState
from wardline.patients.choices import IdentityPart, Verification
from wardline.signoff.choices import DocStatus, DocType, PdfStatus

ADDENDUM_LIMIT = 6000
ADDENDA_LIMIT: Final = 50
"""Of one note, far more than a course of care has: each document shows all of them, and so does each answer."""
LAST_SAVE = 2**31 - 1


SignedType = Literal[DocType.NOTE, DocType.ADDENDUM, DocType.ERROR]


class OfConsult(ApiModel):
    """`consult_id`, where it is sent, is the address's."""

    consult_id: uuid.UUID | None = None


class OfEditor(OfConsult):
    editor_id: uuid.UUID | None = None
    """The window that asks, of whose user only one may edit the note at a time."""


class RequestLock(OfEditor):
    doc_type: SignedType


class SaveNote(OfEditor):
    """`content` is the line's note, as far as it was written; without it the draft stays as it is."""

    doc_type: SignedType = DocType.NOTE
    content: dict[str, Any] | None = None
    release_lock: StrictBool = False
    save: Annotated[int, Field(strict=True, ge=1, le=LAST_SAVE)] | None = None
    """The window's own count: what arrives after a later one is refused."""


class SignNote(OfEditor):
    """`content`: of a note what is signed, else the saved draft; of an addendum its text; of an error perhaps one."""

    doc_type: SignedType
    content: dict[str, Any] | TrimmedText | None = None


class Addendum(RuledModel):
    """What is added to a signed note, or said beside a mark in error."""

    content: TrimmedText | None = None

    rules: ClassVar[tuple[FieldRule, ...]] = (
        MaxLength(field="content", max=ADDENDUM_LIMIT, message=messages.SECTION_TOO_LONG),
        MaxLines(field="content", max=LINES_LIMIT, message=messages.SECTION_TOO_LONG),
    )


class RequiredAddendum(Addendum):
    rules = (Required(field="content"), *Addendum.rules)


class FaxNote(OfConsult):
    fax_number: PhoneNumber


class FaxContent(ReadModel):
    """What a version of the kind Fax says: where to, and which signed version."""

    fax_number: str
    version: int


class FaxRequest(ReadModel):
    fax_number: str


class LockHolder(ReadModel):
    first_name: str
    last_name: str


class DocumentVersion(ReadModel):
    version: int
    """Counted from 1."""
    doc_status: DocStatus
    doc_type: DocType
    content: Any
    """Of a note what the line asked for, wire names; of an addendum its text; of a fax {faxNumber, version}."""
    content_sha256: str | None
    """Of what was signed; null of a draft."""
    pdf_status: PdfStatus | None
    """Why its document is missing; null while there is nothing wrong."""
    undelivered_reason: str | None
    """Why a fax has not gone through yet or failed, or a filing is held back: a code or a few fixed words."""
    sent_to_emr: bool
    """The hospital's record has said that it keeps this version."""
    emr_delivery: DeliveryState | None
    """How far it is on its way there; null where no record takes it."""
    author: Person
    created_at: UtcDateTime
    """Of a draft when it was saved."""


class SignOffNoteRead(ReadModel):
    consult_id: uuid.UUID
    status: SignOffStatus
    locked_by: int | None
    locked_at: UtcDateTime | None
    locked_user: LockHolder | None
    signatory: Person | None
    signed_off_at: UtcDateTime | None
    pdf_status: PdfStatus | None
    """The current version's."""
    fax_request: FaxRequest | None
    """The last one."""
    document_versions: list[DocumentVersion]
    """The oldest first; a draft only for who may write it."""


class AttemptRead(ReadModel):
    """One that has no end was cut off."""

    number: int
    began_at: UtcDateTime
    ended_at: UtcDateTime | None
    state: DeliveryState | None
    reason: str | None


class UndeliveredRead(ReadModel):
    channel: str
    """fax, or filing with the hospital's record."""
    state: DeliveryState
    reason: str | None
    """A code or a few fixed words."""
    held: bool
    """Held back for `reason` without being tried."""
    attempt_count: int
    attempts: list[AttemptRead]
    """The last ten, the oldest first."""


class NoteTrouble(ReadModel):
    """A version of which something has not arrived; it names no patient."""

    consult_id: uuid.UUID
    version: int
    doc_type: DocType
    service_line_id: int
    location: str
    author: Person
    created_at: UtcDateTime
    pdf_status: PdfStatus | None
    """Why its document is missing."""
    undelivered: UndeliveredRead | None
    can_confirm_patient: bool
    """It is held back for its patient, of whom the caller may decide (`confirmNotePatient`)."""


class IdentityRead(ReadModel):
    """What somebody is recognized by; null or none where it is not known."""

    name_given: str | None
    name_family: str | None
    birth_date: date | None
    numbers: list[str]


class PatientComparison(ReadModel):
    """What a request said of its patient beside what the hospital's record says now under the same id."""

    verification: Verification
    """Of this asking; waiting where the record did not answer."""
    said: IdentityRead
    recorded: IdentityRead | None
    """Null where the record did not answer, or has nobody."""
    differing: list[IdentityPart]
    digest: str
    """Stands for what the record says; `ConfirmPatient.seen`."""


class ConfirmPatient(ApiModel):
    seen: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
    """The `digest` of the `PatientComparison` that the person who confirms has before them."""
    reason: ShortText
