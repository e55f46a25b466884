"""Creates and replaces locations, one change at a time."""

import logging
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.errors import ManagedByFile
from wardline.admin.places.errors import CodeTaken, EmrCodeTaken, UnitTaken
from wardline.admin.places.schemas import LocationFields, NewLocation
from wardline.audit.recording import touched
from wardline.core.errors import FieldError, Forbidden, NotFound, ValidationFailed
from wardline.core.forms import messages
from wardline.network import changing
from wardline.network.applying import Author
from wardline.network.changing import Stored
from wardline.network.conflicts import find_conflicts
from wardline.network.models import Source
from wardline.network.objects import Kind, ObjectKey, PlacedUnit
from wardline.network.schema import PatientNumber, TransferProtocol, VideoRoom
from wardline.places.repository import PlacesRepository
from wardline.service_lines.registry import line_of

log = logging.getLogger(__name__)


async def create_location(session: AsyncSession, new: NewLocation, *, by: CurrentUser) -> int:
    """Add a unit to a facility of one of the user's organizations; returns its id.

    Raises:
        ValidationFailed: the facility does not exist.
        Forbidden: the user does not administer its organization.
        Taken: another location has the code, the name or the EMR code.
    """
    places = PlacesRepository(session)
    await session.run_sync(changing.lock)
    facility = await places.facility(new.facility_id)
    if facility is None:
        raise ValidationFailed(errors=[FieldError("facilityId", messages.INVALID)])
    require_administrator(by, facility.organization_id)
    touched(session).organization_ids.add(facility.organization_id)
    if await session.run_sync(changing.stored, ObjectKey(Kind.UNIT, new.code)) is not None:
        raise CodeTaken
    await _write(session, None, _entered(new.code, facility.code, new), by=by)
    location_id = await places.id_of(new.code)
    log.info("location %s created", location_id)
    return location_id


async def replace_location(session: AsyncSession, location_id: int, fields: LocationFields, *, by: CurrentUser) -> None:
    """Replace all fields of a unit of one of the user's organizations. The later of two requests wins entirely.

    Raises:
        NotFound: the user may not view it.
        Forbidden: the user does not administer its organization.
        ManagedByFile: only a file may change it.
        Taken: another location has the name or the EMR code.
    """
    await session.run_sync(changing.lock)
    row = await PlacesRepository(session).location(by, location_id)
    if row is None:
        raise NotFound
    require_administrator(by, row.facility.organization_id)
    touched(session).organization_ids.add(row.facility.organization_id)
    before = await session.run_sync(changing.stored, ObjectKey(Kind.UNIT, row.code))
    if before is not None and before.file is not None:
        raise ManagedByFile(before.file)
    entry = _entered(row.code, row.facility.code, fields, preferred_video=row.preferred_video)
    await _write(session, before, entry, by=by)
    session.expire(row)
    log.info("location %s replaced", location_id)


def require_administrator(user: CurrentUser, organization_id: int) -> None:
    """Being on call for an organization allows viewing its places, not changing them."""
    if organization_id not in user.administered_organization_ids:
        raise Forbidden


async def _write(
    session: AsyncSession, before: Stored[PlacedUnit] | None, entry: PlacedUnit, *, by: CurrentUser
) -> None:
    for conflict in await session.run_sync(lambda sync: list(find_conflicts(sync, [entry]))):
        raise UnitTaken if conflict.field == "unit" else EmrCodeTaken
    await session.run_sync(changing.change, before, entry, Author(Source.SCREEN, user_id=by.id))


def _entered(code: str, facility: str, fields: LocationFields, *, preferred_video: str | None = None) -> PlacedUnit:
    """The unit as a file would declare it; the fields have the same limits there."""
    features = fields.features_by_locations
    number = features.configurable_patient_number
    collected = {
        "sex": features.collect_patient_sex,
        "id number": features.collect_patient_enumber,
        "hospital name": features.collect_hospital_name,
        "fax number": features.collect_fax_number,
    }
    values: dict[str, Any] = {
        "code": code,
        "facility": facility,
        "unit": fields.unit,
        "display_name": fields.display_name,
        "active": fields.active,
        "type": fields.location_type.name,
        "time_zone": fields.time_zone,
        "phone": fields.phone_number_at_location,
        "fax": fields.fax_number,
        "hospital_name": fields.hospital_name,
        "emr_integrated": fields.emr_integrated,
        "emr_code": fields.emr_code,
        "collects": [name for name, is_collected in collected.items() if is_collected],
        "patient_number": PatientNumber.from_stored(number.model_dump(by_alias=True)) if number is not None else None,
        "service_lines": [line_of(line_id).ids[line_id] for line_id in fields.service_line_ids],
        "preferred_video": preferred_video,
        "video_rooms": [
            VideoRoom.model_construct(name=room.name, phone=room.phone_number) for room in fields.vidyo_rooms
        ],
        "transfer_protocols": [
            TransferProtocol.model_construct(
                transfer_for=each.transfer_for,
                service_line=line_of(each.service_line_id).ids[each.service_line_id],
                to=each.transfer_to,
                miles=round(each.transfer_distance_miles, 1),
            )
            for each in fields.transfer_protocols
        ],
    }
    return PlacedUnit.model_construct(**values)
