"""Places on the wire, with everything that administrators decide about them."""

from collections.abc import Collection
from typing import Any, assert_never

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.drafts.responses import open_draft_of
from wardline.admin.places import entries
from wardline.admin.places.repository import AdministeredPlaces, ListedFacility, ListedUnit, Place
from wardline.admin.places.screens import (
    FacilityDetails,
    FacilityName,
    FacilityRow,
    NotesProtocol,
    OrganizationDetails,
    PlaceKind,
    UnitDetails,
    UnitRow,
)
from wardline.core.errors import NotFound
from wardline.network import changing
from wardline.network.changing import Stored
from wardline.network.objects import Kind, ObjectKey, PlacedUnit
from wardline.network.schema import Facility, Organization
from wardline.places.repository import PlacesRepository
from wardline.places.schemas import FacilityFieldFlags, OrganizationRead

PlaceDetails = OrganizationDetails | FacilityDetails | UnitDetails


async def of(session: AsyncSession, kind: PlaceKind, place: Place, reader: CurrentUser) -> PlaceDetails:
    match kind:
        case PlaceKind.ORGANIZATION:
            return await organization(session, place, reader)
        case PlaceKind.FACILITY:
            return await facility(session, place, reader)
        case PlaceKind.UNIT:
            return await unit(session, place, reader)
        case _:
            assert_never(kind)


def facility_row(row: ListedFacility, units: list[ListedUnit]) -> FacilityRow:
    return FacilityRow(
        id=row.id,
        organization_id=row.organization_id,
        name=row.name,
        facility_type=row.facility_type,
        unit_count=row.unit_count,
        found_count=units[0].found_count if units else 0,
        units=[UnitRow.model_validate(each) for each in units],
    )


async def organization(session: AsyncSession, place: Place, reader: CurrentUser) -> OrganizationDetails:
    stored: Stored[Organization] = await _stored(session, Kind.ORGANIZATION, place)
    facilities = await AdministeredPlaces(session, reader).facilities(place.id)
    entry = stored.entry
    return OrganizationDetails(
        id=place.id,
        code=place.code,
        version=stored.digest,
        managed_by=stored.file,
        name=entry.name,
        notes_protocol=NotesProtocol(entry.notes.protocol) if entry.notes is not None else None,
        hl7=entries.hl7_of(entry.notes),
        facilities=[FacilityName.model_validate(each) for each in facilities],
    )


async def facility(session: AsyncSession, place: Place, reader: CurrentUser) -> FacilityDetails:
    stored: Stored[Facility] = await _stored(session, Kind.FACILITY, place)
    places = AdministeredPlaces(session, reader)
    units, following = await places.units_of(place.id)
    entry = stored.entry
    return FacilityDetails(
        id=place.id,
        code=place.code,
        version=stored.digest,
        managed_by=stored.file,
        organization=await _organization(session, place),
        name=entry.name,
        facility_type=entry.type,
        info=entry.info,
        state=entry.state,
        field_flags=FacilityFieldFlags(
            requires_accepting_attending="accepting attending" in entry.transfers_ask_for,
            requires_other_facility="other facility" in entry.transfers_ask_for,
        ),
        unit_count=await places.unit_count(place.id),
        units=[UnitRow.model_validate(each) for each in units],
        next_units=following,
    )


async def unit(
    session: AsyncSession, place: Place, reader: CurrentUser, four_eyes: Collection[Kind] = ()
) -> UnitDetails:
    """With the draft that is open, if there is one."""
    stored: Stored[PlacedUnit] = await _stored(session, Kind.UNIT, place)
    names = await AdministeredPlaces(session, reader).facility_of(place.id)
    draft, drafted = await open_draft_of(session, ObjectKey(Kind.UNIT, place.code), four_eyes)
    return UnitDetails(
        **dict(entries.unit_settings(stored.entry)),
        id=place.id,
        code=place.code,
        version=stored.digest,
        managed_by=stored.file,
        organization=OrganizationRead(id=place.organization_id, name=names.organization),
        facility=FacilityName(id=names.id, name=names.facility),
        needs_approval=Kind.UNIT in four_eyes,
        draft=draft,
        draft_settings=entries.unit_settings(drafted) if isinstance(drafted, PlacedUnit) else None,
    )


async def _organization(session: AsyncSession, place: Place) -> OrganizationRead:
    (row,) = await PlacesRepository(session).organizations([place.organization_id])
    return OrganizationRead.model_validate(row)


async def _stored(session: AsyncSession, kind: Kind, place: Place) -> Stored[Any]:
    stored = await session.run_sync(changing.stored, ObjectKey(kind, place.code))
    if stored is None:
        raise NotFound
    return stored
