"""Endpoints for the administration of roles."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, SignedInRoute, permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import MANAGE_ADMIN, Permission
from wardline.admin.drafts.dependencies import OpenDrafts
from wardline.admin.drafts.four_eyes import directly
from wardline.admin.drafts.service import Drafts
from wardline.admin.roles import drafting, responses, service
from wardline.admin.roles.repository import RoleRepository
from wardline.admin.roles.schemas import (
    ConcernedPeople,
    ConcernedPeopleQuery,
    NewRole,
    ProposedRole,
    RoleChange,
    RoleDetails,
    RoleDraft,
    RoleEffect,
    RolesRead,
)
from wardline.admin.schemas import VersionsRead, VersionToRestore
from wardline.admin.versions import Expected, versions
from wardline.audit.recording import AuditedRoute
from wardline.core.forms.fields import Id
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session
from wardline.network.objects import Kind
from wardline.people.schemas import Person

router = APIRouter(tags=["administration"], route_class=AuditedRoute)
"""What changes roles, and what names people."""
polls = APIRouter(tags=["administration"], route_class=SignedInRoute)

Administrator = Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]


@polls.get("/roles", operation_id="listRoles")
async def list_roles(session: Session, user: Administrator) -> RolesRead:
    """All roles with what they allow, and how many active people of the caller's organizations have them."""
    repository = RoleRepository(session)
    people = await repository.count_people(user.administered_organization_ids)
    return responses.roles(await repository.roles(), people, await repository.roles_by_permission(), user)


@polls.get("/roles/{role_id}", operation_id="getRole")
async def get_role(role_id: Id, drafts: OpenDrafts) -> RoleDetails:
    """With the draft that is open, if there is one."""
    return await _read(role_id, drafts)


@polls.post("/roles/{role_id}/effect", operation_id="getRoleEffect", dependencies=COSTLY)
@error_statuses(404)
async def get_role_effect(role_id: Id, body: ProposedRole, session: Session, user: Administrator) -> RoleEffect:
    """What it would do if the role allowed this. Changes nothing."""
    return responses.effect(*await service.effect(session, role_id, body, by=user))


@router.get("/roles/{role_id}/people", operation_id="listConcernedPeople", dependencies=COSTLY)
async def list_concerned_people(
    role_id: Id, query: Annotated[ConcernedPeopleQuery, Query()], session: Session, user: Administrator
) -> ConcernedPeople:
    """Who gains or loses a permission with this role: those who have it by no other one."""
    await service.row_of(session, role_id, user)
    rows, following = await RoleRepository(session).people_with_only(
        role_id, Permission(query.action, query.subject), user.administered_organization_ids, after=query.after
    )
    return ConcernedPeople(people=[Person.model_validate(row) for row in rows], next=following)


@router.post("/roles", operation_id="addRole", status_code=201)
@error_statuses(409)
async def add_role(body: NewRole, drafts: OpenDrafts, once: Once) -> RoleDetails:
    """A role that nobody has yet; where changes need approval, it is retired, and its draft waits for that."""
    return await _read(int(await once(lambda: service.add(drafts, body))), drafts)


@router.put("/roles/{role_id}", operation_id="replaceRole", dependencies=[directly(Kind.ROLE)])
@error_statuses(409)
async def replace_role(role_id: Id, body: RoleChange, drafts: OpenDrafts, expected: Expected) -> RoleDetails:
    """Replaces everything except the name. What it takes from people, it takes at once.

    Responds with 409 and the question if that are many; `confirmed` then has its codes.
    """
    await service.replace(drafts.session, role_id, body, expected, by=drafts.by)
    return await _read(role_id, drafts)


@router.put("/roles/{role_id}/draft", operation_id="saveRoleDraft")
@error_statuses(409)
async def save_role_draft(role_id: Id, body: RoleDraft, drafts: OpenDrafts, expected: Expected) -> RoleDetails:
    """If-Match has the version of the open draft, or of the role if there is none."""
    await drafting.save(drafts, role_id, body, expected)
    return await _read(role_id, drafts)


@router.get("/roles/{role_id}/versions", operation_id="listRoleVersions")
async def list_role_versions(role_id: Id, session: Session, user: Administrator) -> VersionsRead:
    """What was changed, by whom and why; the last hundred."""
    return await versions(session, service.key_of((await service.row_of(session, role_id, user)).name))


@router.post(
    "/roles/{role_id}/versions/{version}/restore",
    operation_id="restoreRoleVersion",
    dependencies=[directly(Kind.ROLE)],
)
@error_statuses(409)
async def restore_role_version(
    role_id: Id, version: Id, body: VersionToRestore, drafts: OpenDrafts, expected: Expected, once: Once
) -> RoleDetails:
    """Makes the role as it was then, by the rules of today."""
    await once(lambda: service.restore(drafts.session, role_id, version, expected, body.confirmed, by=drafts.by))
    return await _read(role_id, drafts)


async def _read(role_id: int, drafts: Drafts) -> RoleDetails:
    return await service.read(drafts.session, role_id, by=drafts.by, four_eyes=drafts.four_eyes)
