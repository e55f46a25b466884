"""The parts of FHIR R4 resources that Wardline reads (https://hl7.org/fhir/R4/).

Unknown fields are ignored, because servers add their own. Codes that FHIR takes from a closed list are checked, because
misreading a status would list the wrong patients.
"""

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel

RESOURCE_LIMIT: Final = 20_000
"""The maximum number of resources from one search, on all its pages."""
MAX_LINKS: Final = 100
FHIR_ID = r"[A-Za-z0-9\-.]{1,64}"

Gender = Literal["male", "female", "other", "unknown"]
EncounterStatus = Literal[
    "planned",
    "arrived",
    "triaged",
    "in-progress",
    "onleave",
    "finished",
    "cancelled",
    "entered-in-error",
    "unknown",
]
NameUse = Literal["usual", "official", "temp", "nickname", "anonymous", "old", "maiden"]
IdentifierUse = Literal["usual", "official", "temp", "secondary", "old"]
Id = Annotated[str, Field(pattern=f"^{FHIR_ID}$")]


class Resource(BaseModel):
    """Immutable, and ignores fields that are not declared."""

    model_config = ConfigDict(alias_generator=to_camel, extra="ignore", frozen=True)


def _moment(value: Any) -> Any:
    """FHIR's dateTime may be a year, a month or a day; only a time with a zone is precise enough for a stay."""
    return value if isinstance(value, str) and "T" in value else None


Moment = Annotated[AwareDatetime | None, BeforeValidator(_moment)]


class CapabilityStatement(Resource):
    """What a server says about itself."""

    resource_type: Literal["CapabilityStatement"]
    fhir_version: Annotated[str, Field(pattern=r"^[0-9A-Za-z.\-]{1,20}$")]


class Period(Resource):
    start: Moment = None
    end: Moment = None

    def is_over(self, now: datetime) -> bool:
        return self.end is not None and self.end <= now


class Coding(Resource):
    system: str | None = None
    code: str | None = None


class CodeableConcept(Resource):
    coding: list[Coding] = []
    text: str | None = None


class Reference(Resource):
    reference: str | None = None


class Identifier(Resource):
    use: IdentifierUse | None = None
    type: CodeableConcept | None = None
    system: str | None = None
    value: str | None = None
    period: Period | None = None


class HumanName(Resource):
    use: NameUse | None = None
    text: str | None = None
    family: str | None = None
    given: list[str | None] = []
    period: Period | None = None


class PatientLink(Resource):
    type: str | None = None


class Patient(Resource):
    resource_type: Literal["Patient"]
    id: Id
    identifier: list[Identifier] = []
    name: list[HumanName] = []
    gender: Gender | None = None
    birth_date: str | None = None
    link: list[PatientLink] = []

    @property
    def is_replaced(self) -> bool:
        """Whether it was merged into another record and must no longer be used."""
        return any(link.type == "replaced-by" for link in self.link)


class EncounterLocation(Resource):
    location: Reference
    status: Literal["planned", "active", "reserved", "completed"] | None = None
    period: Period | None = None


class Encounter(Resource):
    resource_type: Literal["Encounter"]
    id: Id
    status: EncounterStatus
    subject: Reference | None = None
    period: Period | None = None
    location: list[EncounterLocation] = []


class Location(Resource):
    resource_type: Literal["Location"]
    id: Id
    identifier: list[Identifier] = []
    part_of: Reference | None = None


class DocumentReference(Resource):
    resource_type: Literal["DocumentReference"]
    id: Id
    master_identifier: Identifier | None = None
    identifier: list[Identifier] = []


class OutcomeIssue(Resource):
    severity: Literal["fatal", "error", "warning", "information"]
    code: str


class OperationOutcome(Resource):
    resource_type: Literal["OperationOutcome"]
    issue: list[OutcomeIssue]


class BundleLink(Resource):
    relation: str
    url: str


class BundleEntry(Resource):
    resource: dict[str, Any] | None = None


class Bundle(Resource):
    """One page of a search; entries are parsed later, by type."""

    resource_type: Literal["Bundle"]
    type: Literal["searchset"]
    total: Any = None
    """The number of results according to the server. Often wrong, so any value is accepted, and none is used."""
    link: Annotated[list[BundleLink], Field(max_length=MAX_LINKS)] = []
    entry: Annotated[list[BundleEntry], Field(max_length=RESOURCE_LIMIT)] = []

    @property
    def next_url(self) -> str | None:
        return next((link.url for link in self.link if link.relation == "next"), None)
