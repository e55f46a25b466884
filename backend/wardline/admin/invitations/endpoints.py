"""Endpoints for invitations."""

from typing import Annotated

from fastapi import APIRouter, Depends

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, permitted
from wardline.access.permissions import MANAGE_ADMIN
from wardline.admin.invitations import service
from wardline.admin.invitations.schemas import InvitationFields, InvitationLink, InvitationRead
from wardline.admin.people.repository import PeopleRepository
from wardline.audit.recording import AuditedRoute, touched
from wardline.core.errors import NotFound
from wardline.core.forms.fields import Id
from wardline.core.http.app_settings import AppSettings
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session
from wardline.network.objects import Kind

router = APIRouter(tags=["administration"], route_class=AuditedRoute)

Administrator = Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]


@router.post("/people/{user_id}/invitation", operation_id="invitePerson")
@error_statuses(409)
async def invite_person(
    user_id: Id, body: InvitationFields, session: Session, settings: AppSettings, user: Administrator, once: Once
) -> InvitationRead:
    """Invites a person who has never signed in, in place of an earlier invitation."""
    await _find(session, user_id, user)
    await once(lambda: service.invite(session, user_id, body.email, settings, by=user))
    return await service.read(session, user_id)


@router.delete("/people/{user_id}/invitation", operation_id="withdrawInvitation")
async def withdraw_invitation(user_id: Id, session: Session, user: Administrator) -> InvitationRead:
    """An e-mail that has not been sent yet is not sent. Whoever has the link can use it until it expires."""
    await _find(session, user_id, user)
    await service.withdraw(session, user_id)
    return await service.read(session, user_id)


@router.get("/people/{user_id}/invitation/link", operation_id="getInvitationLink")
@error_statuses(409)
async def get_invitation_link(
    user_id: Id, session: Session, settings: AppSettings, user: Administrator
) -> InvitationLink:
    """The link to pass on. Whoever has it can sign in as this person for the first time."""
    await _find(session, user_id, user)
    return await service.link_of(session, user_id, settings, by=user)


async def _find(session: Session, user_id: int, user: CurrentUser) -> None:
    found = await PeopleRepository(session).find(user, user_id)
    if found is None:
        raise NotFound
    touched(session).organization_ids.update(found.organization_ids)
    touched(session).about_object(Kind.USER, found.username)
