"""Places as a file would declare them, and back. The fields have the same limits there."""

from typing import Any

from wardline.admin.places.schemas import LocationFields
from wardline.admin.places.screens import (
    FacilityFields,
    Hl7Fields,
    NotesProtocol,
    OrganizationFields,
    PreferredVideo,
    UnitSettings,
)
from wardline.ehr.filing import Destination, FhirDestination, Hl7Destination
from wardline.network.objects import PlacedUnit
from wardline.network.schema import Facility, Organization, PatientNumber, TransferProtocol, VideoRoom
from wardline.places.schemas import (
    ConfigurablePatientNumber,
    FeaturesByLocations,
    LocationTypeRead,
    TransferProtocolRead,
    VideoRoomRead,
)
from wardline.service_lines.registry import by_id, line_of


def organization(code: str, fields: OrganizationFields) -> Organization:
    return Organization.model_construct(code=code, name=fields.name, notes=_destination(fields))


def _destination(fields: OrganizationFields) -> Destination | None:
    match fields.notes_protocol, fields.hl7:
        case NotesProtocol.HL7, Hl7Fields() as hl7:
            return Hl7Destination(protocol="hl7v2", **{name: getattr(hl7, name) for name in Hl7Fields.model_fields})
        case NotesProtocol.FHIR, _:
            return FhirDestination(protocol="fhir")
    return None


def hl7_of(destination: Destination | None) -> Hl7Fields | None:
    """The interface as a screen shows it, if notes are sent to one."""
    if not isinstance(destination, Hl7Destination):
        return None
    return Hl7Fields.model_validate(destination.model_dump(exclude={"protocol"}), by_name=True)


def facility(code: str, organization_code: str, fields: FacilityFields) -> Facility:
    asked = {
        "accepting attending": fields.field_flags.requires_accepting_attending,
        "other facility": fields.field_flags.requires_other_facility,
    }
    values: dict[str, Any] = {
        "code": code,
        "organization": organization_code,
        "name": fields.name,
        "type": fields.facility_type,
        "info": fields.info,
        "state": fields.state,
        "transfers_ask_for": [name for name, is_asked in asked.items() if is_asked],
    }
    return Facility.model_construct(**values)


def unit(code: str, facility_code: str, fields: LocationFields, *, preferred_video: str | None) -> PlacedUnit:
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
        "facility": facility_code,
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
        "preferred_video": str(preferred_video) if preferred_video is not None else None,
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


def unit_settings(entry: PlacedUnit) -> UnitSettings:
    """A unit as its page shows it."""
    line_ids = {line.ids[line_id]: line_id for line_id, line in by_id().items()}
    number = entry.patient_number
    return UnitSettings(
        unit=entry.unit,
        display_name=entry.display_name,
        location_type=LocationTypeRead(name=entry.type),
        time_zone=entry.time_zone,
        phone_number_at_location=entry.phone,
        fax_number=entry.fax,
        hospital_name=entry.hospital_name,
        emr_integrated=entry.reads_census,
        emr_code=entry.emr_code,
        active=entry.active,
        features_by_locations=FeaturesByLocations(
            collect_patient_sex="sex" in entry.collects,
            collect_patient_enumber="id number" in entry.collects,
            collect_hospital_name="hospital name" in entry.collects,
            collect_fax_number="fax number" in entry.collects,
            configurable_patient_number=(
                ConfigurablePatientNumber.model_validate(number.stored()) if number is not None else None
            ),
        ),
        service_line_ids=sorted(line_ids[code] for code in entry.service_lines),
        vidyo_rooms=[VideoRoomRead(name=each.name, phone_number=each.phone) for each in entry.video_rooms],
        transfer_protocols=[
            TransferProtocolRead(
                transfer_for=each.transfer_for,
                service_line_id=line_ids[each.service_line],
                transfer_to=each.to,
                transfer_distance_miles=each.miles,
            )
            for each in entry.transfer_protocols
        ],
        preferred_video=PreferredVideo(entry.preferred_video) if entry.preferred_video is not None else None,
    )
