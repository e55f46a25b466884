"""Endpoints for the signed-in user."""

from base64 import b64encode

from fastapi import APIRouter

from wardline.access.dependencies import SignedIn, SignedInRoute
from wardline.core.http.routing import Session
from wardline.directory.responses import load_me
from wardline.directory.schemas import MeRead, SafekeepingKeyRead
from wardline.people.safekeeping import safekeeping_key

router = APIRouter(tags=["people"], route_class=SignedInRoute)


@router.get("/me", operation_id="getMe")
async def get_me(session: Session, user: SignedIn) -> MeRead:
    return await load_me(session, user)


@router.get("/me/safekeeping-key", operation_id="getSafekeepingKey")
async def get_safekeeping_key(session: Session, user: SignedIn) -> SafekeepingKeyRead:
    """The key with which the browser encrypts unsaved input when its user is signed out."""
    return SafekeepingKeyRead(key=b64encode(await safekeeping_key(session, user.id)).decode())
