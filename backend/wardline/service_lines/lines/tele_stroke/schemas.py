"""The record of tele-stroke (the newer form).

Null has a meaning: no NIHSS is "Not Done", no date is "Unknown", and no answer about anticoagulants is "Unknown".
Questions that an emergency skips are stored as null, too.
"""

from typing import Annotated

from pydantic import AliasChoices, Field, StrictBool

from wardline.core.forms.fields import OptionalShortText, TrimmedText, unique_items
from wardline.core.forms.rules import (
    Answered,
    AtLeastOne,
    Cleared,
    Condition,
    DateBetween,
    Exclusive,
    OtherText,
    Required,
)
from wardline.core.forms.wire import ApiModel, UtcDateTime
from wardline.service_lines.base.anticoagulants import Anticoagulant
from wardline.service_lines.base.completion import UNLESS_CANCELLED, WHEN_CANCELLED, AnyCase, Completion
from wardline.service_lines.base.request import (
    NO_SELECTION,
    UNLESS_EMERGENCY,
    LineRequest,
    NihssScore,
    SelectionWithOther,
)
from wardline.service_lines.lines.tele_stroke.choices import (
    BaselineFunctionalStatus,
    NotableSymptom,
    StrokeCompletionType,
)

DETAIL_NAME = "TeleStrokeConsultDetail"
STROKE_COMMENT_LIMIT = 2000


class NotableSymptoms(SelectionWithOther):
    selected: Annotated[list[NotableSymptom], Field(max_length=len(NotableSymptom)), unique_items()]  # type: ignore[assignment]
    other: TrimmedText | None = None


class Anticoagulants(SelectionWithOther):
    selected: Annotated[list[Anticoagulant], Field(max_length=len(Anticoagulant)), unique_items()]  # type: ignore[assignment]
    other: TrimmedText | None = None


class TeleStrokeConsultDetail(ApiModel):
    """The fields of a stroke request."""

    potential_thrombolytic: StrictBool | None = None
    suspected_large_vessel_occlusion: Annotated[
        StrictBool | None,
        Field(validation_alias=AliasChoices("suspectedLargeVesselOcclusion", "suspectedLvo")),
    ] = None
    ed_arrival_date: UtcDateTime | None = None
    last_known_well: UtcDateTime | None = None
    clinical_concern: OptionalShortText | None = None
    nihss: NihssScore | None = None
    notable_symptoms: NotableSymptoms = NotableSymptoms(selected=[])
    is_on_anticoagulants: StrictBool | None = None
    anticoagulants: Anticoagulants = Anticoagulants(selected=[])
    baseline_functional_status: Annotated[
        list[BaselineFunctionalStatus], Field(max_length=len(BaselineFunctionalStatus)), unique_items()
    ] = []


def _path(name: str) -> str:
    return f"{DETAIL_NAME}.{name}"


_EMERGENCY = Condition(field="isEmergency", values=(True,))
_OTHERS = (_path("notableSymptoms.other"), _path("anticoagulants.other"))
_ON_ANTICOAGULANTS = Condition(field=_path("isOnAnticoagulants"), values=(True,))
_NOT_ON_ANTICOAGULANTS = Condition(field=_path("isOnAnticoagulants"), values=(True,), negated=True)


class TeleStrokeRequest(LineRequest):
    detail: Annotated[TeleStrokeConsultDetail, Field(alias=DETAIL_NAME)] = TeleStrokeConsultDetail()

    rules = (
        Cleared(field=_path("anticoagulants"), when=(_NOT_ON_ANTICOAGULANTS,), to=NO_SELECTION),
        Cleared(field=_path("clinicalConcern"), when=(Condition(field=_path("clinicalConcern"), values=("",)),)),
        *(Cleared(field=other, when=(_EMERGENCY, Condition(field=other, values=("",)))) for other in _OTHERS),
        Required(field=_path("potentialThrombolytic"), when=UNLESS_EMERGENCY),
        Required(field=_path("suspectedLargeVesselOcclusion"), when=UNLESS_EMERGENCY),
        Answered(field=_path("edArrivalDate"), when=UNLESS_EMERGENCY),
        DateBetween(field=_path("edArrivalDate")),
        Answered(field=_path("lastKnownWell"), when=UNLESS_EMERGENCY),
        DateBetween(field=_path("lastKnownWell")),
        Answered(field=_path("nihss"), when=UNLESS_EMERGENCY),
        AtLeastOne(field=_path("notableSymptoms"), fields=(_path("notableSymptoms"),), when=UNLESS_EMERGENCY),
        OtherText(field=_path("notableSymptoms.other")),
        Answered(field=_path("isOnAnticoagulants"), when=UNLESS_EMERGENCY),
        AtLeastOne(
            field=_path("anticoagulants"),
            fields=(_path("anticoagulants"),),
            when=(*UNLESS_EMERGENCY, _ON_ANTICOAGULANTS),
        ),
        OtherText(field=_path("anticoagulants.other")),
        AtLeastOne(
            field=_path("baselineFunctionalStatus"), fields=(_path("baselineFunctionalStatus"),), when=UNLESS_EMERGENCY
        ),
        Exclusive(field=_path("baselineFunctionalStatus"), value=BaselineFunctionalStatus.UNKNOWN.value),
    )


class TeleStrokeCompletion(Completion):
    complete_type: Annotated[StrokeCompletionType, AnyCase]
    qa_comment: Annotated[TrimmedText, Field(max_length=STROKE_COMMENT_LIMIT)] | None = None

    rules = (
        *Completion.rules,
        Required(field="callLength", when=UNLESS_CANCELLED, browser_only=True),
        Cleared(field="callLength", when=WHEN_CANCELLED),
    )
