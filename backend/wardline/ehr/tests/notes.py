"""A signed note to file, of a patient of the demonstration hospital."""

import dataclasses
from datetime import UTC, date, datetime
from typing import Any

from wardline.ehr.contract import CensusIdentifier
from wardline.ehr.filing import FiledAuthor, FiledPatient, FilingEvent, Hl7Destination, NoteDocument

HELD_AT = datetime(2026, 3, 4, 11, 30, tzinfo=UTC)
SIGNED_AT = datetime(2026, 3, 4, 11, 45, 30, tzinfo=UTC)
PDF = b"%PDF-1.7\n" + bytes(range(256)) + b"\n%%EOF\n"
SECRETS = ("Zebulon", "Secretname", "88-77", "patient-1")
"""Patient data that only the receiver may get."""
PATIENT = FiledPatient(
    emr_id="patient-1",
    encounter_id="encounter-1",
    identifiers=(CensusIdentifier("urn:oid:1.2.840.99", "88-77", "MR"),),
    family_name="Secretname",
    given_name="Zebulon",
    birth_date=date(1961, 7, 9),
    sex="male",
)
NOTE = NoteDocument(
    control_id="AB12CD34EF56GH78JK90",
    document_id="5e2b8f3c-52b4-4f0e-9a55-6a0d4d5c7f10.1",
    parent_id=None,
    replaces=(),
    event=FilingEvent.NEW,
    title="Stroke Consult Note",
    content=PDF,
    patient=PATIENT,
    author=FiledAuthor("4711", "Doctorow", "Dara"),
    held_at=HELD_AT,
    signed_at=SIGNED_AT,
    unit="3E",
)
ADDENDUM = dataclasses.replace(
    NOTE,
    control_id="AB12CD34EF56GH78JK91",
    document_id=NOTE.document_id[:-1] + "2",
    parent_id=NOTE.document_id,
    event=FilingEvent.ADDENDUM,
    content="Read again in the morning.\n\n  NIHSS 4 | 5 & falling ~ better \\ \N{GREEK SMALL LETTER DELTA}^2",
)
REPLACEMENT = dataclasses.replace(
    NOTE,
    control_id="AB12CD34EF56GH78JK92",
    document_id=NOTE.document_id[:-1] + "3",
    parent_id=NOTE.document_id,
    replaces=(NOTE.document_id, ADDENDUM.document_id),
    event=FilingEvent.REPLACEMENT,
    content=PDF + b"in error",
)
ALL = {"new": NOTE, "addendum": ADDENDUM, "replacement": REPLACEMENT}


def note(document: NoteDocument = NOTE, **fields: Any) -> NoteDocument:
    """The document with changed fields, including those of the patient and the author."""
    patient = {name: fields.pop(name) for name in list(fields) if hasattr(document.patient, name)}
    return dataclasses.replace(document, patient=dataclasses.replace(document.patient, **patient), **fields)


def destination(**fields: Any) -> Hl7Destination:
    return Hl7Destination.model_validate(
        {
            "protocol": "hl7v2",
            "host": "127.0.0.1",
            "port": 2575,
            "receiving_application": "RECORD",
            "receiving_facility": "LAKESHORE",
            **fields,
        }
    )
