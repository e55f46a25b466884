"""The rules of changing places: who may, what must be unique, and what is asked first.

The organization of a facility and the facility of a unit stay the same.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.consequences import Consequence
from wardline.admin.places.errors import EmrCodeTaken, Unencrypted, UnitTaken
from wardline.admin.places.guards import consequences_of
from wardline.admin.places.repository import AdministeredPlaces
from wardline.admin.places.screens import PlaceKind
from wardline.audit.recording import touched
from wardline.core.errors import Forbidden
from wardline.ehr.filing import Hl7Destination
from wardline.exposure import of_interface
from wardline.network.conflicts import find_conflicts
from wardline.network.objects import PlacedUnit
from wardline.network.schema import Facility, Organization
from wardline.settings import Settings


def require_administrator(user: CurrentUser, organization_id: int) -> None:
    """Being on call for an organization allows viewing its places, not changing them."""
    if organization_id not in user.administered_organization_ids:
        raise Forbidden


async def check_organization(
    session: AsyncSession, by: CurrentUser, _before: Organization | None, after: Organization
) -> None:
    """Raises Forbidden."""
    await _touch(session, by, PlaceKind.ORGANIZATION, after.code)


async def check_facility(session: AsyncSession, by: CurrentUser, _before: Facility | None, after: Facility) -> None:
    """Raises Forbidden."""
    await _touch(session, by, PlaceKind.ORGANIZATION, after.organization)


async def check_unit(session: AsyncSession, by: CurrentUser, _before: PlacedUnit | None, after: PlacedUnit) -> None:
    """Raises Forbidden, UnitTaken, EmrCodeTaken."""
    await _touch(session, by, PlaceKind.FACILITY, after.facility)
    for conflict in await session.run_sync(lambda sync: list(find_conflicts(sync, [after]))):
        raise UnitTaken if conflict.field == "unit" else EmrCodeTaken


async def foresee_unit(
    session: AsyncSession, by: CurrentUser, before: PlacedUnit | None, after: PlacedUnit, _at: datetime
) -> Sequence[Consequence]:
    """What a change would do to open consults."""
    if before is None:
        return ()
    return list(consequences_of(before, after, await AdministeredPlaces(session, by).open_consults(after.code)))


def require_encryption(organization: Organization, settings: Settings) -> None:
    """The rule by which the server also starts: signed notes cross the network with TLS only, unless that is allowed.

    Raises:
        Unencrypted
    """
    notes = organization.notes
    if isinstance(notes, Hl7Destination):
        exposures = of_interface(organization.code, notes.host, has_tls=notes.tls)
        if not all(getattr(settings, exposure.allowed_by) for exposure in exposures):
            raise Unencrypted


async def _touch(session: AsyncSession, by: CurrentUser, kind: PlaceKind, code: str) -> None:
    """Record whose place is changed, or refuse to."""
    organization_id = await AdministeredPlaces(session, by).organization_of(kind, code)
    require_administrator(by, organization_id)
    touched(session).organization_ids.add(organization_id)
