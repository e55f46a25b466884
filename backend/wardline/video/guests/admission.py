"""Routes that take a guest's secret: the only ones, each for the meeting to which the guest was invited."""

from typing import Annotated, Final

from fastapi import Depends, Request
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.audit.recording import AuditedRoute, TouchingRoute
from wardline.core.errors import NotSignedIn
from wardline.core.http.routing import connection_of
from wardline.core.security.rate_limits import RateLimiter
from wardline.video.callers import GuestCaller
from wardline.video.guests.errors import GuestUnknown
from wardline.video.guests.repository import GuestRepository
from wardline.video.guests.secrets import digest_of, is_secret
from wardline.video.models import Guest

SCHEME: Final = "guest"


class LinkRoute(AuditedRoute):
    """Takes the secret that a device has chosen, whether or not it has opened a link yet."""

    async def admit(self, request: Request) -> None:
        scheme, _, secret = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != SCHEME or not is_secret(secret):
            raise NotSignedIn
        request.state.device_digest = digest_of(secret)


class GuestRoute(LinkRoute):
    """Takes the secret of a device that has opened a link. An unknown one is rate-limited by the caller's address."""

    async def identify(self, request: Request) -> None:
        session = connection_of(request)
        assert isinstance(session, AsyncSession)  # noqa: S101 - every endpoint with such a route takes one
        know_guest(request, str(self.operation_id), await GuestRepository(session).by_device(device_digest(request)))


class PollingGuestRoute(GuestRoute, TouchingRoute):
    """The same for requests that devices make again and again."""


def know_guest(request: Request, operation: str, guest: Guest | None) -> Guest:
    """Count the request, and note the guest for the audit trail, where they are no user.

    Raises:
        GuestUnknown, TooManyRequests
    """
    limits: RateLimiter = request.app.state.rate_limiter
    if guest is None:
        limits.hit(operation, request.client.host if request.client else "")
        raise GuestUnknown
    limits.hit(operation, f"guest {guest.id}")
    request.state.details_of_caller = {"guest": str(guest.id)}
    request.state.guest = GuestCaller(guest.id, guest.meeting_id)
    return guest


def device_digest(request: Request) -> bytes:
    digest: bytes = request.state.device_digest
    return digest


def _guest(request: Request) -> GuestCaller:
    guest: GuestCaller = request.state.guest
    return guest


AnyGuest = Annotated[GuestCaller, Depends(_guest)]
"""The guest who calls."""
