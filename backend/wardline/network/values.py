"""Values of a network file, and how they refer to what the file declares."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, StringConstraints, ValidationInfo

from wardline.core.forms.fields import CODE_LIMIT, CODE_PATTERN, PHONE_PATTERN, Text, time_zones
from wardline.people.states import STATES
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
    """Maps each kind (organization, facility, facility type, role, service line, unit) to the declared names."""
    units_of: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    """Maps ("facility" or "organization", code) to the codes of its units."""
    organization_of: Mapping[str, str] = field(default_factory=dict)
    """Maps each unit code to the code of its organization, if the file declares it."""
    owner_of: Mapping[str, str] = field(default_factory=dict)
    """Maps each facility code to the code of its organization."""


def declared_in(info: ValidationInfo) -> Declared:
    if not isinstance(info.context, Declared):
        raise TypeError("a network is validated with what it declares as its context")
    return info.context


def reference(kind: str) -> AfterValidator:
    def check(value: str, info: ValidationInfo) -> str:
        if value not in declared_in(info).names.get(kind, frozenset()):
            raise ValueError(f"there is no {kind} {value!r}")
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


def days_interval(value: str) -> str:
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


def hours_text(value: str) -> str:
    try:
        daily_hours(value)
    except ValueError:
        raise ValueError(f"{value!r} is not a time range such as 08:00-17:00") from None
    return value


def pair_text(value: str) -> str:
    if not _PAIR.fullmatch(value):
        raise ValueError(f"{value!r} is not an action and a subject such as 'Acknowledge Consult'")
    return value


def known_line(value: str, info: ValidationInfo) -> str:
    known = declared_in(info).known_lines
    if value not in known:
        raise ValueError(f"there is no service line {value!r}; the service lines are {', '.join(sorted(known))}")
    return value


def _all_lines(value: Any, info: ValidationInfo) -> Any:
    return sorted(declared_in(info).names["service line"]) if value == ALL else value


def distinct(values: list[str]) -> list[str]:
    duplicates = sorted({value for value in values if values.count(value) > 1})
    if duplicates:
        raise ValueError(f"duplicate {', '.join(map(repr, duplicates))}")
    return values


def units_of(value: Any, info: ValidationInfo) -> Any:
    """A unit's code, or ``all of facility CODE``, as unit codes."""
    declared = declared_in(info)
    if not isinstance(value, str):
        return value
    if match := _ALL_OF.fullmatch(value):
        if (match[1], match[2]) not in declared.units_of:
            raise ValueError(f"there is no {match[1]} {match[2]!r}")
        return declared.units_of[match[1], match[2]]
    if value not in declared.names["unit"]:
        raise ValueError(f"there is no unit {value!r}; you can also write: all of facility CODE")
    return (value,)


def _mark(value: Any) -> Any:
    if isinstance(value, bool) or (isinstance(value, str) and value.strip()):
        return value
    raise ValueError("is neither true nor false, nor the name of the file that manages it")


Code = Annotated[Text, StringConstraints(pattern=CODE_PATTERN, max_length=CODE_LIMIT)]
"""Lowercase letters, digits and hyphens. A code is permanent, even if the name changes."""
Phone = Annotated[Text, AfterValidator(_phone)]
TimeZone = Annotated[Text, AfterValidator(_time_zone)]
State = Annotated[Text, AfterValidator(_state)]
Lines = Annotated[
    list[Annotated[Text, reference("service line")]], BeforeValidator(_all_lines), AfterValidator(distinct)
]
"""Codes of service lines, or the word all."""


class Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ManagedEntry(Entry):
    """An object that is changed on its own, either on the administrators' screens or by a file."""

    managed: Annotated[bool | str, BeforeValidator(_mark)] = False
    """The file manages it: loading makes it match, and nobody can change it otherwise. By default, it is only added.

    The name of another file says that that one manages it, as in a network that was exported.
    """
