"""What Wardline gives to a hospital's records: signed notes, whoever keeps the records and in which way.

Where an organization's notes go is data of the network (`Destination`); `wardline.ehr.registry` finds the way there.
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
    """What a document is to those that were filed before it."""

    NEW = "new"
    ADDENDUM = "addendum"
    """Stands beside its parent, which stays as it is."""
    REPLACEMENT = "replacement"
    """The parent once more, now marked in error; it takes the place of the parent and of all that `replaces` names."""


@dataclass(frozen=True, slots=True)
class FiledPatient:
    """The patient by the ids of the hospital's own record (`wardline.ehr.contract.CensusPatient`)."""

    emr_id: str
    encounter_id: str | None
    identifiers: Sequence[CensusIdentifier]
    family_name: str
    given_name: str
    birth_date: date
    sex: str | None
    """male, female, other, unknown, or not known at all."""


@dataclass(frozen=True, slots=True)
class FiledAuthor:
    """Who signed; `provider_id` is the person's Medipac provider id."""

    provider_id: str
    family_name: str
    given_name: str


@dataclass(frozen=True, slots=True)
class NoteDocument:
    """One signed version of a note on its way. All ids stay what they are however often it is sent.

    `control_id` (20 signs of A-Z and 0-9) stands for this sending, by which a receiver discards repeats; `document_id`
    for the document; `parent_id` is the document id of the note that an addendum or a replacement belongs to, and
    `replaces` are those whose place a replacement takes. `content` is a whole PDF, or the text of an addendum.
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
    """When the consult was completed, which is what the document is about."""
    signed_at: datetime
    unit: str | None
    """The hospital's code of the unit where the patient was."""


class NotFiled(Exception):
    """Not filed this time; `reason` is a code or a few fixed words, never what the receiver wrote."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class FilingRefused(NotFiled):
    """The receiver will not have this document as it is, however often it is sent."""


class FilingDelayed(NotFiled):
    """Not for anything in the document: the receiver was away, slow, broke off, or said that it could not now."""


class NoteReceiver(Protocol):
    """A hospital's record as a receiver of documents."""

    async def file(self, document: NoteDocument) -> None:
        """Return once the receiver has said that it keeps the document, which it then has exactly once.

        Raises:
            FilingRefused: sending it again is of no use.
            FilingDelayed: it is to be sent again; the receiver may have it already.
        """
        ...

    async def aclose(self) -> None:
        """Let go of connections; the receiver is not used afterwards."""
        ...


class _Destination(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Hl7Destination(_Destination):
    """An HL7 v2.5 interface that takes MDM messages over MLLP."""

    protocol: Literal["hl7v2"]
    host: ShortText
    port: Annotated[int, Field(ge=1, le=65535)]
    tls: bool = False
    """Speak TLS, and trust what the system trusts."""
    receiving_application: ShortText
    receiving_facility: ShortText
    sending_facility: ShortText = "WARDLINE"
    """What the interface knows this installation by; the sending application is always WARDLINE."""


class FhirDestination(_Destination):
    """A FHIR R4 server that takes DocumentReference resources; the one that the census is read from."""

    protocol: Literal["fhir"]


Destination = Annotated[Hl7Destination | FhirDestination, Field(discriminator="protocol")]
