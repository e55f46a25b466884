"""A location as administrators enter it: every field that a unit may have in a network file, with responses' names.

No field has a default, so that none can be cleared by mistake.
"""

from typing import Annotated, Final

from pydantic import AfterValidator, Field, StrictBool, field_validator

from wardline.core.forms import messages
from wardline.core.forms.fields import Code, PhoneNumber, SentId, ShortText, TimeZone, unique_items
from wardline.core.forms.rules import Condition, Required, RuledModel
from wardline.core.forms.wire import ApiModel
from wardline.places.patterns import check_pattern
from wardline.places.schemas import MAX_MILES, ConfigurablePatientNumber, TransferFor
from wardline.service_lines.registry import by_id

MAX_ROOMS: Final = 100


def _known_line(value: int) -> int:
    if value not in by_id():
        raise ValueError(messages.INVALID)
    return value


LineId = Annotated[SentId, AfterValidator(_known_line)]


class LocationType(ApiModel):
    name: ShortText


class PatientNumber(ConfigurablePatientNumber):
    """Its regular expression must mean the same here and in every browser, and must not be slow for any input."""

    @field_validator("regex_string")
    @classmethod
    def _suitable(cls, pattern: str | None) -> str | None:
        return check_pattern(pattern) if pattern else pattern


class LocationFeatures(ApiModel):
    collect_patient_sex: StrictBool
    collect_patient_enumber: StrictBool
    collect_hospital_name: StrictBool
    collect_fax_number: StrictBool
    configurable_patient_number: PatientNumber | None


class VideoRoomFields(ApiModel):
    name: ShortText
    phone_number: PhoneNumber | None


class TransferProtocolFields(ApiModel):
    transfer_for: TransferFor
    service_line_id: LineId
    transfer_to: ShortText
    transfer_distance_miles: Annotated[float, Field(strict=True, ge=0, le=MAX_MILES)]
    """Rounded to a tenth."""


class LocationFields(RuledModel):
    """All fields except the code and the facility, which past consults refer to."""

    unit: ShortText
    """Its name within its facility."""
    display_name: ShortText
    location_type: LocationType
    time_zone: TimeZone
    phone_number_at_location: PhoneNumber | None
    fax_number: PhoneNumber | None
    hospital_name: ShortText | None
    emr_integrated: StrictBool
    """Whether the census of the unit is read."""
    emr_code: ShortText | None
    """The unit's identifier in the hospital's record."""
    active: StrictBool
    features_by_locations: Annotated[LocationFeatures, Field(alias="FeaturesByLocations")]
    service_line_ids: Annotated[list[LineId], Field(max_length=100), unique_items()]
    """The lines that may be requested there."""
    vidyo_rooms: Annotated[
        list[VideoRoomFields],
        Field(alias="VidyoRooms", max_length=MAX_ROOMS),
        unique_items(lambda room: room.name),
    ]
    transfer_protocols: Annotated[
        list[TransferProtocolFields],
        Field(alias="TransferProtocols", max_length=MAX_ROOMS),
        unique_items(lambda protocol: (protocol.service_line_id, protocol.transfer_for)),
    ]

    rules = (Required(field="emrCode", when=(Condition(field="emrIntegrated", values=(True,)),)),)


class NewLocation(LocationFields):
    code: Code
    facility_id: SentId
