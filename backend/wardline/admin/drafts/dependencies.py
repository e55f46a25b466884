"""The drafts of one call."""

from typing import Annotated

from fastapi import Depends, Request

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import permitted
from wardline.access.permissions import MANAGE_ADMIN
from wardline.admin.drafts.four_eyes import kinds_with_four_eyes
from wardline.admin.drafts.service import Drafts
from wardline.core.http.routing import Session


async def _drafts(
    request: Request, session: Session, user: Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]
) -> Drafts:
    return Drafts(session, user, kinds_with_four_eyes(request))


OpenDrafts = Annotated[Drafts, Depends(_drafts)]
