"""Kinds of objects whose changes somebody else must approve, by the settings of the installation."""

from collections.abc import Collection
from typing import Annotated, Any

from fastapi import Depends, Request

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import permitted
from wardline.access.permissions import MANAGE_ADMIN
from wardline.admin.drafts.errors import DraftNeeded
from wardline.core.http.error_responses import error_statuses
from wardline.network.objects import Kind
from wardline.settings import Settings


def kinds_of(settings: Settings) -> frozenset[Kind]:
    """Escalations count as their lines."""
    kinds = frozenset(Kind(name) for name in settings.four_eyes_kinds)
    return kinds | {Kind.ESCALATION} if Kind.SERVICE_LINE in kinds else kinds


def kinds_with_four_eyes(request: Request) -> Collection[Kind]:
    settings: Settings = request.app.state.settings
    return kinds_of(settings)


def require_direct(settings: Settings, kind: Kind) -> None:
    """Raise DraftNeeded if objects of this kind can be changed by drafts only."""
    if kind in kinds_of(settings):
        raise DraftNeeded


def directly(kind: Kind) -> Any:
    """Dependency of each call that changes objects of this kind without a draft.

    Raises:
        DraftNeeded
    """

    @error_statuses(409)
    async def check(request: Request, _user: Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]) -> None:
        require_direct(request.app.state.settings, kind)

    return Depends(check)
