"""The schema of a network file. Error messages are for the person who wrote the file.

References are checked along with the rest of a value, against the names that the file declares (`Declared`), so that
one run finds every mistake.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Any, Final, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationInfo,
    field_validator,
    model_validator,
)

from wardline.core.forms.fields import (
    CODE_LIMIT,
    CODE_PATTERN,
    PHONE_PATTERN,
    OptionalShortText,
    ShortText,
    Text,
    time_zones,
)
from wardline.ehr.filing import Destination
from wardline.people.states import STATES
from wardline.places.patterns import check_pattern
from wardline.places.schemas import MAX_MILES, ConfigurablePatientNumber, Mask, TransferFor
from wardline.service_lines.hours import daily_hours, weekdays

ALL: Final = "all"
_DAY_NAMES: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_PAIR: Final = re.compile(r"([A-Z][A-Za-z]*) ([A-Z][A-Za-z]*)")
_ALL_OF: Final = re.compile(r"all of (facility|organization) (\S+)")


@dataclass(frozen=True, slots=True)
class Declared:
    """The names that a file declares, collected before its values are validated; the context of every validation."""

    known_lines: frozenset[str]
    """The codes of the service lines of this version."""
    names: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Maps each kind (organization, facility type, role, service line, unit) to the declared names."""
    units_of: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    """Maps ("facility" or "organization", code) to the codes of its units."""
    organization_of: Mapping[str, str] = field(default_factory=dict)
    """Maps each unit code to the code of its organization, if the file declares it."""


def _declared(info: ValidationInfo) -> Declared:
    if not isinstance(info.context, Declared):
        raise TypeError("a network is validated with what it declares as its context")
    return info.context


def _reference(kind: str) -> AfterValidator:
    def check(value: str, info: ValidationInfo) -> str:
        if value not in _declared(info).names.get(kind, frozenset()):
            raise ValueError(f"no {kind} {value!r} is defined in this file")
        return value

    return AfterValidator(check)


def _phone(value: str) -> str:
    if not re.fullmatch(PHONE_PATTERN, value, re.ASCII):
        raise ValueError(f"{value!r} is not a phone number such as (555) 010-0100")
    return value


def _time_zone(value: str) -> str:
    if value not in time_zones():
        raise ValueError(f"{value!r} is not a time zone such as America/New_York")
    return value


def _state(value: str) -> str:
    if value not in STATES:
        raise ValueError(f"{value!r} is not the abbreviation of a state or territory, such as OH")
    return value


def days_of(interval: str) -> str:
    """The stored interval as ``Mon-Fri`` or ``Sat``."""
    days = weekdays(interval)
    first, last = _DAY_NAMES[min(days) - 1], _DAY_NAMES[max(days) - 1]
    return first if first == last else f"{first}-{last}"


def _days(value: str) -> str:
    """``Mon-Fri`` or ``Sat`` as the stored interval."""
    first, _, last = value.partition("-")
    names = (first, last or first)
    if value.endswith("-") or any(name not in _DAY_NAMES for name in names):
        raise ValueError(f"{value!r} is neither a day such as Sat nor a range such as Mon-Fri")
    interval = f"[{_DAY_NAMES.index(names[0]) + 1},{_DAY_NAMES.index(names[-1]) + 1}]"
    try:
        weekdays(interval)
    except ValueError:
        raise ValueError(f"{value!r} crosses the end of the week; use one entry up to Sun and one from Mon") from None
    return interval


def _hours(value: str) -> str:
    try:
        daily_hours(value)
    except ValueError:
        raise ValueError(f"{value!r} is not a time range such as 08:00-17:00") from None
    return value


def _pair(value: str) -> str:
    if not _PAIR.fullmatch(value):
        raise ValueError(f"{value!r} is not an action and a subject such as 'Acknowledge Consult'")
    return value


def _known_line(value: str, info: ValidationInfo) -> str:
    known = _declared(info).known_lines
    if value not in known:
        raise ValueError(f"there is no service line {value!r}; the service lines are {', '.join(sorted(known))}")
    return value


def _all_lines(value: Any, info: ValidationInfo) -> Any:
    return sorted(_declared(info).names["service line"]) if value == ALL else value


def _distinct(values: list[str]) -> list[str]:
    duplicates = sorted({value for value in values if values.count(value) > 1})
    if duplicates:
        raise ValueError(f"duplicate {', '.join(map(repr, duplicates))}")
    return values


def _units(value: Any, info: ValidationInfo) -> Any:
    """A unit's code, or ``all of facility CODE``, as unit codes."""
    declared = _declared(info)
    if not isinstance(value, str):
        return value
    if match := _ALL_OF.fullmatch(value):
        if (match[1], match[2]) not in declared.units_of:
            raise ValueError(f"no {match[1]} {match[2]!r} is defined in this file")
        return declared.units_of[match[1], match[2]]
    if value not in declared.names["unit"]:
        raise ValueError(f"no unit {value!r} is defined in this file; you can also write: all of facility CODE")
    return (value,)


Code = Annotated[Text, StringConstraints(pattern=CODE_PATTERN, max_length=CODE_LIMIT)]
"""Lowercase letters, digits and hyphens. A code is permanent, even if the name changes."""
Phone = Annotated[Text, AfterValidator(_phone)]
TimeZone = Annotated[Text, AfterValidator(_time_zone)]
State = Annotated[Text, AfterValidator(_state)]
Lines = Annotated[
    list[Annotated[Text, _reference("service line")]], BeforeValidator(_all_lines), AfterValidator(_distinct)
]
"""Codes of service lines, or the word all."""


class Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ManagedEntry(Entry):
    """An object that is changed on its own, either on the administrators' screens or by a file."""

    managed: bool = False
    """The file manages it: loading makes it match, and nobody can change it otherwise. By default, it is only added."""


class Organization(ManagedEntry):
    code: Code
    name: ShortText
    notes: Destination | None = None
    """Where signed notes are filed; if omitted, they are not."""


class PatientNumber(Entry):
    """The unit's own number for a patient; see `wardline.places.schemas.ConfigurablePatientNumber`."""

    collect: bool = True
    label: ShortText = "Patient Number"
    label_key: OptionalShortText | None = None
    optional: bool = False
    feedback: OptionalShortText | None = None
    feedback_key: OptionalShortText | None = None
    regex: Annotated[ShortText, AfterValidator(check_pattern)] | None = None
    mask: Mask | None = None
    inputmode: Literal["text", "numeric", "decimal", "tel"] = "text"

    def stored(self) -> dict[str, Any]:
        """The number as stored in the unit's row."""
        values = self.model_dump(exclude={"regex"})
        number = ConfigurablePatientNumber.model_validate(values | {"regex_string": self.regex}, by_name=True)
        return number.model_dump(mode="json", exclude_none=True)

    @classmethod
    def from_stored(cls, stored: dict[str, Any]) -> "PatientNumber":
        """The number in a unit's row."""
        number = ConfigurablePatientNumber.model_validate(stored)
        names = [name for name in cls.model_fields if name != "regex"]
        return cls.model_construct(**{name: getattr(number, name) for name in names}, regex=number.regex_string)


class VideoRoom(Entry):
    name: ShortText
    phone: Phone | None = None


class TransferProtocol(Entry):
    transfer_for: TransferFor
    service_line: Annotated[Text, _reference("service line")]
    to: ShortText
    miles: Annotated[float, Field(ge=0, le=MAX_MILES, strict=False)]


class Unit(ManagedEntry):
    code: Code
    unit: ShortText
    """Its name within its facility."""
    display_name: ShortText
    active: bool = True
    """Whether consults can be requested there."""
    type: ShortText
    time_zone: TimeZone
    phone: Phone | None = None
    fax: Phone | None = None
    hospital_name: ShortText | None = None
    emr_code: ShortText | None = None
    """The unit's identifier in the hospital's record."""
    emr_integrated: bool | None = None
    """Whether the census is read; by default true if there is an EMR code."""
    collects: Annotated[
        list[Literal["sex", "id number", "hospital name", "fax number"]], AfterValidator(_distinct)
    ] = []
    patient_number: PatientNumber | None = None
    service_lines: Lines = []
    video_rooms: list[VideoRoom] = []
    preferred_video: Literal["vidyo", "bluestream", "core"] | None = None
    """How calls are joined here first; without it, in the application."""
    transfer_protocols: list[TransferProtocol] = []

    @model_validator(mode="after")
    def _integrated_by_code(self) -> Self:
        if self.emr_integrated and self.emr_code is None:
            raise ValueError("emr_integrated needs an emr_code")
        return self

    @property
    def reads_census(self) -> bool:
        return self.emr_code is not None if self.emr_integrated is None else self.emr_integrated


class Facility(ManagedEntry):
    code: Code
    organization: Annotated[Text, _reference("organization")]
    name: ShortText
    type: Annotated[Text, _reference("facility type")]
    info: ShortText | None = None
    state: State | None = None
    """If it is given, planners are told of people who are planned without a license for it."""
    transfers_ask_for: Annotated[list[Literal["accepting attending", "other facility"]], AfterValidator(_distinct)] = []
    units: list[Unit] = []


class Hours(Entry):
    """Open from the first time until just before the second, which is on the next day if it is not later."""

    days: Annotated[Text, AfterValidator(_days)]
    open: Annotated[Text, AfterValidator(_hours)]
    time_zone: TimeZone


class Priority(Entry):
    name: Literal["critical", "urgent", "routine"]
    limit_seconds: Annotated[int, Field(gt=0, lt=2**31)]
    rank: Annotated[int, Field(ge=0, lt=2**31)] | None = None


class ServiceLine(ManagedEntry):
    """A line without hours is open around the clock."""

    hours: list[Hours] = []
    priorities: dict[Literal[1, 2, 3], Priority]

    @field_validator("priorities")
    @classmethod
    def _all_three(cls, priorities: dict[int, Priority]) -> dict[int, Priority]:
        if missing := {1, 2, 3} - priorities.keys():
            raise ValueError(f"priority {', '.join(map(str, sorted(missing)))} is missing")
        return priorities


class Role(ManagedEntry):
    name: ShortText
    label: ShortText
    active: bool = True
    """Whether it allows anything. Those who have it keep it while it is retired, and nobody else is given it."""
    permissions: Annotated[list[Annotated[Text, AfterValidator(_pair)]], AfterValidator(_distinct)]


class UserLines(Entry):
    """The lines a user belongs to, may check in to, and may request."""

    member: Lines = []
    active: Lines = []
    requestable: Lines = []


class License(Entry):
    state: State
    until: Annotated[date, Field(strict=False)] | None = None
    """The last day on which it is valid, if that is known."""


class User(ManagedEntry):
    username: ShortText
    subject: ShortText | None = None
    """The user's identifier with the identity provider; by default the user name."""
    first_name: ShortText
    last_name: ShortText
    phone: Phone | None = None
    medipac_id: ShortText | None = None
    active: bool = True
    """Whether the user may sign in."""
    about: ShortText | None = None
    """A comment for readers of the file, shown on the demonstration's sign-in page."""
    roles: Annotated[list[Annotated[Text, _reference("role")]], AfterValidator(_distinct)]
    organizations: Annotated[list[Annotated[Text, _reference("organization")]], AfterValidator(_distinct)]
    locations: list[Annotated[tuple[str, ...], BeforeValidator(_units)]] = []
    service_lines: UserLines = UserLines()
    licenses: list[License] = []

    @field_validator("licenses")
    @classmethod
    def _once_a_state(cls, licenses: list[License]) -> list[License]:
        _distinct([each.state for each in licenses])
        return licenses

    @field_validator("locations")
    @classmethod
    def _of_own_organizations(cls, locations: list[tuple[str, ...]], info: ValidationInfo) -> list[tuple[str, ...]]:
        own = info.data.get("organizations")
        if own is not None:
            organization_of = _declared(info).organization_of
            units = {unit for units in locations for unit in units}
            foreign = sorted(unit for unit in units & organization_of.keys() if organization_of[unit] not in own)
            if foreign:
                raise ValueError(f"{', '.join(foreign)}: not in any of this user's organizations")
        return locations

    @property
    def unit_codes(self) -> list[str]:
        """The codes of all units, without duplicates."""
        return list(dict.fromkeys(unit for units in self.locations for unit in units))


class Network(Entry):
    """A file. What it does not name stays as it is."""

    organizations: list[Organization] = []
    facility_types: Annotated[list[ShortText], AfterValidator(_distinct)] = []
    facilities: list[Facility] = []
    service_lines: dict[Annotated[Text, AfterValidator(_known_line)], ServiceLine] = {}
    roles: list[Role] = []
    users: list[User] = []
