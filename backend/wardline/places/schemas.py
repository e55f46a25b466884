"""Places on the wire."""

from typing import Annotated, Final, Literal, Self

from pydantic import Discriminator, Field, StrictBool, Tag, model_validator

from wardline.core.forms.fields import OptionalShortText, SentId, ShortText
from wardline.core.forms.rules import Rule
from wardline.core.forms.wire import ApiModel, ReadModel

TransferFor = Literal["LVO", "Thrombolytic"]
MAX_MILES: Final = 99_999.9
"""The largest distance that the database stores, to a tenth of a mile."""


class LengthMask(ApiModel):
    """A mask by length: between `min` and `max` characters of one kind."""

    min: int = Field(strict=True, ge=1, le=255)
    max: int = Field(strict=True, ge=1, le=255)
    token: Literal["#", "*", "a", "A", "l"]
    """# digits, * characters, a letters, A uppercase letters, l lowercase letters."""

    @model_validator(mode="after")
    def _from_least_to_most(self) -> Self:
        if self.min > self.max:
            raise ValueError(f"min {self.min} is more than max {self.max}")
        return self


Mask = Annotated[
    Annotated[ShortText, Tag("tag:text")] | Annotated[LengthMask, Tag("tag:lengths")],
    Discriminator(lambda value: "tag:lengths" if isinstance(value, dict | LengthMask) else "tag:text"),
]
"""A mask by character, or by length."""


class ConfigurablePatientNumber(ApiModel):
    """A unit's own patient number.

    `label_key` and `feedback_key` name texts in the user's string dictionary, which take precedence.
    """

    collect: StrictBool
    optional: StrictBool = False
    label: ShortText = "Patient Number"
    label_key: OptionalShortText | None = None
    feedback: OptionalShortText | None = None
    feedback_key: OptionalShortText | None = None
    regex_string: OptionalShortText | None = None
    mask: Mask | None = None
    inputmode: Literal["text", "numeric", "decimal", "tel"] = "text"


class FacilityTypeRead(ReadModel):
    id: int
    name: str


class FacilityFieldFlags(ReadModel):
    """The additional fields that a transfer to the facility requires."""

    requires_accepting_attending: bool
    requires_other_facility: bool


class FacilityRead(ReadModel):
    id: int
    facility_name: str
    facility_info: str | None
    facility_type: FacilityTypeRead
    field_flags: FacilityFieldFlags


class OrganizationRead(ReadModel):
    id: int
    name: str


class OrganizationName(ReadModel):
    name: str


class OrganizationLocation(ReadModel):
    organization: OrganizationName


class VideoRoomRead(ReadModel):
    name: str
    phone_number: str | None


class TransferProtocolRead(ReadModel):
    transfer_for: TransferFor
    service_line_id: int
    transfer_to: str
    transfer_distance_miles: float


class LocationTypeRead(ReadModel):
    name: str


class FeaturesByLocations(ReadModel):
    collect_patient_sex: bool
    collect_patient_enumber: bool
    collect_hospital_name: bool
    collect_fax_number: bool
    configurable_patient_number: ConfigurablePatientNumber | None


class EncounterLocation(ReadModel):
    """The location as a consult shows it."""

    id: int
    display_name: str
    facility_name: str
    unit: str
    time_zone: str
    organization_location: Annotated[OrganizationLocation, Field(alias="OrganizationLocation")]
    organizations_id: int
    phone_number_at_location: str | None
    fax_number: str | None
    hospital_name: str | None
    vidyo_rooms: Annotated[list[VideoRoomRead], Field(alias="VidyoRooms")]
    transfer_protocols: Annotated[list[TransferProtocolRead], Field(alias="TransferProtocols")]


class LocationRead(EncounterLocation):
    """A location unit with everything the wizard needs.

    `patient_rules` are checked by both the server and the browser.
    """

    location_type: LocationTypeRead
    org_facility_loc_type: str
    org_facility_loc_type_search: str
    emr_integrated: bool
    emr_code: str | None
    active: bool
    features_by_locations: Annotated[FeaturesByLocations, Field(alias="FeaturesByLocations")]
    patient_rules: list[Rule]


class FavoriteLocationRead(ReadModel):
    location_id: int


class AddFavorites(ApiModel):
    location_ids: Annotated[list[SentId], Field(max_length=1000)]


class RemoveFavorite(ApiModel):
    location_id: SentId
