"""Creates and replaces locations, one change at a time."""

import logging

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.errors import CodeTaken, EmrCodeTaken, UnitTaken
from wardline.admin.schemas import LocationFields, NewLocation
from wardline.audit.recording import touched
from wardline.core.errors import FieldError, Forbidden, NotFound, ValidationFailed
from wardline.core.forms import messages
from wardline.on_call import service as on_call
from wardline.places.models import LocationUnit, TransferProtocol, VideoRoom
from wardline.places.repository import PlacesRepository

log = logging.getLogger(__name__)


async def create_location(session: AsyncSession, new: NewLocation, *, by: CurrentUser) -> int:
    """Add a unit to a facility of one of the user's organizations; returns its id.

    Raises:
        ValidationFailed: the facility does not exist.
        Forbidden: the user does not administer its organization.
        Taken: another location has the code, the name or the EMR code.
    """
    places = PlacesRepository(session)
    await places.lock()
    facility = await places.facility(new.facility_id)
    if facility is None:
        raise ValidationFailed(errors=[FieldError("facilityId", messages.INVALID)])
    require_administrator(by, facility.organization_id)
    touched(session).organization_ids.add(facility.organization_id)
    row = LocationUnit(code=new.code, facility_id=facility.id)
    await _write(session, row, new)
    log.info("location %s created", row.id)
    return row.id


async def replace_location(session: AsyncSession, location_id: int, fields: LocationFields, *, by: CurrentUser) -> None:
    """Replace all fields of a unit of one of the user's organizations. The later of two requests wins entirely.

    Raises:
        NotFound: the user may not view it.
        Forbidden: the user does not administer its organization.
        Taken: another location has the name or the EMR code.
    """
    places = PlacesRepository(session)
    await places.lock()
    row = await places.location(by, location_id)
    if row is None:
        raise NotFound
    require_administrator(by, row.facility.organization_id)
    touched(session).organization_ids.add(row.facility.organization_id)
    await _write(session, row, fields)
    log.info("location %s replaced", row.id)


def require_administrator(user: CurrentUser, organization_id: int) -> None:
    """Being on call for an organization allows viewing its places, not changing them."""
    if organization_id not in user.administered_organization_ids:
        raise Forbidden


async def _write(session: AsyncSession, row: LocationUnit, fields: LocationFields) -> None:
    await _refuse_conflicts(session, row, fields)
    row.unit = fields.unit
    row.display_name = fields.display_name
    row.location_type = fields.location_type.name
    row.time_zone = fields.time_zone
    row.phone_number = fields.phone_number_at_location
    row.fax_number = fields.fax_number
    row.hospital_name = fields.hospital_name
    row.emr_integrated = fields.emr_integrated
    row.emr_code = fields.emr_code
    row.active = fields.active
    features = fields.features_by_locations
    row.collect_patient_sex = features.collect_patient_sex
    row.collect_patient_enumber = features.collect_patient_enumber
    row.collect_hospital_name = features.collect_hospital_name
    row.collect_fax_number = features.collect_fax_number
    number = features.configurable_patient_number
    row.configurable_patient_number = number.model_dump(mode="json", exclude_none=True) if number else None
    session.add(row)
    await session.flush()
    await _write_rooms_protocols_and_lines(session, row, fields)


async def _refuse_conflicts(session: AsyncSession, row: LocationUnit, fields: LocationFields) -> None:
    others = await PlacesRepository(session).conflicting(
        row, unit=fields.unit, emr_code=fields.emr_code if fields.active else None
    )
    for other in others:
        if other.code == row.code:
            raise CodeTaken
        if (other.facility_id, other.unit) == (row.facility_id, fields.unit):
            raise UnitTaken
        raise EmrCodeTaken


async def _write_rooms_protocols_and_lines(session: AsyncSession, row: LocationUnit, fields: LocationFields) -> None:
    places = PlacesRepository(session)
    rooms = [
        VideoRoom(location_id=row.id, name=room.name, phone_number=room.phone_number) for room in fields.vidyo_rooms
    ]
    protocols = [
        TransferProtocol(
            location_id=row.id,
            service_line_id=protocol.service_line_id,
            transfer_for=protocol.transfer_for,
            transfer_to=protocol.transfer_to,
            transfer_distance_miles=round(protocol.transfer_distance_miles, 1),
        )
        for protocol in fields.transfer_protocols
    ]
    await places.replace_rooms_and_protocols(row.id, [*rooms, *protocols])
    await on_call.served_places_changed(session, await places.replace_lines(row.id, frozenset(fields.service_line_ids)))
    session.expire(row, ["video_rooms", "transfer_protocols"])
