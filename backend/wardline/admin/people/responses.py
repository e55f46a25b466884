"""People and their versions on the wire."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.invitations import service as invitations
from wardline.admin.invitations.repository import state_of
from wardline.admin.people.repository import Found, Listed, PeopleRepository
from wardline.admin.people.schemas import (
    ContactState,
    LicenseRead,
    PersonLinesRead,
    PersonRead,
    PersonRow,
    PersonState,
    RoleOfGroups,
)
from wardline.core import clock
from wardline.core.errors import NotFound
from wardline.network import changing
from wardline.network.changing import Stored
from wardline.network.objects import Kind, ObjectKey
from wardline.network.schema import User as UserEntry
from wardline.network.stored import Codes


def row(found: Listed) -> PersonRow:
    """A row of `PeopleRepository.page`."""
    return PersonRow(
        id=found.id,
        username=found.username,
        first_name=found.first_name,
        last_name=found.last_name,
        state=PersonState.ACTIVE if found.active else PersonState.INACTIVE,
        invitation=state_of(has_signed_in=found.has_signed_in, expires_at=found.invited_until, now=clock.now()),
        role_ids=found.role_ids,
        organization_ids=found.organization_ids,
    )


async def person(session: AsyncSession, found: Found, reader: CurrentUser) -> PersonRead:
    """The person of a row of `PeopleRepository.find`, with what concerns the reader's organizations and no others."""
    codes = await session.run_sync(Codes.read)
    stored: Stored[UserEntry] | None = await session.run_sync(
        changing.stored, ObjectKey(Kind.USER, found.username), codes
    )
    if stored is None:
        raise NotFound
    entry, repository = stored.entry, PeopleRepository(session)
    units = await repository.units_within(reader.administered_organization_ids)

    def ids(of: Sequence[str], known: Any) -> list[int]:
        wanted = set(of)
        return [row_id for row_id, code in known.items() if code in wanted]

    of_groups = await session.run_sync(changing.groups_of_roles, found.username, reader.administered_organization_ids)
    role_ids = {name: role_id for role_id, name in codes.roles.items()}
    return PersonRead(
        id=found.id,
        username=entry.username,
        first_name=entry.first_name,
        last_name=entry.last_name,
        version=stored.digest,
        managed_by=stored.file,
        subject=entry.subject if entry.subject != entry.username else None,
        phone_number=entry.phone,
        medipac_id=entry.medipac_id,
        active=entry.active,
        role_ids=[role_ids[name] for name in entry.roles],
        roles_of_groups=[
            RoleOfGroups(role_id=role_ids[name], groups=list(groups)) for name, groups in of_groups.items()
        ],
        organization_ids=sorted(reader.administered_organization_ids & set(found.organization_ids)),
        location_ids=sorted(units & set(ids(entry.unit_codes, codes.units))),
        service_lines=PersonLinesRead(
            member_ids=ids(entry.service_lines.member, codes.lines),
            active_ids=ids(entry.service_lines.active, codes.lines),
            requestable_ids=ids(entry.service_lines.requestable, codes.lines),
        ),
        licenses=[LicenseRead(state=each.state, until=each.until) for each in entry.licenses],
        contacts=[ContactState.model_validate(each) for each in await repository.contacts(found.id)],
        last_seen_at=await repository.last_seen(found.id),
        invitation=await invitations.read(session, found.id),
        works_elsewhere=not set(found.organization_ids) <= reader.administered_organization_ids,
    )
