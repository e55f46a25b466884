"""Reads a file as a validated network, or reports all mistakes in it."""

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from wardline.ehr.filing import Hl7Destination
from wardline.exposure import of_interface
from wardline.network import escalations, lines, schema
from wardline.network.document import Document, NetworkFileInvalid, Place, Problem, read_document
from wardline.network.schema import Network
from wardline.network.values import Declared, Entry
from wardline.service_lines.registry import all_line_codes


@dataclass(frozen=True, slots=True)
class NetworkFile:
    """A network whose file has no mistakes. `document` has the line numbers."""

    path: Path
    network: Network
    document: Document

    @property
    def name(self) -> str:
        """By which the database knows the file: without its folder, which may be another one tomorrow."""
        return self.path.name


def read_network(path: Path, known: Declared | None = None) -> NetworkFile:
    """Read and validate a file, which may refer to what it declares and to `known` names; by default there are none.

    Raises:
        NetworkFileInvalid: with every mistake.
    """
    document = read_document(path)
    if document.data is None and not document.problems:
        raise NetworkFileInvalid(path, [Problem(1, "is empty")])
    problems = document.problems + [
        Problem(document.line_of(place), text) for place, text in _duplicates(document.data)
    ]
    network = None
    try:
        network = Network.model_validate(
            document.data, context=_declared(document.data, known or Declared(known_lines=all_line_codes()))
        )
    except ValidationError as error:
        problems += [_problem(document, detail) for detail in error.errors()]
    if problems or network is None:
        raise NetworkFileInvalid(path, problems)
    return NetworkFile(path, network, document)


def refuse_unprotected(file: NetworkFile) -> None:
    """Raise NetworkFileInvalid if signed notes would cross the network without TLS."""
    problems = [
        Problem(file.document.line_of(("organizations", number, "notes")), str(exposure))
        for number, organization in enumerate(file.network.organizations)
        if isinstance(notes := organization.notes, Hl7Destination)
        for exposure in of_interface("notes", notes.host, has_tls=notes.tls)
    ]
    if problems:
        raise NetworkFileInvalid(file.path, problems)


def _problem(document: Document, error: ErrorDetails) -> Problem:
    place, kind = error["loc"], error["type"]
    names = [part for part in place if isinstance(part, str) and not part.startswith(("[", "tag:"))]
    name = names[-1] if names else "the file"
    if kind == "missing":
        text = f"{name!r} is missing"
    elif kind == "extra_forbidden":
        text = f"unknown key {place[-1]!r}{_suggestion(str(place[-1]))}"
    elif kind == "union_tag_not_found":
        text = f"{error['ctx']['discriminator']} is missing"
    elif kind == "union_tag_invalid":
        place, context = (*place, _DISCRIMINATOR), error["ctx"]
        text = f"{_DISCRIMINATOR}: {context['tag']!r} is not one of {context['expected_tags']}"
    elif kind == "value_error":
        text = f"{name}: {error['msg'].removeprefix('Value error, ')}"
    else:
        text = f"{name}: {error['msg']}"
    return Problem(document.line_of(place), text)


_DISCRIMINATOR = "protocol"
"""The key that selects one of several variants of an entry."""
_KEYS = frozenset(
    name
    for model in (*vars(schema).values(), *vars(lines).values(), *vars(escalations).values(), Hl7Destination)
    if isinstance(model, type) and issubclass(model, Entry | Hl7Destination)
    for name in model.model_fields
)


def _suggestion(key: str) -> str:
    matches = difflib.get_close_matches(key, _KEYS, n=1)
    return f"; did you mean {matches[0]!r}?" if matches else ""


def _declared(data: Any, known: Declared) -> Declared:
    """The names that the file declares, from data of any shape, and the known ones."""
    declared_lines = _section(data, "service_lines")
    organizations = _names(data, "organizations", "code") | known.names.get("organization", frozenset())
    units_of: dict[tuple[str, str], tuple[str, ...]] = {
        (kind, code): ()
        for kind, section in (("facility", "facilities"), ("organization", "organizations"))
        for code in _names(data, section, "code")
    } | dict(known.units_of)
    organization_of: dict[str, str] = dict(known.organization_of)
    for _, facility, _, unit in _units(data):
        if _is_text(unit.get("code")):
            code, organization = str(unit["code"]), str(facility.get("organization"))
            if organization in organizations:
                organization_of[code] = organization
            for owner in (("facility", str(facility.get("code"))), ("organization", organization)):
                if code not in units_of.get(owner, ()):
                    units_of[owner] = (*units_of.get(owner, ()), code)
    declared = {
        "organization": organizations,
        "facility": _names(data, "facilities", "code"),
        "facility type": frozenset(filter(_is_text, _listed(data, "facility_types"))),
        "role": _names(data, "roles", "name"),
        "service line": frozenset(filter(_is_text, declared_lines))
        if isinstance(declared_lines, Mapping)
        else frozenset(),
        "unit": frozenset(str(unit["code"]) for _, _, _, unit in _units(data) if _is_text(unit.get("code"))),
    }
    return Declared(
        known_lines=known.known_lines,
        names={kind: names | known.names.get(kind, frozenset()) for kind, names in declared.items()},
        units_of=units_of,
        organization_of=organization_of,
        owner_of={
            str(facility.get("code")): str(facility["organization"])
            for _, facility in _entries(data, "facilities")
            if _is_text(facility.get("organization"))
        }
        | dict(known.owner_of),
    )


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _section(data: Any, section: str) -> Any:
    return data.get(section) if isinstance(data, Mapping) else None


def _listed(data: Any, section: str) -> list[Any]:
    items = _section(data, section)
    return items if isinstance(items, list) else []


def _entries(data: Any, section: str) -> Iterator[tuple[int, Mapping[Any, Any]]]:
    for index, entry in enumerate(_listed(data, section)):
        if isinstance(entry, Mapping):
            yield index, entry


def _names(data: Any, section: str, key: str) -> frozenset[str]:
    return frozenset(str(entry[key]) for _, entry in _entries(data, section) if _is_text(entry.get(key)))


def _units(data: Any) -> Iterator[tuple[int, Mapping[Any, Any], int, Mapping[Any, Any]]]:
    for number, facility in _entries(data, "facilities"):
        for index, unit in _entries(facility, "units"):
            yield number, facility, index, unit


def _duplicates(data: Any) -> Iterator[tuple[Place, str]]:
    """Every value that must be unique but is not, from its second occurrence on."""
    yield from _repeated("organization", _keyed(data, "organizations", "code"))
    yield from _repeated("facility", _keyed(data, "facilities", "code"))
    yield from _repeated("role", _keyed(data, "roles", "name"))
    yield from _repeated("user", _keyed(data, "users", "username"))
    yield from _repeated("subject", _subjects(data))
    yield from _repeated(
        "escalation",
        (
            (("escalations", index), _both(entry.get("organization"), entry.get("service_line")))
            for index, entry in _entries(data, "escalations")
        ),
    )
    units = [(("facilities", number, "units", index), facility, unit) for number, facility, index, unit in _units(data)]
    yield from _repeated("unit", (((*place, "code"), unit.get("code")) for place, _, unit in units))
    yield from _repeated("EMR code", (((*place, "emr_code"), unit.get("emr_code")) for place, _, unit in units))
    yield from _repeated(
        "unit's name",
        (((*place, "unit"), _both(facility.get("code"), unit.get("unit"))) for place, facility, unit in units),
    )
    for place, _, unit in units:
        rooms = (((*place, "video_rooms", index), room.get("name")) for index, room in _entries(unit, "video_rooms"))
        yield from _repeated("video room", rooms)
        protocols = (
            ((*place, "transfer_protocols", index), _both(entry.get("service_line"), entry.get("transfer_for")))
            for index, entry in _entries(unit, "transfer_protocols")
        )
        yield from _repeated("transfer protocol", protocols)


def _both(first: Any, second: Any) -> str | None:
    return f"{first}: {second}" if _is_text(first) and _is_text(second) else None


def _keyed(data: Any, section: str, key: str) -> Iterator[tuple[Place, Any]]:
    for index, entry in _entries(data, section):
        yield (section, index, key), entry.get(key)


def _subjects(data: Any) -> Iterator[tuple[Place, Any]]:
    """Explicit subjects only, so that a duplicate user name is reported once, as a user name."""
    for index, user in _entries(data, "users"):
        if "subject" in user:
            yield ("users", index, "subject"), user["subject"]


def _repeated(kind: str, values: Iterable[tuple[Place, Any]]) -> Iterator[tuple[Place, str]]:
    seen: set[str] = set()
    for place, value in values:
        if _is_text(value) and value in seen:
            yield place, f"duplicate {kind} {value!r}"
        elif _is_text(value):
            seen.add(value)
