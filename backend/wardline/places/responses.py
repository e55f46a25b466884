"""Rows of places as wire types."""

from wardline.places.models import Facility, LocationUnit
from wardline.places.patient_rules import patient_rules
from wardline.places.schemas import (
    ConfigurablePatientNumber,
    EncounterLocation,
    FacilityFieldFlags,
    FacilityRead,
    FacilityTypeRead,
    FeaturesByLocations,
    LocationRead,
    LocationTypeRead,
    OrganizationLocation,
    OrganizationName,
    TransferProtocolRead,
    VideoRoomRead,
)


def facility(row: Facility) -> FacilityRead:
    return FacilityRead(
        id=row.id,
        facility_name=row.name,
        facility_info=row.info,
        facility_type=FacilityTypeRead.model_validate(row.facility_type),
        field_flags=FacilityFieldFlags.model_validate(row),
    )


def features(row: LocationUnit) -> FeaturesByLocations:
    number = row.configurable_patient_number
    return FeaturesByLocations(
        collect_patient_sex=row.collect_patient_sex,
        collect_patient_enumber=row.collect_patient_enumber,
        collect_hospital_name=row.collect_hospital_name,
        collect_fax_number=row.collect_fax_number,
        configurable_patient_number=ConfigurablePatientNumber.model_validate(number) if number else None,
    )


def encounter_location(row: LocationUnit) -> EncounterLocation:
    organization = row.facility.organization
    return EncounterLocation(
        id=row.id,
        display_name=row.display_name,
        facility_name=row.facility.name,
        unit=row.unit,
        time_zone=row.time_zone,
        organization_location=OrganizationLocation(organization=OrganizationName(name=organization.name)),
        organizations_id=organization.id,
        phone_number_at_location=row.phone_number,
        fax_number=row.fax_number,
        hospital_name=row.hospital_name,
        vidyo_rooms=[VideoRoomRead.model_validate(room) for room in row.video_rooms],
        transfer_protocols=[TransferProtocolRead.model_validate(protocol) for protocol in row.transfer_protocols],
    )


def location(row: LocationUnit) -> LocationRead:
    words = f"{row.facility.organization.name} {row.facility.name} {row.location_type}"
    return LocationRead(
        **dict(encounter_location(row)),
        location_type=LocationTypeRead(name=row.location_type),
        org_facility_loc_type=words,
        org_facility_loc_type_search=f"{words} {row.unit} {row.display_name}".casefold(),
        emr_integrated=row.emr_integrated,
        emr_code=row.emr_code,
        active=row.active,
        features_by_locations=features(row),
        patient_rules=patient_rules(row),
    )
