"""Endpoints for the administration of people."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, permitted
from wardline.access.permissions import MANAGE_ADMIN
from wardline.admin.drafts.four_eyes import directly
from wardline.admin.invitations.service import means_of
from wardline.admin.people import history, responses, service
from wardline.admin.people.policies import ADMINISTRATIVE
from wardline.admin.people.repository import Found, PeopleRepository
from wardline.admin.people.schemas import (
    NewPerson,
    PeopleChoices,
    PeopleFilter,
    PeoplePage,
    PersonFields,
    PersonRead,
    RoleName,
    UnitName,
)
from wardline.admin.schemas import LineName, StateName, VersionsRead, VersionToRestore
from wardline.admin.versions import Expected, versions
from wardline.audit.recording import AuditedRoute, TouchingRoute, touched
from wardline.core.errors import NotFound
from wardline.core.forms.fields import Id
from wardline.core.http.app_settings import AppSettings
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session
from wardline.network.objects import Kind
from wardline.people.states import STATES
from wardline.places.schemas import OrganizationRead
from wardline.service_lines.repository import ServiceLineRepository

router = APIRouter(tags=["administration"], route_class=AuditedRoute)
polls = APIRouter(tags=["administration"], route_class=TouchingRoute)
"""Searched anew with each letter that is typed; only refusals are recorded."""

Administrator = Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]


@polls.get("/people", operation_id="listPeople")
async def list_people(filters: Annotated[PeopleFilter, Query()], session: Session, user: Administrator) -> PeoplePage:
    """Everybody in the caller's organizations, also those who were deactivated."""
    rows, following = await PeopleRepository(session).page(user, filters)
    return PeoplePage(people=[responses.row(each) for each in rows], next=following)


@polls.get("/people/choices", operation_id="listPeopleChoices")
async def list_people_choices(session: Session, settings: AppSettings, user: Administrator) -> PeopleChoices:
    """What the caller can give, with the names of it."""
    repository = PeopleRepository(session)
    roles = [
        RoleName(
            id=role.id,
            name=role.name,
            may_be_given=not role.is_retired and permissions & ADMINISTRATIVE <= user.permissions,
            is_retired=role.is_retired,
        )
        for role, permissions in await repository.roles()
    ]
    own = user.administered_organization_ids
    return PeopleChoices(
        roles=roles,
        organizations=[OrganizationRead.model_validate(row) for row in await repository.organizations(own)],
        units=[UnitName.model_validate(row) for row in await repository.unit_names(own)],
        service_lines=[LineName.model_validate(row) for row in await ServiceLineRepository(session).names()],
        states=[StateName(code=code, name=name) for code, name in STATES.items()],
        invitations=means_of(settings),
    )


@router.get("/people/{user_id}", operation_id="getPerson")
async def get_person(user_id: Id, session: Session, user: Administrator) -> PersonRead:
    return await responses.person(session, await _find(session, user_id, user), user)


@router.post("/people", operation_id="addPerson", status_code=201, dependencies=[directly(Kind.USER)])
@error_statuses(409)
async def add_person(body: NewPerson, session: Session, user: Administrator, once: Once) -> PersonRead:
    """The person can sign in at once, if the identity provider knows them."""
    user_id = int(await once(lambda: service.add(session, body, by=user)))
    return await responses.person(session, await _find(session, user_id, user), user)


@router.put("/people/{user_id}", operation_id="replacePerson", dependencies=[directly(Kind.USER)])
@error_statuses(409)
async def replace_person(
    user_id: Id, body: PersonFields, session: Session, user: Administrator, expected: Expected
) -> PersonRead:
    """Replaces everything except the name for signing in. Deactivating ends sign-ins, duty and sockets at once.

    Responds with 409 and the question if nobody is left who could be paged; `confirmed` then has its codes.
    """
    await service.replace(session, user_id, body, expected, by=user)
    return await responses.person(session, await _find(session, user_id, user), user)


@router.get("/people/{user_id}/versions", operation_id="listPersonVersions")
async def list_person_versions(user_id: Id, session: Session, user: Administrator) -> VersionsRead:
    """What was changed, by whom and why; the last hundred."""
    found = await _find(session, user_id, user)
    return await versions(session, service.key_of(found.username), seen=history.seen_by(session, found, user))


@router.post(
    "/people/{user_id}/versions/{version}/restore",
    operation_id="restorePersonVersion",
    dependencies=[directly(Kind.USER)],
)
@error_statuses(409)
async def restore_person_version(
    user_id: Id,
    version: Id,
    body: VersionToRestore,
    session: Session,
    user: Administrator,
    expected: Expected,
    once: Once,
) -> PersonRead:
    """Makes the person as they were then, by the rules of today. It asks as `replacePerson` does."""
    await once(lambda: service.restore(session, user_id, version, expected, body.confirmed, by=user))
    return await responses.person(session, await _find(session, user_id, user), user)


async def _find(session: Session, user_id: int, user: CurrentUser) -> Found:
    found = await PeopleRepository(session).find(user, user_id)
    if found is None:
        raise NotFound
    touched(session).about_object(*service.key_of(found.username))
    return found
