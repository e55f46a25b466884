"""Endpoints that ask for a fresh sign-in, by configuration."""

from typing import Any

from fastapi import Depends, Request

from wardline.access.dependencies import current_user
from wardline.access.freshness import require
from wardline.core.http.routing import before_body, connection_of
from wardline.settings import StepUp


def fresh(operation: StepUp) -> Any:
    """For the `dependencies` of an endpoint that always does the operation."""

    @before_body
    async def check(request: Request) -> None:
        await current_user(request)
        require(connection_of(request), operation)

    dependency: Any = Depends(check)
    return dependency
