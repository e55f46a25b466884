"""What a question is about, found within the organizations that the caller administers."""

import uuid
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access_checks.choices import CheckedObject
from wardline.access_checks.repository import AccessCheckRepository
from wardline.access_checks.schemas import CheckAccess
from wardline.audit.recording import touched
from wardline.consults.choices import ConsultState
from wardline.core.errors import FieldError, NotFound, ValidationFailed
from wardline.core.forms import messages


@dataclass(frozen=True, slots=True)
class Named:
    id: int
    name: str


@dataclass(frozen=True, slots=True)
class About:
    """None for what the question is not about."""

    consult_id: uuid.UUID | None = None
    state: ConsultState | None = None
    """The consult's."""
    organization: Named | None = None
    location: Named | None = None
    is_location_active: bool | None = None
    line: Named | None = None


_NEEDED: Final[Mapping[CheckedObject, tuple[str, ...]]] = {
    CheckedObject.NOTHING: (),
    CheckedObject.CONSULT: ("consult_id",),
    CheckedObject.LOCATION: ("location_id",),
    CheckedObject.LINE: ("service_line_id",),
    CheckedObject.LOCATION_AND_LINE: ("location_id", "service_line_id"),
    CheckedObject.ORGANIZATION: ("organization_id",),
}
_WIRE_NAMES: Final = {
    "consult_id": "consultId",
    "location_id": "locationId",
    "service_line_id": "serviceLineId",
    "organization_id": "organizationId",
}


async def find(session: AsyncSession, question: CheckAccess, kind: CheckedObject, *, by: CurrentUser) -> About:
    """What the question is about, recorded for the audit trail.

    Raises:
        ValidationFailed: the action needs something that the question does not name.
        NotFound: it does not exist, or the caller does not administer it.
    """
    needed = _NEEDED[kind]
    missing = [name for name in needed if getattr(question, name) is None]
    if missing:
        raise ValidationFailed(errors=[FieldError(_WIRE_NAMES[name], messages.REQUIRED) for name in missing])
    repository = AccessCheckRepository(session, by.administered_organization_ids)
    found: dict[str, Any] = {}
    for name in needed:
        found |= await _FINDERS[name](repository, getattr(question, name))
    return About(**found)


async def _consult(repository: AccessCheckRepository, consult_id: uuid.UUID) -> dict[str, Any]:
    row = await repository.consult(consult_id)
    if row is None:
        raise NotFound
    touched(repository.session).consult(
        row.id, patient_id=row.patient_id, organization_id=row.organization_id, emr_id=row.emr_id
    )
    return {
        "consult_id": row.id,
        "state": ConsultState(row.state),
        "organization": Named(row.organization_id, row.organization_name),
        "location": Named(row.location_id, row.location_name),
        "line": Named(row.line_id, row.line_name),
    }


async def _location(repository: AccessCheckRepository, location_id: int) -> dict[str, Any]:
    rows = await repository.locations(only_id=location_id)
    if not rows:
        raise NotFound
    (row,) = rows
    return {
        "location": Named(row.id, row.name),
        "is_location_active": row.active,
        "organization": Named(row.organization_id, row.organization_name),
    }


async def _line(repository: AccessCheckRepository, line_id: int) -> dict[str, Any]:
    """Any line that one of the organizations' locations may request."""
    if line_id not in await repository.line_ids():
        raise NotFound
    names = await repository.names_of_lines([line_id])
    return {"line": Named(line_id, names[line_id])}


async def _organization(repository: AccessCheckRepository, organization_id: int) -> dict[str, Any]:
    names = {row.id: row.name for row in await repository.organizations()}
    if organization_id not in names:
        raise NotFound
    return {"organization": Named(organization_id, names[organization_id])}


_FINDERS: Final[Mapping[str, Callable[[AccessCheckRepository, Any], Coroutine[Any, Any, dict[str, Any]]]]] = {
    "consult_id": _consult,
    "location_id": _location,
    "service_line_id": _line,
    "organization_id": _organization,
}
