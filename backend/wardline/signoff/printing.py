"""A signed note as the data of the template `note.typ`."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from wardline.consults.models import Consult
from wardline.core.clock import RECORD_ZONE
from wardline.core.text.rich_text import LineKind
from wardline.patients.models import Patient
from wardline.people.models import User
from wardline.service_lines.base import sign_off
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.base.printed import PrintedSection, clock_time
from wardline.service_lines.registry import line_of
from wardline.signoff.choices import DocType
from wardline.signoff.models import SignOffNote, SignOffVersion

TEMPLATE: Final = Path(__file__).with_name("note.typ")

_UNBROKEN: Final = re.compile(r"\S{40}")
"""A word this long has to be broken."""

_UNBROKEN_END_LINES: Final = 3
_UNBROKEN_END_CHARACTERS: Final = 1000

Facts = list[tuple[str, str, bool]]
"""Label, value, and whether a word of the value may not fit on a line."""


def printed(consult: Consult, note: SignOffNote, versions: Sequence[SignOffVersion]) -> dict[str, Any]:
    """The template's data. The first of `versions` is the note, the last the current one.

    `consult` is loaded with its patient, encounter, and location with facility.
    """
    line = line_of(consult.service_line_id)
    first, last = versions[0], versions[-1]
    error = next((version for version in versions if version.doc_type == DocType.ERROR), None)
    return {
        "title": title_of(line),
        "author": _name(first.author),
        "patient": _name_of(consult.patient),
        "hospital": _hospital(consult),
        "born": f"Date of Birth {consult.patient.birth_date:%m/%d/%Y}",
        "error": _facts(_error_facts(error)) if error is not None else None,
        "about": _facts(_consult_facts(consult)),
        "sections": [_section(section) for section in _sections(consult, first.content or {})],
        "signature": _facts(_signature_facts(note, first)),
        "addenda": [
            {"facts": _facts(_addendum_facts(version)), **_split(_blocks(_plain(version.content)))}
            for version in versions
            if version.doc_type == DocType.ADDENDUM
        ],
        "footer": f"Version {last.version} · SHA-256 {last.content_sha256}",
    }


def title_of(line: ServiceLineDefinition) -> str:
    """The title of a line's signed note."""
    return line.note.title if line.note is not None else f"{line.name} Sign-off"


def _sections(consult: Consult, content: Mapping[str, Any]) -> Iterable[PrintedSection]:
    line = line_of(consult.service_line_id)
    if line.note is not None:
        return line.note.printed(content, consult.location.time_zone)
    return sign_off.printed(content, {member.value: member.label for member in line.completion_types})


def _consult_facts(consult: Consult) -> Iterator[tuple[str, str | None]]:
    patient = consult.patient
    yield "Patient", _name_of(patient)
    yield "Date of Birth", f"{patient.birth_date:%m/%d/%Y}"
    yield "Sex", patient.gender.capitalize() if patient.gender else None
    yield "ID Number", patient.enumber or patient.identifier_value
    yield "Patient Number", patient.patient_number
    yield "Service Line", line_of(consult.service_line_id).name
    yield "Hospital", _hospital(consult)
    yield "Location", consult.location.display_name
    yield "Requested", clock_time(consult.created_at, RECORD_ZONE)
    yield "Acknowledged", clock_time(consult.acknowledged_at, RECORD_ZONE)
    yield "Completed", clock_time(consult.completed_at, RECORD_ZONE)
    yield "Consult", str(consult.id)


def _hospital(consult: Consult) -> str:
    """The one entered with the request, at a unit that serves several hospitals; otherwise the location's."""
    return consult.hospital_name or consult.location.facility.name


def _signature_facts(note: SignOffNote, first: SignOffVersion) -> Iterator[tuple[str, str | None]]:
    yield "Signed off by", _name(first.author)
    yield "Medipac Provider ID", first.author.medipac_id
    yield "Signed off at", clock_time(note.signed_off_at, RECORD_ZONE)


def _error_facts(version: SignOffVersion) -> Iterator[tuple[str, str | None]]:
    yield "Marked by", _name(version.author)
    yield "Marked at", clock_time(version.created_at, RECORD_ZONE)
    yield "Reason", version.content


def _addendum_facts(version: SignOffVersion) -> Iterator[tuple[str, str | None]]:
    yield "Added by", _name(version.author)
    yield "Added at", clock_time(version.created_at, RECORD_ZONE)


def _name(user: User) -> str:
    return f"{user.first_name} {user.last_name}"


def _name_of(patient: Patient) -> str:
    return f"{patient.name_family}, {patient.name_given}"


def _facts(pairs: Iterable[tuple[str, str | None]]) -> Facts:
    return [(label, value, _is_unbroken(value)) for label, value in pairs if value]


def _is_unbroken(text: str) -> bool:
    return _UNBROKEN.search(text) is not None


def _runs(runs: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{**run, "unbroken": _is_unbroken(run["text"])} for run in runs]


def _section(section: PrintedSection) -> dict[str, Any]:
    texts = [(label, _blocks(text["lines"])) for label, text in section.texts if text is not None]
    return {"title": section.title, "facts": _facts(section.facts), "texts": texts}


def _plain(text: str | None) -> list[dict[str, Any]]:
    return [
        {"kind": LineKind.PARAGRAPH, "indent": 0, "runs": [{"text": line, "bold": False, "italic": False}]}
        for line in (text or "").splitlines()
    ]


def _split(blocks: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """An addendum's text, with the end that is kept on one page: its last lines, if they are sure to fit."""
    end = blocks[-_UNBROKEN_END_LINES:]
    length = sum(len(run["text"]) for block in end for run in block["runs"])
    start = max(len(blocks) - _UNBROKEN_END_LINES, 0) if length <= _UNBROKEN_END_CHARACTERS else len(blocks)
    return {"text": blocks[:start], "end": blocks[start:]}


def _blocks(lines: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Paragraphs and nested bullets; a skipped level has no bullet of its own."""
    blocks: list[dict[str, Any]] = []
    for line in lines:
        if line["kind"] != LineKind.BULLET:
            blocks.append({"runs": _runs(line["runs"]), "indent": line["indent"]})
            continue
        if not blocks or "bullets" not in blocks[-1]:
            blocks.append({"bullets": []})
        entries = blocks[-1]["bullets"]
        for _ in range(line["indent"]):
            if not entries:
                entries.append({"runs": [], "below": [], "skipped": True})
            entries = entries[-1]["below"]
        entries.append({"runs": _runs(line["runs"]), "below": []})
    return blocks
