"""Sign-off notes on the wire. A note's content is the line's (`ShortSignOff.content`, `StructuredNote.content`)."""

import uuid
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field, StrictBool

from wardline.core.forms import messages
from wardline.core.forms.fields import PhoneNumber, TrimmedText
from wardline.core.forms.rules import FieldRule, MaxLength, MaxLines, Required, RuledModel
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.core.text.rich_text import LINES_LIMIT
from wardline.outbox.choices import DeliveryState
from wardline.people.schemas import Person
from wardline.signoff.choices import DocStatus, DocType, PdfStatus, SignOffStatus

ADDENDUM_LIMIT = 6000
ADDENDA_LIMIT: Final = 50
"""How many addenda a note can have. Far more than care requires, but every PDF and every response contains all of
them."""
MAX_SAVE = 2**31 - 1


SignedType = Literal[DocType.NOTE, DocType.ADDENDUM, DocType.ERROR]


class OfConsult(ApiModel):
    """`consult_id`, if sent, must be the one in the URL."""

    consult_id: uuid.UUID | None = None


class OfEditor(OfConsult):
    editor_id: uuid.UUID | None = None
    """The window that sends the request; only one at a time can edit the note."""


class RequestLock(OfEditor):
    doc_type: SignedType


class SaveNote(OfEditor):
    """`content` is the line's note, complete or not; without it, the draft is unchanged."""

    doc_type: SignedType = DocType.NOTE
    content: dict[str, Any] | None = None
    release_lock: StrictBool = False
    save: Annotated[int, Field(strict=True, ge=1, le=MAX_SAVE)] | None = None
    """The window's own count: a save that arrives after a later one is refused."""


class SignNote(OfEditor):
    """`content`: the note to sign, or null for the saved draft; the text of an addendum; optional text of an error."""

    doc_type: SignedType
    content: dict[str, Any] | TrimmedText | None = None


class Addendum(RuledModel):
    """The text of an addendum or of a mark in error."""

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
    """The content of a fax: its number, and the signed version that is sent."""

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
    """The line's note with wire names, the text of an addendum, or {faxNumber, version} for a fax."""
    content_sha256: str | None
    """The hash of the signed content; null for a draft."""
    pdf_status: PdfStatus | None
    """Why its PDF could not be created; null if it did not fail."""
    undelivered_reason: str | None
    """Why a fax is delayed or failed, or a filing is held: a code or a short fixed text."""
    sent_to_emr: bool
    """The hospital's record has accepted this version."""
    emr_delivery: DeliveryState | None
    """The state of its filing; null if there is none."""
    author: Person
    created_at: UtcDateTime
    """For a draft, when it was saved."""


class SignOffNoteRead(ReadModel):
    consult_id: uuid.UUID
    status: SignOffStatus
    locked_by: int | None
    locked_at: UtcDateTime | None
    locked_user: LockHolder | None
    signatory: Person | None
    signed_off_at: UtcDateTime | None
    pdf_status: PdfStatus | None
    """The status of the current version."""
    fax_request: FaxRequest | None
    """The most recent fax."""
    document_versions: list[DocumentVersion]
    """Oldest first; a draft is included only for users who may write it."""
