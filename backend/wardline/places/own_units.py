"""The units in which a user works, as requests name them."""

from collections.abc import Collection

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.core.errors import Forbidden
from wardline.places.models import LocationUnit
from wardline.places.repository import PlacesRepository


async def own_units(session: AsyncSession, location_ids: Collection[int], *, by: CurrentUser) -> list[LocationUnit]:
    """These units. Raises `Forbidden` unless the user works in each of them."""
    ids = set(location_ids)
    units = await PlacesRepository(session).locations(by, ids=ids & by.location_ids)
    if len(units) != len(ids):
        raise Forbidden
    return units
