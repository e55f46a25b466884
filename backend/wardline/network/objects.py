"""The objects of a network that are changed on their own, each with a code that never changes, and their documents.

A document says everything about one object, in the words and values of a network file, as JSON. What it would be
without saying is left out, and what has no order is sorted, so that two documents are equal if the objects are.
"""

import hashlib
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, TypeAlias

import orjson
from pydantic import ValidationError

from wardline.core.forms.choices import Choice
from wardline.network.escalations import Escalation, EscalationPolicy
from wardline.network.lines import Hours, ServiceLine
from wardline.network.schema import Facility, Network, Organization, Role, Unit, User
from wardline.network.values import Declared, ManagedEntry, days_of


class Kind(Choice):
    """In the order in which objects are written: each refers only to those before it."""

    ORGANIZATION = "organization", "Organization"
    FACILITY = "facility", "Facility"
    SERVICE_LINE = "serviceLine", "Service line"
    ESCALATION = "escalation", "Escalation"
    """How an organization's requests of a line escalate; there is one for each, without policies by the standard."""
    UNIT = "unit", "Unit"
    ROLE = "role", "Role"
    USER = "user", "Person"

    @property
    def noun(self) -> str:
        """The label within a sentence."""
        return self.label.lower()


class ObjectKey(NamedTuple):
    """Which object: its code, a role's name, or a user's name for signing in."""

    kind: Kind
    code: str


Document: TypeAlias = dict[str, Any]


class PlacedUnit(Unit):
    """A unit with the code of its facility, below which it stands in a file."""

    facility: str


class Line(ServiceLine):
    """The settings of a service line with its code."""

    code: str


Entry = Organization | Facility | Line | Escalation | PlacedUnit | Role | User

_NOT_IN_DOCUMENTS = {"managed", "units", "about"}
_SORTED = ("collects", "permissions", "service_lines", "organizations", "transfers_ask_for")


def entries_of(network: Network) -> Iterator[Entry]:
    """The objects that a file declares."""
    yield from network.organizations
    yield from network.facilities
    for code, line in network.service_lines.items():
        yield Line.model_construct(**_fields(line), code=code)
    yield from network.escalations
    for facility in network.facilities:
        for unit in facility.units:
            yield PlacedUnit.model_construct(**_fields(unit), facility=facility.code)
    yield from network.roles
    yield from network.users


def _fields(entry: ManagedEntry) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in type(entry).model_fields}


def key_of(entry: Entry) -> ObjectKey:
    match entry:
        case Role():
            return ObjectKey(Kind.ROLE, entry.name)
        case User():
            return ObjectKey(Kind.USER, entry.username)
        case _:
            return ObjectKey(_KINDS[type(entry)], entry.code)


def document_of(entry: Entry) -> Document:
    """The object as JSON, without what the file says about managing it."""
    document = entry.model_dump(mode="json", exclude=_NOT_IN_DOCUMENTS, exclude_defaults=True, exclude_none=True)
    for name in _SORTED:
        if isinstance(document.get(name), list):
            document[name] = sorted(document[name])
    match entry:
        case Line():
            _complete_line(document, entry)
        case Escalation():
            _complete_escalation(document, entry)
        case PlacedUnit():
            _complete_unit(document, entry)
        case User():
            _complete_user(document, entry)
    return document


def entry_of(kind: Kind, document: Document, names: Declared) -> Entry:
    """The object of a document, by the rules of today.

    Raises:
        ValidationError: it refers to something that no longer exists, or is not valid anymore.
    """
    if kind is Kind.SERVICE_LINE:
        document = document | {"priorities": {int(number): each for number, each in document["priorities"].items()}}
    return _ENTRIES[kind].model_validate(document, context=names)


def reasons_of(error: ValidationError) -> list[str]:
    """Why a document is not an object by the rules of today, with the names to which it refers in vain."""
    return [
        each["msg"].removeprefix("Value error, ")
        if each["type"] == "value_error"
        else f"{'.'.join(map(str, each['loc']))}: {each['msg']}"
        for each in error.errors()
    ]


_ENTRIES: Final[dict[Kind, type[Entry]]] = {
    Kind.ORGANIZATION: Organization,
    Kind.FACILITY: Facility,
    Kind.SERVICE_LINE: Line,
    Kind.ESCALATION: Escalation,
    Kind.UNIT: PlacedUnit,
    Kind.ROLE: Role,
    Kind.USER: User,
}
_KINDS: Final[dict[type[Any], Kind]] = {type_: kind for kind, type_ in _ENTRIES.items()}


def digest_of(document: Document | None) -> str:
    """A short digest that differs whenever the document does; the same for every object that does not exist."""
    return hashlib.sha256(orjson.dumps(document, option=orjson.OPT_SORT_KEYS)).hexdigest()[:32]


def _complete_line(document: Document, line: Line) -> None:
    if line.hours:
        hours = [_hours(each) for each in line.hours]
        document["hours"] = sorted(hours, key=lambda each: (each["days"], each["open"]))
    for each in document.get("exceptions", ()):
        if each.get("last") == each["first"]:
            del each["last"]
        if "open" in each:
            each["open"] = sorted(each["open"])
    if "exceptions" in document:
        document["exceptions"] = sorted(document["exceptions"], key=lambda each: str(each["first"]))
    document["priorities"] = {str(number): each for number, each in sorted(document["priorities"].items())}


def _hours(hours: Hours) -> Document:
    return {"days": days_of(hours.days), "open": hours.open, "time_zone": hours.time_zone}


def _complete_escalation(document: Document, escalation: Escalation) -> None:
    if escalation.policies:
        policies = [_policy(policy) for policy in escalation.policies]
        document["policies"] = sorted(
            policies, key=lambda each: (str(each.get("facility", "")), str(each.get("priority", "")))
        )


def _policy(policy: EscalationPolicy) -> Document:
    document = policy.model_dump(mode="json", exclude_none=True)
    for written, step in zip(document["steps"], policy.steps, strict=True):
        if step.hours is not None:
            written["hours"] = _hours(step.hours)
    return document


def _complete_unit(document: Document, unit: PlacedUnit) -> None:
    document.pop("emr_integrated", None)
    if unit.emr_code is not None and not unit.reads_census:
        document["emr_integrated"] = False
    if unit.video_rooms:
        document["video_rooms"] = sorted(document["video_rooms"], key=lambda room: str(room["name"]))
    if unit.transfer_protocols:
        protocols = [{**each, "miles": round(float(each["miles"]), 1)} for each in document["transfer_protocols"]]
        document["transfer_protocols"] = sorted(
            protocols, key=lambda each: (each["service_line"], each["transfer_for"])
        )


def _complete_user(document: Document, user: User) -> None:
    document["roles"] = list(user.roles)
    document.pop("locations", None)
    if user.unit_codes:
        document["locations"] = sorted(user.unit_codes)
    if document.get("subject") == user.username:
        del document["subject"]
    lines = {name: sorted(codes) for name, codes in document.pop("service_lines", {}).items() if codes}
    if lines:
        document["service_lines"] = lines
    if user.licenses:
        document["licenses"] = sorted(document["licenses"], key=lambda each: str(each["state"]))
