"""Coordinators: who they are, and who answers for the coverage of a line."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import ACKNOWLEDGE_TRANSFER, EDIT_CALL_SCHEDULE, GIVE_CONSULT
from wardline.directory.loading import load_permitted
from wardline.places.repository import PlacesRepository


def is_coordinator(user: CurrentUser) -> bool:
    """Acknowledges transfers, provides no consults, and works without checking in."""
    return user.may(ACKNOWLEDGE_TRANSFER) and not user.may(GIVE_CONSULT)


async def responsible_for_coverage(
    session: AsyncSession, service_line_ids: Collection[int]
) -> Mapping[int, Sequence[CurrentUser]]:
    """By line, who is told that nobody is there for it, by id: its coordinators, or if it has none, its planners.

    All are active, and may view the line in one of the organizations that may request it.
    """
    if not service_line_ids:
        return {}
    organization_ids = await PlacesRepository(session).organizations_by_line(service_line_ids)

    def of_line(users: Iterable[CurrentUser], line_id: int) -> list[CurrentUser]:
        return [
            user
            for user in users
            if line_id in user.accessible_line_ids and user.accessible_organization_ids & organization_ids[line_id]
        ]

    coordinators = [user for user in await load_permitted(session, ACKNOWLEDGE_TRANSFER) if is_coordinator(user)]
    found = {line_id: of_line(coordinators, line_id) for line_id in service_line_ids}
    if not all(found.values()):
        planners = await load_permitted(session, EDIT_CALL_SCHEDULE)
        found = {line_id: users or of_line(planners, line_id) for line_id, users in found.items()}
    return found
