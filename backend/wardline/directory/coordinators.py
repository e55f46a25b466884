"""Coordinators: who they are, and which of them answer for a line."""

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import ACKNOWLEDGE_TRANSFER, GIVE_CONSULT
from wardline.directory.loading import load_permitted
from wardline.places.repository import PlacesRepository


def is_coordinator(user: CurrentUser) -> bool:
    """Acknowledges transfers, provides no consults, and works without checking in."""
    return user.may(ACKNOWLEDGE_TRANSFER) and not user.may(GIVE_CONSULT)


async def coordinators_of_line(session: AsyncSession, service_line_id: int) -> list[CurrentUser]:
    """The active coordinators who may view the line in one of the organizations that may request it, by id."""
    organization_ids = await PlacesRepository(session).organizations_requesting(service_line_id)
    return [
        user
        for user in await load_permitted(session, ACKNOWLEDGE_TRANSFER)
        if is_coordinator(user)
        and service_line_id in user.accessible_line_ids
        and user.accessible_organization_ids & organization_ids
    ]
