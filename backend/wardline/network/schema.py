"""The schema of a network file. Error messages are for the person who wrote the file.

References are checked along with the rest of a value, against the names that the file declares (`Declared`), so that
one run finds every mistake.
"""

from datetime import date
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from wardline.core.forms.fields import OptionalShortText, ShortText, Text
from wardline.ehr.filing import Destination
from wardline.network.escalations import Escalation
from wardline.network.lines import ServiceLine
from wardline.network.values import (
    Code,
    Entry,
    Lines,
    ManagedEntry,
    Phone,
    State,
    TimeZone,
    declared_in,
    distinct,
    known_line,
    pair_text,
    reference,
    units_of,
)
from wardline.places.patterns import check_pattern
from wardline.places.schemas import MAX_MILES, ConfigurablePatientNumber, Mask, TransferFor


class Organization(ManagedEntry):
    code: Code
    name: ShortText
    notes: Destination | None = None
    """Where signed notes are filed; if omitted, they are not."""


class PatientNumber(Entry):
    """The unit's own number for a patient; see `wardline.places.schemas.ConfigurablePatientNumber`."""

    collect: bool = True
    label: ShortText = "Patient Number"
    label_key: OptionalShortText | None = None
    optional: bool = False
    feedback: OptionalShortText | None = None
    feedback_key: OptionalShortText | None = None
    regex: Annotated[ShortText, AfterValidator(check_pattern)] | None = None
    mask: Mask | None = None
    inputmode: Literal["text", "numeric", "decimal", "tel"] = "text"

    def stored(self) -> dict[str, Any]:
        """The number as stored in the unit's row."""
        values = self.model_dump(exclude={"regex"})
        number = ConfigurablePatientNumber.model_validate(values | {"regex_string": self.regex}, by_name=True)
        return number.model_dump(mode="json", exclude_none=True)

    @classmethod
    def from_stored(cls, stored: dict[str, Any]) -> "PatientNumber":
        """The number in a unit's row."""
        number = ConfigurablePatientNumber.model_validate(stored)
        names = [name for name in cls.model_fields if name != "regex"]
        return cls.model_construct(**{name: getattr(number, name) for name in names}, regex=number.regex_string)


class VideoRoom(Entry):
    name: ShortText
    phone: Phone | None = None


class TransferProtocol(Entry):
    transfer_for: TransferFor
    service_line: Annotated[Text, reference("service line")]
    to: ShortText
    miles: Annotated[float, Field(ge=0, le=MAX_MILES, strict=False)]


class Unit(ManagedEntry):
    code: Code
    unit: ShortText
    """Its name within its facility."""
    display_name: ShortText
    active: bool = True
    """Whether consults can be requested there."""
    type: ShortText
    time_zone: TimeZone
    phone: Phone | None = None
    fax: Phone | None = None
    hospital_name: ShortText | None = None
    emr_code: ShortText | None = None
    """The unit's identifier in the hospital's record."""
    emr_integrated: bool | None = None
    """Whether the census is read; by default true if there is an EMR code."""
    collects: Annotated[list[Literal["sex", "id number", "hospital name", "fax number"]], AfterValidator(distinct)] = []
    patient_number: PatientNumber | None = None
    service_lines: Lines = []
    video_rooms: list[VideoRoom] = []
    preferred_video: Literal["vidyo", "bluestream", "core"] | None = None
    """How calls are joined here first; without it, in the application."""
    transfer_protocols: list[TransferProtocol] = []

    @model_validator(mode="after")
    def _integrated_by_code(self) -> Self:
        if self.emr_integrated and self.emr_code is None:
            raise ValueError("emr_integrated needs an emr_code")
        return self

    @property
    def reads_census(self) -> bool:
        return self.emr_code is not None if self.emr_integrated is None else self.emr_integrated


class Facility(ManagedEntry):
    code: Code
    organization: Annotated[Text, reference("organization")]
    name: ShortText
    type: Annotated[Text, reference("facility type")]
    info: ShortText | None = None
    state: State | None = None
    """If it is given, planners are told of people who are planned without a license for it."""
    transfers_ask_for: Annotated[list[Literal["accepting attending", "other facility"]], AfterValidator(distinct)] = []
    units: list[Unit] = []


class Role(ManagedEntry):
    name: ShortText
    label: ShortText
    active: bool = True
    """Whether it allows anything. Those who have it keep it while it is retired, and nobody else is given it."""
    permissions: Annotated[list[Annotated[Text, AfterValidator(pair_text)]], AfterValidator(distinct)]


class UserLines(Entry):
    """The lines a user belongs to, may check in to, and may request."""

    member: Lines = []
    active: Lines = []
    requestable: Lines = []


class License(Entry):
    state: State
    until: Annotated[date, Field(strict=False)] | None = None
    """The last day on which it is valid, if that is known."""


class User(ManagedEntry):
    username: ShortText
    subject: ShortText | None = None
    """The user's identifier with the identity provider; by default the user name."""
    first_name: ShortText
    last_name: ShortText
    phone: Phone | None = None
    medipac_id: ShortText | None = None
    active: bool = True
    """Whether the user may sign in."""
    about: ShortText | None = None
    """A comment for readers of the file, shown on the demonstration's sign-in page."""
    roles: Annotated[list[Annotated[Text, reference("role")]], AfterValidator(distinct)]
    organizations: Annotated[list[Annotated[Text, reference("organization")]], AfterValidator(distinct)]
    locations: list[Annotated[tuple[str, ...], BeforeValidator(units_of)]] = []
    service_lines: UserLines = UserLines()
    licenses: list[License] = []

    @field_validator("licenses")
    @classmethod
    def _once_a_state(cls, licenses: list[License]) -> list[License]:
        distinct([each.state for each in licenses])
        return licenses

    @field_validator("locations")
    @classmethod
    def _of_own_organizations(cls, locations: list[tuple[str, ...]], info: ValidationInfo) -> list[tuple[str, ...]]:
        own = info.data.get("organizations")
        if own is not None:
            organization_of = declared_in(info).organization_of
            units = {unit for units in locations for unit in units}
            foreign = sorted(unit for unit in units & organization_of.keys() if organization_of[unit] not in own)
            if foreign:
                raise ValueError(f"{', '.join(foreign)}: not in any of this user's organizations")
        return locations

    @property
    def unit_codes(self) -> list[str]:
        """The codes of all units, without duplicates."""
        return list(dict.fromkeys(unit for units in self.locations for unit in units))


class Network(Entry):
    """A file. What it does not name stays as it is."""

    organizations: list[Organization] = []
    facility_types: Annotated[list[ShortText], AfterValidator(distinct)] = []
    facilities: list[Facility] = []
    service_lines: dict[Annotated[Text, AfterValidator(known_line)], ServiceLine] = {}
    escalations: list[Escalation] = []
    roles: list[Role] = []
    users: list[User] = []
