"""Turns the cells of a row into what an administrator would enter on the person's page."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter, ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.people.entering import Known
from wardline.admin.people.importing.columns import ALL_OF, SEPARATOR, Column
from wardline.admin.people.repository import PeopleRepository
from wardline.admin.people.schemas import NewPerson
from wardline.core.forms import messages
from wardline.core.forms.fields import EmailAddress
from wardline.core.http.form_errors import field_errors
from wardline.network.schema import User
from wardline.service_lines.repository import ServiceLineRepository

_EMAIL: Final[TypeAdapter[str]] = TypeAdapter(EmailAddress)
_YES: Final = {"yes", "y", "true", "1", "active"}
_NO: Final = {"no", "n", "false", "0", "inactive", "deactivated"}
_PHONE_DIGITS: Final = 10
_MAX_NAMED: Final = 60
"""How many characters of an unknown name an error quotes."""
_COLUMN_OF: Final = {
    "username": Column.USERNAME,
    "firstName": Column.FIRST_NAME,
    "lastName": Column.LAST_NAME,
    "subject": Column.SUBJECT,
    "phoneNumber": Column.PHONE,
    "medipacId": Column.MEDIPAC_ID,
    "active": Column.ACTIVE,
    "roleIds": Column.ROLES,
    "organizationIds": Column.ORGANIZATIONS,
    "locationIds": Column.UNITS,
    "serviceLines.memberIds": Column.MEMBER_LINES,
    "serviceLines.activeIds": Column.ON_CALL_LINES,
    "serviceLines.requestableIds": Column.REQUEST_LINES,
}
_TEXT_OF: Final = {
    Column.USERNAME: "username",
    Column.FIRST_NAME: "firstName",
    Column.LAST_NAME: "lastName",
}
_OPTIONAL_OF: Final = {Column.SUBJECT: "subject", Column.MEDIPAC_ID: "medipacId"}
_LINES_OF: Final = {
    Column.MEMBER_LINES: "memberIds",
    Column.ON_CALL_LINES: "activeIds",
    Column.REQUEST_LINES: "requestableIds",
}


class CellError(NamedTuple):
    """What is wrong in a column, or with the whole row."""

    column: Column | None
    message: str


Ids = Mapping[str, list[int]]
"""What a name stands for, by the name without case and spaces around; several if it is not unique."""


@dataclass(frozen=True, slots=True)
class Names:
    """What can be written in cells."""

    roles: Ids
    organizations: Ids
    units: Ids
    lines: Ids
    id_of: Mapping[tuple[str, str], int]
    """By kind (role, organization, unit, line) and code."""


async def read_names(session: AsyncSession, known: Known, by: CurrentUser) -> Names:
    """The names of what exists in the administrator's organizations."""
    repository, codes = PeopleRepository(session), known.codes
    organizations = await repository.organizations(by.administered_organization_ids)
    units = await repository.unit_names(by.administered_organization_ids)
    own = {unit.id for unit in units}
    all_of: dict[str, list[int]] = defaultdict(list)
    for unit in units:
        all_of[_key(f"{ALL_OF}{unit.facility_name}")].append(unit.id)
    unit_ids = {code: unit_id for unit_id, code in codes.units.items() if unit_id in own}
    for (kind, code), unit_codes in known.names.units_of.items():
        if kind == "facility" and (ids := [unit_ids[unit] for unit in unit_codes if unit in unit_ids]):
            all_of[_key(f"{ALL_OF}{code}")] = ids
    return Names(
        roles=_by_name((name, role_id) for role_id, name in codes.roles.items()),
        organizations=_by_name(
            (name, row.id) for row in organizations for name in {row.name.casefold(), row.code.casefold()}
        ),
        units=_by_name((name, unit.id) for unit in units for name in (codes.units[unit.id], _unit_name(unit))) | all_of,
        lines=_by_name(
            (name, line.id)
            for line in await ServiceLineRepository(session).names()
            for name in {line.name.casefold(), codes.lines[line.id].casefold()}
        ),
        id_of={
            (kind, code): row_id
            for kind, all_codes in (
                ("role", codes.roles),
                ("organization", codes.organizations),
                ("unit", codes.units),
                ("line", codes.lines),
            )
            for row_id, code in all_codes.items()
        },
    )


def _unit_name(unit: Any) -> str:
    return f"{unit.facility_name} {unit.unit}"


def _by_name(pairs: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for name, row_id in pairs:
        found[_key(name)].append(row_id)
    return found


def _key(name: str) -> str:
    return " ".join(name.casefold().replace(":", " ").split())


def person_in(
    cells: Mapping[Column, str], before: User | None, known: Known, names: Names
) -> tuple[NewPerson | None, list[CellError]]:
    """The person as the row and, for what it does not say, the stored person have them; None if there are errors."""
    reader = _Reader(cells, names)
    fields = _stored(before, known, names) if before is not None else _nothing()
    stored_role_ids = fields["roleIds"]
    fields |= {name: cells[column] for column, name in _TEXT_OF.items() if column in cells}
    fields |= {name: cells[column] or None for column, name in _OPTIONAL_OF.items() if column in cells}
    if Column.PHONE in cells:
        fields["phoneNumber"] = _phone(cells[Column.PHONE])
    if cells.get(Column.ACTIVE):
        fields["active"] = reader.yes_or_no(Column.ACTIVE)
    for name, column, ids in (
        ("roleIds", Column.ROLES, names.roles),
        ("organizationIds", Column.ORGANIZATIONS, names.organizations),
        ("locationIds", Column.UNITS, names.units),
    ):
        if column in cells:
            fields[name] = reader.ids(column, ids)
    if set(fields["roleIds"]) == set(stored_role_ids):
        # The order in which they were given is not what a file is about.
        fields["roleIds"] = stored_role_ids
    fields["serviceLines"] |= {
        name: reader.ids(column, names.lines) for column, name in _LINES_OF.items() if column in cells
    }
    reader.check_email()
    try:
        person = NewPerson.model_validate(fields | {"confirmed": []})
    except ValidationError as error:
        found = field_errors(error.errors(include_url=False))
        reader.errors += [CellError(column_of(each.field), each.message) for each in found]
        return None, reader.distinct()
    return (None, reader.distinct()) if reader.errors else (person, [])


def column_of(field: str) -> Column | None:
    """The column of a field of a person, as errors name it; None if there is none."""
    return next((column for name, column in _COLUMN_OF.items() if field == name or field.startswith(f"{name}.")), None)


def _nothing() -> dict[str, Any]:
    return {
        "firstName": "",
        "lastName": "",
        "subject": None,
        "phoneNumber": None,
        "medipacId": None,
        "active": True,
        "roleIds": [],
        "organizationIds": [],
        "locationIds": [],
        "serviceLines": {"memberIds": [], "activeIds": [], "requestableIds": []},
        "licenses": [],
        "reason": None,
    }


def _stored(before: User, known: Known, names: Names) -> dict[str, Any]:
    """The person as their page would show them to this administrator."""
    reach, lines = known.reach, before.service_lines

    def ids(kind: str, codes: Iterable[str]) -> list[int]:
        return [names.id_of[kind, code] for code in codes]

    return {
        "firstName": before.first_name,
        "lastName": before.last_name,
        "subject": before.subject if before.subject != before.username else None,
        "phoneNumber": before.phone,
        "medipacId": before.medipac_id,
        "active": before.active,
        "roleIds": ids("role", before.roles),
        "organizationIds": ids("organization", (it for it in before.organizations if it in reach.organizations)),
        "locationIds": ids(
            "unit", (it for it in before.unit_codes if reach.organization_of[it] in reach.organizations)
        ),
        "serviceLines": {
            "memberIds": ids("line", lines.member),
            "activeIds": ids("line", lines.active),
            "requestableIds": ids("line", lines.requestable),
        },
        "licenses": [{"state": each.state, "until": each.until} for each in before.licenses],
        "reason": None,
    }


def _phone(text: str) -> str | None:
    """Ten digits in any shape as the shape that is stored; anything else is left for the field's own check."""
    digits = re.sub(r"[\s().+-]", "", text)
    if len(digits) == _PHONE_DIGITS + 1 and digits.startswith("1"):
        digits = digits[1:]
    if len(digits) == _PHONE_DIGITS and digits.isascii() and digits.isdecimal():
        return f"({digits[:3]}) {digits[3:6]}-{digits[6:]}"
    return text or None


class _Reader:
    """Reads the cells of one row, and notes what is wrong."""

    def __init__(self, cells: Mapping[Column, str], names: Names) -> None:
        self._cells = cells
        self._names = names
        self.errors: list[CellError] = []

    def yes_or_no(self, column: Column) -> bool:
        word = self._cells[column].casefold()
        if word not in _YES | _NO:
            self.errors.append(CellError(column, "Write yes or no."))
        return word in _YES

    def ids(self, column: Column, known: Ids) -> list[int]:
        """What the names in the cell stand for, each once; only units can be named together."""
        found: dict[int, None] = {}
        for name in filter(None, (part.strip() for part in self._cells[column].split(SEPARATOR))):
            ids = known.get(_key(name), [])
            if not ids:
                self.errors.append(CellError(column, f"“{name[:_MAX_NAMED]}” is unknown, or you cannot give it."))
            elif len(ids) > 1 and not _key(name).startswith(ALL_OF):
                self.errors.append(CellError(column, f"“{name[:_MAX_NAMED]}” is not unique. Use the code."))
            else:
                found |= dict.fromkeys(ids)
        return list(found)

    def check_email(self) -> None:
        address = self._cells.get(Column.EMAIL, "")
        if not address:
            return
        try:
            _EMAIL.validate_python(address)
        except ValidationError:
            self.errors.append(CellError(Column.EMAIL, messages.EMAIL))

    def distinct(self) -> list[CellError]:
        """One error for each column, the first."""
        first: dict[Column | None, CellError] = {}
        for error in self.errors:
            first.setdefault(error.column, error)
        return list(first.values())
