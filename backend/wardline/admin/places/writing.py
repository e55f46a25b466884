"""The one way in which screens write each kind of place: who may, what must be unique, and what is asked first.

Each function is called under `changing.lock` with the place as it was, or None if it is new, and as it will be. The
organization of a facility and the facility of a unit stay the same.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.consequences import Consequence
from wardline.admin.places.errors import EmrCodeTaken, Unencrypted, UnitTaken
from wardline.admin.places.guards import ask_about, effects_of
from wardline.admin.places.repository import AdministeredPlaces
from wardline.admin.places.screens import PlaceKind
from wardline.audit.recording import touched
from wardline.core.errors import Forbidden
from wardline.ehr.filing import Hl7Destination
from wardline.exposure import of_interface
from wardline.network import changing
from wardline.network.applying import Author
from wardline.network.changing import Stored
from wardline.network.conflicts import find_conflicts
from wardline.network.models import Source
from wardline.network.objects import PlacedUnit
from wardline.network.schema import Facility, Organization
from wardline.settings import Settings

OPEN_CONSULTS: Final = "openConsults"
ANYTHING: Final = "anything"
"""For a caller that cannot be asked."""


def require_administrator(user: CurrentUser, organization_id: int) -> None:
    """Being on call for an organization allows viewing its places, not changing them."""
    if organization_id not in user.administered_organization_ids:
        raise Forbidden


async def write_organization(
    session: AsyncSession,
    before: Stored[Organization],
    after: Organization,
    *,
    by: CurrentUser,
    reason: str | None,
    settings: Settings,
) -> None:
    """Change an organization of the administrator.

    Raises:
        Forbidden, Unencrypted
    """
    await _touch(session, by, PlaceKind.ORGANIZATION, after.code)
    require_encryption(after, settings)
    await session.run_sync(changing.change, before, after, author_of(by, reason))


async def write_facility(
    session: AsyncSession,
    before: Stored[Facility] | None,
    after: Facility,
    *,
    by: CurrentUser,
    reason: str | None,
) -> None:
    """Add or change a facility of an organization of the administrator.

    Raises:
        Forbidden
    """
    await check_facility(session, by, before.entry if before is not None else None, after)
    await session.run_sync(changing.change, before, after, author_of(by, reason))


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
    """What a drafted change would do to open consults."""
    if before is None:
        return ()
    found = effects_of(before, after, await AdministeredPlaces(session, by).open_consults(after.code))
    return [Consequence(OPEN_CONSULTS, words) for _, words in found]


async def write_unit(
    session: AsyncSession,
    before: Stored[PlacedUnit] | None,
    after: PlacedUnit,
    *,
    by: CurrentUser,
    reason: str | None,
    confirmed: int | Literal["anything"] | None,
) -> None:
    """Add or change a unit of a facility of the administrator; `confirmed` is the answer to `guards.ask_about`.

    Raises:
        Forbidden, UnitTaken, EmrCodeTaken, NeedsConfirmation
    """
    await check_unit(session, by, before.entry if before is not None else None, after)
    if before is not None and confirmed != ANYTHING:
        ask_about(before.entry, after, await AdministeredPlaces(session, by).open_consults(after.code), confirmed)
    await session.run_sync(changing.change, before, after, author_of(by, reason))


def author_of(user: CurrentUser, reason: str | None) -> Author:
    return Author(Source.SCREEN, user_id=user.id, reason=reason)


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
