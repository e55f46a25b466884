"""The rate limit of costly requests, per user and operation."""

from typing import Final

from fastapi import Depends, Request
from fastapi.routing import APIRoute

from wardline.access.dependencies import current_user
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import before_body
from wardline.core.security.rate_limits import RateLimiter


@error_statuses(429)
@before_body
async def _limited(request: Request) -> None:
    """Count a request once, however many dependencies use this."""
    if getattr(request.state, "is_counted", False):
        return
    limits: RateLimiter = request.app.state.rate_limiter
    route: APIRoute = request.scope["route"]
    limits.hit(str(route.operation_id), str((await current_user(request)).id))
    request.state.is_counted = True


COSTLY: Final = [Depends(_limited)]
"""The `dependencies` of an operation that is expensive for the database or the hospital, or that stores something."""
