"""Provisioning on the wire."""

from collections.abc import AsyncIterator, Collection, Mapping
from datetime import timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.people.policies import ADMINISTRATIVE
from wardline.admin.people.repository import PeopleRepository
from wardline.audit.words import WORDS
from wardline.core import clock
from wardline.core.http.app_settings import settings_of
from wardline.people.schemas import Person
from wardline.scim.admission import BASE
from wardline.scim.clients import ScimClient, ScimClients, Secret, clients_by_name
from wardline.scim.guards import allowed_within, deactivated_within
from wardline.scim.provisioning.repository import Provisioned, ProvisioningRepository, version_of
from wardline.scim.provisioning.schemas import (
    GivableRole,
    GroupRead,
    ProvisioningRead,
    ScimClientRead,
    ScimProblemRead,
    ScimStopRead,
    SecretRead,
)
from wardline.scim.repository import ScimRepository

_STOPS_SHOWN: Final = timedelta(days=1)


async def provisioning(session: AsyncSession, clients: ScimClients, origin: str, by: CurrentUser) -> ProvisioningRead:
    repository = ProvisioningRepository(session, by.administered_organization_ids)
    organizations = await repository.organizations()
    names = _names(organizations)
    return ProvisioningRead(
        address=f"{origin}/api{BASE}",
        is_configured=clients.file is not None,
        clients=[each async for each in _clients(repository, clients, organizations)],
        file_problem=clients.problem,
        groups=await _groups(repository, names),
        roles=[
            GivableRole(
                id=role.id,
                name=role.name,
                may_be_given=not role.is_retired and permissions & ADMINISTRATIVE <= by.permissions,
            )
            for role, permissions in await PeopleRepository(session).roles()
        ],
        stops=[each async for each in _stops(session, organizations.values())],
        problems=[each async for each in _problems(repository)],
    )


async def _clients(
    repository: ProvisioningRepository, clients: ScimClients, organizations: Mapping[str, Provisioned]
) -> AsyncIterator[ScimClientRead]:
    own: list[tuple[ScimClient, list[Secret]]] = [
        (client, secrets)
        for client, secrets in clients_by_name(clients.secrets)
        if client.organization in organizations
    ]
    used = await repository.used([secret.stored for _, secrets in own for secret in secrets]) if own else {}
    for client, secrets in own:
        organization = organizations[client.organization]
        yield ScimClientRead(
            name=client.name,
            organization_id=organization.id,
            organization_name=organization.name,
            people=organization.people,
            secrets=[SecretRead(ending=each.ending, used_at=used.get(each.stored)) for each in secrets],
        )


async def group(repository: ProvisioningRepository, group_id: int) -> GroupRead:
    """A group of the reader's."""
    names = _names(await repository.organizations())
    (found,) = [each for each in await _groups(repository, names) if each.id == group_id]
    return found


def _names(organizations: Mapping[str, Provisioned]) -> Mapping[int, str]:
    return {each.id: each.name for each in organizations.values()}


async def _groups(repository: ProvisioningRepository, names: Mapping[int, str]) -> list[GroupRead]:
    return [
        GroupRead(
            id=group.id,
            organization_id=group.organization_id,
            organization_name=names[group.organization_id],
            display_name=group.display_name,
            external_id=group.external_id,
            members=members,
            role_ids=role_ids,
            roles_by=Person.model_validate(chooser) if chooser is not None else None,
            version=version_of(role_ids),
        )
        for group, members, role_ids, chooser in await repository.groups()
    ]


async def _stops(session: AsyncSession, organizations: Collection[Provisioned]) -> AsyncIterator[ScimStopRead]:
    now = clock.now()
    names, pauses = {each.id: each.name for each in organizations}, [each.ScimPause for each in organizations]
    shown = [each for each in pauses if each is not None and each.stopped_at > now - _STOPS_SHOWN]
    for each in sorted(shown, key=lambda pause: pause.stopped_at, reverse=True):
        deactivated = await deactivated_within(session, each.organization_id)
        size = await ScimRepository(session, each.organization_id).size()
        is_allowed = each.allowed_until is not None and each.allowed_until > now
        yield ScimStopRead(
            organization_id=each.organization_id,
            organization_name=names[each.organization_id],
            stopped_at=each.stopped_at,
            deactivated=deactivated,
            limit=allowed_within(size + deactivated, settings_of(session).mass_change_percent),
            allowed_until=each.allowed_until if is_allowed else None,
        )


async def _problems(repository: ProvisioningRepository) -> AsyncIterator[ScimProblemRead]:
    for problem, user, group_name in await repository.problems():
        yield ScimProblemRead(
            id=problem.id,
            organization_id=problem.organization_id,
            client=problem.client,
            at=problem.at,
            did=WORDS[problem.operation],
            message=problem.message,
            person=Person.model_validate(user) if user is not None else None,
            group_name=group_name,
        )
