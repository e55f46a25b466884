"""The user's own contacts."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, SignedInRoute, current_user
from wardline.access.limits import COSTLY
from wardline.contacts import policies, responses
from wardline.contacts import service as contacts
from wardline.contacts.schemas import (
    AddContact,
    ChangeContacts,
    ContactAdded,
    ContactsRead,
    ReplaceSubscription,
    VerificationRead,
    VerifyContact,
)
from wardline.core.forms.fields import Id
from wardline.core.http.app_settings import AppSettings
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session, TransactionRoute, before_body
from wardline.core.security.rate_limits import RateLimiter

router = APIRouter(tags=["contacts"], route_class=SignedInRoute)


@before_body
async def _owner(request: Request) -> CurrentUser:
    user = await current_user(request)
    policies.can_have_contacts(user).enforce()
    return user


Owner = Annotated[CurrentUser, Depends(_owner)]


@router.get("/contacts", operation_id="listContacts")
async def list_contacts(session: Session, user: Owner, settings: AppSettings) -> ContactsRead:
    return await responses.contacts_of(session, user.id, settings)


@router.post("/contacts", operation_id="addContact", status_code=201, dependencies=COSTLY)
@error_statuses(409, 429)
async def add_contact(
    body: AddContact, session: Session, user: Owner, once: Once, settings: AppSettings
) -> ContactAdded:
    """Adds a contact and sends its first code. A device is verified by the receipt of a push instead."""
    return ContactAdded(id=int(await once(lambda: contacts.add(session, body, by=user, settings=settings))))


@router.put("/contacts", operation_id="changeContacts", status_code=204)
@error_statuses(409)
async def change_contacts(body: ChangeContacts, session: Session, user: Owner) -> Response:
    """Changes the order, the delays and the labels of all contacts."""
    await contacts.change(session, body, by=user)
    return Response(status_code=204)


@router.delete("/contacts/{contact_id}", operation_id="removeContact", status_code=204)
@error_statuses(404)
async def remove_contact(contact_id: Id, session: Session, user: Owner) -> Response:
    await contacts.remove(session, contact_id, by=user)
    return Response(status_code=204)


@router.post("/contacts/{contact_id}/codes", operation_id="sendContactCode", status_code=204, dependencies=COSTLY)
@error_statuses(404, 429)
async def send_contact_code(contact_id: Id, session: Session, user: Owner, once: Once) -> Response:
    """Sends a new code, which replaces the last one."""
    await once(lambda: contacts.send_code(session, contact_id, by=user))
    return Response(status_code=204)


@router.put("/contacts/{contact_id}/verification", operation_id="verifyContact", dependencies=COSTLY)
@error_statuses(404)
async def verify_contact(contact_id: Id, body: VerifyContact, session: Session, user: Owner) -> VerificationRead:
    """Compares a code with the last one sent. A wrong code is counted, hence its response is not an error."""
    return await contacts.verify(session, contact_id, body.code, by=user)


@router.post("/contact-tests", operation_id="testContacts", status_code=204, dependencies=COSTLY)
@error_statuses(409, 429)
async def test_contacts(session: Session, user: Owner, once: Once) -> Response:
    """Sends a test to each verified contact."""
    await once(lambda: contacts.send_tests(session, by=user))
    return Response(status_code=204)


browsers = APIRouter(tags=["contacts"], route_class=TransactionRoute)
"""The call of service workers, which have no sign-in."""


@browsers.put("/push-subscriptions", operation_id="replacePushSubscription", status_code=204)
@error_statuses(429)
async def replace_push_subscription(
    body: ReplaceSubscription, request: Request, session: Session, settings: AppSettings
) -> Response:
    """Replaces a browser's subscription, authorized by the secret of the old one; any other gets the same response."""
    limits: RateLimiter = request.app.state.rate_limiter
    limits.hit("replacePushSubscription", request.client.host if request.client else "")
    await contacts.replace_subscription(session, body, settings=settings)
    return Response(status_code=204)
