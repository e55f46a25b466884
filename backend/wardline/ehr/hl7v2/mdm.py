"""A document as an HL7 v2.5 MDM message (the standard's chapter 9). Pure functions.

docs/operations.md lists the fields for the hospital's integration team.
"""

import base64
import re
from collections.abc import Sequence
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from wardline.core.clock import RECORD_ZONE
from wardline.ehr.contract import CensusIdentifier
from wardline.ehr.filing import FiledAuthor, FiledPatient, FilingEvent, Hl7Destination, NoteDocument

APPLICATION: Final = "WARDLINE"
VERSION: Final = "2.5"
CONSULT_NOTE: Final = ("11488-4", "Consult note", "LN")

_TRIGGERS: Final = {FilingEvent.NEW: "T02", FilingEvent.ADDENDUM: "T06", FilingEvent.REPLACEMENT: "T10"}
_SEXES: Final = {"male": "M", "female": "F", "other": "O", "unknown": "U"}
_ZONE: Final = ZoneInfo(RECORD_ZONE)
_UNSENDABLE: Final = (*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000))
"""Control characters, which include segment and frame ends, and surrogates, which UTF-8 cannot encode."""
_ESCAPES: Final = dict.fromkeys(_UNSENDABLE, " ") | {
    ord("|"): r"\F" + "\\",
    ord("^"): r"\S" + "\\",
    ord("&"): r"\T" + "\\",
    ord("~"): r"\R" + "\\",
    ord("\\"): r"\E" + "\\",
}
_LINE_END: Final = re.compile(r"\r\n|\r|\n")

Component = str | None | tuple[str | None, ...]
"""Unescaped text, or the subcomponents of a component; None if it is empty."""


def message(document: NoteDocument, destination: Hl7Destination, sent_at: datetime) -> bytes:
    """The message in UTF-8. Only ``sent_at`` differs when it is sent again."""
    segments = (
        _header(document, destination, sent_at),
        _segment("EVN", {1: _field(_TRIGGERS[document.event]), 2: _time(document.signed_at)}),
        _patient(document.patient),
        _visit(document),
        _transcription(document),
        _observation(document),
    )
    return "".join(f"{segment}\r" for segment in segments).encode()


def _header(document: NoteDocument, destination: Hl7Destination, sent_at: datetime) -> str:
    # Field 1 of MSH is the separator itself, so number 1 here is field 2.
    fields = {
        1: r"^~\&",
        2: APPLICATION,
        3: _field(destination.sending_facility),
        4: _field(destination.receiving_application),
        5: _field(destination.receiving_facility),
        6: _time(sent_at),
        8: _field("MDM", _TRIGGERS[document.event], "MDM_T02"),
        9: _field(document.control_id),
        10: "P",
        11: VERSION,
        17: "UNICODE UTF-8",
    }
    return _segment("MSH", fields)


def _patient(patient: FiledPatient) -> str:
    numbers = [_number(identifier) for identifier in patient.identifiers]
    numbers.append(_field(patient.emr_id, None, None, None, "PI"))
    fields = {
        1: "1",
        3: "~".join(numbers),
        5: _field(patient.family_name, patient.given_name, None, None, None, None, "L"),
        7: patient.birth_date.strftime("%Y%m%d"),
        8: _SEXES.get(patient.sex or "", ""),
    }
    return _segment("PID", fields)


def _number(identifier: CensusIdentifier) -> str:
    return _field(identifier.value, None, None, _authority(identifier.system), identifier.type)


def _authority(system: str | None) -> Component:
    """The assigning authority of a number, as an HD; the FHIR system is an OID, a UUID or a URL."""
    if system is None:
        return None
    if system.startswith("urn:oid:"):
        return (None, system.removeprefix("urn:oid:"), "ISO")
    if system.startswith("urn:uuid:"):
        return (None, system.removeprefix("urn:uuid:"), "UUID")
    return (None, system, "URI") if ":" in system else (system,)


def _visit(document: NoteDocument) -> str:
    visit = document.patient.encounter_id
    fields = {
        1: "1",
        2: "U",
        3: _field(document.unit),
        19: _field(visit, None, None, None, "VN") if visit else "",
    }
    return _segment("PV1", fields)


def _transcription(document: NoteDocument) -> str:
    author = _person(document.author)
    fields = {
        1: "1",
        2: "CN",
        3: "AP" if isinstance(document.content, bytes) else "TEXT",
        4: _time(document.held_at),
        5: author,
        6: _time(document.signed_at),
        9: author,
        12: _field(document.document_id, APPLICATION),
        13: _field(document.parent_id, APPLICATION) if document.parent_id else "",
        17: "LA",
        19: "AV",
        21: "Marked in error" if document.event is FilingEvent.REPLACEMENT else "",
        22: f"{author}^^{_time(document.signed_at)}",
    }
    return _segment("TXA", fields)


def _person(author: FiledAuthor) -> str:
    """As XCN, and as the first 13 components of PPN."""
    return _field(
        author.provider_id,
        author.family_name,
        author.given_name,
        *(None, None, None, None, None),
        "MEDIPAC",
        "L",
        *(None, None),
        "PRN",
    )


def _observation(document: NoteDocument) -> str:
    pdf = isinstance(document.content, bytes)
    fields = {
        1: "1",
        2: "ED" if pdf else "TX",
        3: _field(*CONSULT_NOTE, None, document.title, "L"),
        5: _content(document.content),
        11: "F",
        14: _time(document.held_at),
    }
    return _segment("OBX", fields)


def _content(content: bytes | str) -> str:
    """A PDF as encapsulated data; text as TX with one repetition per line."""
    if isinstance(content, bytes):
        return f"^AP^PDF^Base64^{base64.b64encode(content).decode('ascii')}"
    return "~".join(_escaped(line) for line in _LINE_END.split(content))


def _segment(name: str, fields: dict[int, str]) -> str:
    return "|".join([name, *(fields.get(number, "") for number in range(1, max(fields) + 1))]).rstrip("|")


def _field(*components: Component) -> str:
    return "^".join(_component(component) for component in components).rstrip("^")


def _component(component: Component) -> str:
    parts: Sequence[str | None] = component if isinstance(component, tuple) else (component,)
    return "&".join(_escaped(part or "") for part in parts).rstrip("&")


def _escaped(text: str) -> str:
    return text.translate(_ESCAPES)


def _time(moment: datetime) -> str:
    """Includes the offset, in the time zone of printed documents, for receivers that display it unchanged."""
    return moment.astimezone(_ZONE).strftime("%Y%m%d%H%M%S%z")
