"""Reading roles, for administrators."""

from typing import Annotated

from fastapi import APIRouter, Depends

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import SignedInRoute, permitted
from wardline.access.permissions import MANAGE_ADMIN
from wardline.admin.roles import responses
from wardline.admin.roles.repository import RoleRepository
from wardline.admin.roles.schemas import RolesRead
from wardline.core.http.routing import Session

router = APIRouter(tags=["administration"], route_class=SignedInRoute)

Administrator = Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]


@router.get("/roles", operation_id="listRoles")
async def list_roles(session: Session, user: Administrator) -> RolesRead:
    """All roles with what they allow, and how many active people of the caller's organizations have them."""
    repository = RoleRepository(session)
    people = await repository.count_people(user.administered_organization_ids)
    return responses.roles(await repository.roles(), people, await repository.roles_by_permission())
