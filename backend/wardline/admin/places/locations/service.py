"""Creates and replaces locations for other systems, which say which version they replace only if they want to.

A system cannot answer questions, so nothing is asked about open consults (`guards`).
"""

import logging

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin import kinds
from wardline.admin.locking import lock
from wardline.admin.places import entries
from wardline.admin.places.errors import CodeTaken
from wardline.admin.places.rules import require_administrator
from wardline.admin.places.schemas import LocationFields, NewLocation
from wardline.admin.versions import require_unchanged
from wardline.audit.recording import touched
from wardline.core.errors import FieldError, NotFound, ValidationFailed
from wardline.core.forms import messages
from wardline.network import changing
from wardline.network.objects import Kind, ObjectKey
from wardline.places import responses
from wardline.places.repository import PlacesRepository
from wardline.places.schemas import LocationRead

log = logging.getLogger(__name__)


async def create_location(session: AsyncSession, new: NewLocation, *, by: CurrentUser) -> int:
    """Add a unit to a facility of one of the user's organizations; returns its id.

    Raises:
        ValidationFailed: the facility does not exist.
        Forbidden: the user does not administer its organization.
        Taken: another location has the code, the name or the EMR code.
    """
    places = PlacesRepository(session)
    await lock(session, by)
    facility = await places.facility(new.facility_id)
    if facility is None:
        raise ValidationFailed(errors=[FieldError("facilityId", messages.INVALID)])
    require_administrator(by, facility.organization_id)
    if await session.run_sync(changing.stored, ObjectKey(Kind.UNIT, new.code)) is not None:
        raise CodeTaken
    entry = entries.unit(new.code, facility.code, new, preferred_video=None)
    await kinds.write(session, None, entry, by=by, reason=None, confirmed=None)
    location_id = await places.id_of(new.code)
    log.info("location %s created", location_id)
    return location_id


async def replace_location(
    session: AsyncSession, location_id: int, fields: LocationFields, *, by: CurrentUser, expected: str | None = None
) -> None:
    """Replace all fields of a unit of one of the user's organizations.

    Without an `expected` version, the later of two requests wins entirely.

    Raises:
        NotFound: the user may not view it.
        Forbidden: the user does not administer its organization.
        ManagedByFile: only a file may change it.
        ChangedMeanwhile: it is not as in the `expected` version.
        Taken: another location has the name or the EMR code.
    """
    await lock(session, by)
    row = await PlacesRepository(session).location(by, location_id)
    if row is None:
        raise NotFound
    require_administrator(by, row.facility.organization_id)
    touched(session).organization_ids.add(row.facility.organization_id)

    async def current() -> LocationRead:
        return responses.location(row)

    before = await require_unchanged(session, ObjectKey(Kind.UNIT, row.code), expected, current)
    entry = entries.unit(row.code, row.facility.code, fields, preferred_video=row.preferred_video)
    await kinds.write(session, before, entry, by=by, reason=None, confirmed=None)
    session.expire(row)
    log.info("location %s replaced", location_id)
