"""The response about the signed-in user."""

from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.directory.repository import roles_by_id
from wardline.directory.schemas import MeRead, NamedRead, PermissionRead, PreferencesRead, RoleRead
from wardline.people.models import Role, User
from wardline.places import responses as places
from wardline.places.repository import PlacesRepository
from wardline.places.schemas import OrganizationRead
from wardline.service_lines import responses as service_lines
from wardline.service_lines.repository import ServiceLineRepository

DEFAULT_CHECKIN_ROLE: Final = "Virtual Provider"
STRING_DICTIONARY: Final = {
    "ENUMBER_LABEL": "ID Number",
    "TRANSFER_REQUEST_1": "Ground transport may take longer than air. Confirm availability with the transport team.",
    "CONSULT_SL_SERVICE_NOT_FOUND": "No service lines found",
}


async def load_me(session: AsyncSession, user: CurrentUser) -> MeRead:
    """Everything that the browser needs to know about its user."""
    row = await session.get_one(User, user.id)
    # A user may be on call in a role that was revoked since.
    known_roles = await roles_by_id(session, {*user.role_ids, *(check_in.role_id for check_in in user.check_ins)})
    roles = [known_roles[role_id] for role_id in user.role_ids]
    places_repository = PlacesRepository(session)
    facilities = await places_repository.facilities_in(user.organization_ids)
    line_ids = user.own_line_ids | user.active_line_ids | user.checked_in_line_ids
    lines = {line.id: line for line in await ServiceLineRepository(session).lines(line_ids)}
    first = user.check_ins[0] if user.check_ins else None
    return MeRead(
        id=user.id,
        username=user.username,
        first_name=user.first_name,
        last_name=user.last_name,
        phone_number=row.phone_number,
        medipac_id=row.medipac_id,
        roles=[RoleRead.model_validate(role) for role in roles],
        default_checkin_role_id=_default_role(roles),
        is_virtual=user.is_virtual,
        service_lines=[service_lines.summary(line) for line in lines.values() if line.id in user.member_line_ids],
        active_service_lines=[
            service_lines.summary(line) for line in lines.values() if line.id in user.active_line_ids
        ],
        requestable_service_lines=[
            service_lines.summary(line) for line in lines.values() if line.id in user.requestable_line_ids
        ],
        organizations=[
            OrganizationRead.model_validate(organization)
            for organization in await places_repository.organizations(user.organization_ids)
        ],
        location_ids=sorted(user.location_ids),
        preferred_facilities=[places.facility(facility) for facility in facilities],
        facility_locations=[NamedRead(id=facility.id, name=facility.name) for facility in facilities],
        string_dictionary=STRING_DICTIONARY,
        rbac_permissions=[
            PermissionRead(action=action, subject=subject) for action, subject in sorted(user.permissions)
        ],
        checkin_role=NamedRead(id=first.role_id, name=known_roles[first.role_id].name) if first else None,
        checkin_service_line=NamedRead(id=first.service_line_id, name=lines[first.service_line_id].name)
        if first
        else None,
        checked_in_line_ids=sorted(user.checked_in_line_ids),
        escalation_only_line_ids=sorted(user.escalation_only_line_ids),
        preferences=PreferencesRead(
            on_call_notification_type=row.on_call_notification_type,
            on_call_service_line=row.on_call_service_line_id,
            on_call_phone_number=row.on_call_phone_number,
        ),
    )


def _default_role(roles: list[Role]) -> int | None:
    for role in roles:
        if role.name == DEFAULT_CHECKIN_ROLE:
            return role.id
    return roles[-1].id if roles else None
