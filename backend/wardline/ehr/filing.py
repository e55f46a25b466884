"""Filing signed notes in a hospital's records, in any system.

The network's data says where each organization's notes are filed (`Destination`). `wardline.ehr.registry` picks the
receiver.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field

from wardline.core.forms.choices import Choice
from wardline.core.forms.fields import ShortText
from wardline.ehr.contract import CensusIdentifier


class FilingEvent(Choice):
    """How a document relates to those filed before it."""

    NEW = "new"
    ADDENDUM = "addendum"
    """Added to its parent, which is unchanged."""
    REPLACEMENT = "replacement"
    """The parent again, now marked in error; it replaces the parent and everything in `replaces`."""


@dataclass(frozen=True, slots=True)
class FiledPatient:
    """The patient, with the ids of the hospital's own record (`wardline.ehr.contract.CensusPatient`)."""

    emr_id: str
    encounter_id: str | None
    identifiers: Sequence[CensusIdentifier]
    family_name: str
    given_name: str
    birth_date: date
    sex: str | None
    """male, female, other, unknown, or None if not recorded."""


@dataclass(frozen=True, slots=True)
class FiledAuthor:
    """The signer; `provider_id` is their Medipac provider id."""

    provider_id: str
    family_name: str
    given_name: str


@dataclass(frozen=True, slots=True)
class NoteDocument:
    """One signed version of a note to file. Its ids stay the same no matter how often it is sent.

    `control_id` (20 characters of A-Z and 0-9) identifies the delivery, so that a receiver can discard repeats.
    `document_id` identifies the document, `parent_id` the note that an addendum or a replacement belongs to, and
    `replaces` the documents that a replacement replaces. `content` is a PDF, or the text of an addendum.
    """

    control_id: str
    document_id: str
    parent_id: str | None
    replaces: Sequence[str]
    event: FilingEvent
    title: str
    content: bytes | str
    patient: FiledPatient
    author: FiledAuthor
    held_at: datetime
    """When the consult was completed."""
    signed_at: datetime
    unit: str | None
    """The hospital's code for the patient's unit."""


class NotFiled(Exception):
    """Not filed this time; `reason` is a code or a few fixed words, never text from the receiver."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class FilingRefused(NotFiled):
    """The receiver rejects this document, no matter how often it is sent."""


class FilingDelayed(NotFiled):
    """Nothing is wrong with the document: the receiver was unreachable, too slow, or could not accept it yet."""


class NoteReceiver(Protocol):
    """A hospital's record in which documents are filed."""

    async def file(self, document: NoteDocument) -> None:
        """Return once the receiver has confirmed that it stored the document, exactly once.

        Raises:
            FilingRefused: sending it again would not help.
            FilingDelayed: send it again; the receiver may have it already.
        """
        ...

    async def aclose(self) -> None:
        """Close connections. The receiver cannot be used afterwards."""
        ...


class _Destination(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Hl7Destination(_Destination):
    """An HL7 v2.5 interface that accepts MDM messages over MLLP."""

    protocol: Literal["hl7v2"]
    host: ShortText
    port: Annotated[int, Field(ge=1, le=65535)]
    tls: bool = False
    """Use TLS with the certificates that the system trusts."""
    receiving_application: ShortText
    receiving_facility: ShortText
    sending_facility: ShortText = "WARDLINE"
    """The interface's name for this installation. The sending application is always WARDLINE."""


class FhirDestination(_Destination):
    """The FHIR R4 server that the census is read from, if it accepts DocumentReference resources."""

    protocol: Literal["fhir"]


Destination = Annotated[Hl7Destination | FhirDestination, Field(discriminator="protocol")]
