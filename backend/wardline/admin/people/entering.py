"""A person as administrators enter them becomes the person that a file would declare, for one or for thousands."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.people.policies import Reach
from wardline.admin.people.repository import PeopleRepository
from wardline.admin.people.schemas import PersonFields
from wardline.core.errors import FieldError, ValidationFailed
from wardline.core.forms import messages
from wardline.network.schema import User
from wardline.network.stored import Codes, read_names
from wardline.network.values import Declared

_KEY: Final = "admin.people.known"


@dataclass(frozen=True, slots=True)
class Known:
    """What people are checked against, read once for any number of them."""

    codes: Codes
    names: Declared
    reach: Reach


async def read_known(session: AsyncSession, by: CurrentUser) -> Known:
    """What one administrator's change is checked against; read once in its transaction."""
    known: Known | None = session.info.get(_KEY)
    if known is None:
        known = session.info[_KEY] = await _read(session, by)
    return known


async def _read(session: AsyncSession, by: CurrentUser) -> Known:
    repository = PeopleRepository(session)
    organizations = await repository.organizations(by.administered_organization_ids)
    names = await session.run_sync(read_names)
    roles = await repository.roles()
    reach = Reach(
        username=by.username,
        permissions=by.permissions,
        organizations=frozenset(row.code for row in organizations),
        permissions_of={role.name: permissions for role, permissions in roles},
        organization_of=names.organization_of,
        retired=frozenset(role.name for role, _ in roles if role.is_retired),
    )
    return Known(await session.run_sync(Codes.read), names, reach)


def entered(known: Known, username: str, fields: PersonFields, before: User | None) -> User:
    """The person as a file would declare them, with codes in place of ids.

    What concerns organizations that the administrator does not see stays as it was.

    Raises:
        ValidationFailed: something is not there for the administrator, or a unit is in none of the organizations.
    """
    codes, reach, organization_of = known.codes, known.reach, known.names.organization_of
    errors: list[FieldError] = []

    def coded(
        field: str, ids: list[int], all_codes: Any, is_seen: Callable[[str], bool] = lambda _code: True
    ) -> list[str]:
        found = [all_codes[row_id] for row_id in ids if row_id in all_codes and is_seen(all_codes[row_id])]
        errors.extend([FieldError(field, messages.INVALID)] * (len(found) < len(ids)))
        return found

    organizations = coded(
        "organizationIds", fields.organization_ids, codes.organizations, reach.organizations.__contains__
    )
    locations = coded(
        "locationIds", fields.location_ids, codes.units, lambda unit: organization_of[unit] in reach.organizations
    )
    if any(organization_of[unit] not in organizations for unit in locations):
        errors.append(FieldError("locationIds", messages.INVALID))
    if before is not None:
        organizations += [code for code in before.organizations if code not in reach.organizations]
        locations += [code for code in before.unit_codes if organization_of[code] not in reach.organizations]
    lines = fields.service_lines
    configured = {line_id: code for line_id, code in codes.lines.items() if code in known.names.names["service line"]}
    document = {
        "username": username,
        "active": fields.active,
        "subject": fields.subject,
        "first_name": fields.first_name,
        "last_name": fields.last_name,
        "phone": fields.phone_number,
        "medipac_id": fields.medipac_id,
        "roles": coded("roleIds", fields.role_ids, codes.roles),
        "organizations": organizations,
        "locations": locations,
        "service_lines": {
            "member": coded("serviceLines.memberIds", lines.member_ids, configured),
            "active": coded("serviceLines.activeIds", lines.active_ids, configured),
            "requestable": coded("serviceLines.requestableIds", lines.requestable_ids, configured),
        },
        "licenses": [{"state": each.state, "until": each.until} for each in fields.licenses],
    }
    if errors:
        raise ValidationFailed(errors=list(dict.fromkeys(errors)))
    return User.model_validate(document, context=known.names)
