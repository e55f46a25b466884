"""Endpoints for the signed-in user."""

from base64 import b64encode

from fastapi import APIRouter, Response

from wardline.access.dependencies import SignedIn, SignedInRoute
from wardline.core.forms.fields import Id
from wardline.core.http.routing import Session
from wardline.directory import service
from wardline.directory.responses import load_me
from wardline.directory.schemas import ChangeUser, MeRead, SafekeepingKeyRead
from wardline.people.safekeeping import safekeeping_key

router = APIRouter(tags=["people"], route_class=SignedInRoute)


@router.get("/me", operation_id="getMe")
async def get_me(session: Session, user: SignedIn) -> MeRead:
    return await load_me(session, user)


@router.patch("/users/{user_id}", operation_id="changeUser", status_code=204)
async def change_user(user_id: Id, body: ChangeUser, session: Session, user: SignedIn) -> Response:
    """Changes the caller's own phone number."""
    await service.change_user(session, user_id, body, by=user)
    return Response(status_code=204)


@router.get("/me/safekeeping-key", operation_id="getSafekeepingKey")
async def get_safekeeping_key(session: Session, user: SignedIn) -> SafekeepingKeyRead:
    """The key with which the browser encrypts unsaved input when its user is signed out."""
    return SafekeepingKeyRead(key=b64encode(await safekeeping_key(session, user.id)).decode())
