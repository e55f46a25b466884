"""Coordinators: who they are, and which of them answer for a line."""

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import ACKNOWLEDGE_TRANSFER, GIVE_CONSULT
from wardline.directory.loading import load_permitted
from wardline.places.repository import PlacesRepository


def is_coordinator(user: CurrentUser) -> bool:
    """Acknowledges transfers, provides no consults, and works without checking in."""
    return user.may(ACKNOWLEDGE_TRANSFER) and not user.may(GIVE_CONSULT)


async def coordinators_of_lines(
    session: AsyncSession, service_line_ids: Collection[int]
) -> Mapping[int, Sequence[CurrentUser]]:
    """By line, the active coordinators who may view it in one of the organizations that may request it, by id."""
    if not service_line_ids:
        return {}
    organization_ids = await PlacesRepository(session).organizations_by_line(service_line_ids)
    coordinators = [user for user in await load_permitted(session, ACKNOWLEDGE_TRANSFER) if is_coordinator(user)]
    return {
        line_id: [
            user
            for user in coordinators
            if line_id in user.accessible_line_ids and user.accessible_organization_ids & organization_ids[line_id]
        ]
        for line_id in service_line_ids
    }
