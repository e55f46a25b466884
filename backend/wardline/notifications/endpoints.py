"""Endpoints for the user's own notifications."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Query, Response

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import SignedIn
from wardline.audit.recording import AuditedRoute
from wardline.core.errors import Forbidden
from wardline.core.forms.fields import Id
from wardline.core.forms.wire import UtcDateTime
from wardline.core.http.routing import Session
from wardline.notifications import responses, service
from wardline.notifications.repository import NotificationRepository
from wardline.notifications.schemas import NotificationRead, SeenNotifications

router = APIRouter(tags=["notifications"], route_class=AuditedRoute)


@router.get("/notifications/{user_id}", operation_id="listNotifications")
async def list_notifications(user_id: Id, session: Session, user: SignedIn) -> list[NotificationRead]:
    """Newest first, without those about consults that the caller may no longer view."""
    _only_own(user_id, user)
    return [responses.notification(row) for row in await NotificationRepository(session).of_user(user)]


@router.post("/notification/{notification_id}/dismiss", operation_id="dismissNotification", status_code=204)
async def dismiss_notification(
    notification_id: uuid.UUID,
    session: Session,
    user: SignedIn,
    created_at: Annotated[UtcDateTime | None, Query(alias="createdAt")] = None,
) -> Response:
    """With `createdAt` as listed, a notification that has become new again in the meantime is not dismissed.

    Without it, the notification is dismissed in any case.
    """
    await service.dismiss(session, notification_id, shown=created_at, by=user)
    return Response(status_code=204)


@router.post("/notifications/{user_id}/setNotNew", operation_id="setNotificationsNotNew", status_code=204)
async def set_notifications_not_new(
    user_id: Id, session: Session, user: SignedIn, body: SeenNotifications | None = None
) -> Response:
    """With a body, applies only to the notifications that were shown and have not become new again in the meantime.

    Without a body, applies to all.
    """
    _only_own(user_id, user)
    shown = None if body is None else [(notification.id, notification.created_at) for notification in body.shown]
    await service.set_not_new(session, shown=shown, by=user)
    return Response(status_code=204)


def _only_own(user_id: int, user: CurrentUser) -> None:
    if user_id != user.id:
        raise Forbidden
