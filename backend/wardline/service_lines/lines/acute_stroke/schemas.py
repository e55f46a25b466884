"""The record of acute stroke: one of two short forms, acute or follow-up.

In the acute form, only `isAcute` is required; unanswered questions are stored as null. A follow-up has only a call
reason, which is the consult's own reason. Fields of the other form are cleared. Only the acute form can be an
emergency.
"""

from typing import Annotated

from pydantic import Field, StrictBool

from wardline.core.forms.fields import OptionalShortText, TrimmedText, unique_items
from wardline.core.forms.rules import AtLeastOne, Cleared, Condition, DateBetween, OtherText, Required
from wardline.core.forms.wire import ApiModel, UtcDateTime
from wardline.service_lines.base.anticoagulants import Anticoagulant
from wardline.service_lines.base.completion import AnyCase, Completion
from wardline.service_lines.base.request import (
    NO_SELECTION,
    UNLESS_EMERGENCY,
    LineRequest,
    NihssScore,
    SelectionWithOther,
)
from wardline.service_lines.lines.acute_stroke.choices import AcuteStrokeCompletionType

DETAIL_NAME = "AcuteStrokeConsultDetail"
COMMENT_LIMIT = 2000


class AcuteStrokeAnticoagulants(SelectionWithOther):
    selected: Annotated[list[Anticoagulant], Field(max_length=len(Anticoagulant)), unique_items()]  # type: ignore[assignment]
    other: TrimmedText | None = None


class AcuteStrokeConsultDetail(ApiModel):
    """The acute form; in a follow-up everything but `is_acute` is null."""

    is_acute: StrictBool = True
    last_known_well: UtcDateTime | None = None
    symptom_discovery: UtcDateTime | None = None
    nihss: NihssScore | None = None
    contraindications: OptionalShortText | None = None
    is_on_anticoagulants: StrictBool | None = None
    anticoagulants: AcuteStrokeAnticoagulants = AcuteStrokeAnticoagulants(selected=[])


def _path(name: str) -> str:
    return f"{DETAIL_NAME}.{name}"


_EMERGENCY = Condition(field="isEmergency", values=(True,))
_FOLLOW_UP = Condition(field=_path("isAcute"), values=(False,))
_NOT_FOLLOW_UP = Condition(field=_path("isAcute"), values=(False,), negated=True)
_ON_ANTICOAGULANTS = Condition(field=_path("isOnAnticoagulants"), values=(True,))
_NOT_ON_ANTICOAGULANTS = Condition(field=_path("isOnAnticoagulants"), values=(True,), negated=True)
_ACUTE_QUESTIONS = ("lastKnownWell", "symptomDiscovery", "nihss", "contraindications", "isOnAnticoagulants")


def _blank(name: str) -> Condition:
    return Condition(field=_path(name), values=("",))


class AcuteStrokeRequest(LineRequest):
    detail: Annotated[AcuteStrokeConsultDetail, Field(alias=DETAIL_NAME)] = AcuteStrokeConsultDetail()

    rules = (
        Cleared(field=_path("isAcute"), when=(_EMERGENCY,), to=True),
        *(Cleared(field=_path(question), when=(_FOLLOW_UP,)) for question in _ACUTE_QUESTIONS),
        Cleared(field="reason", when=(_NOT_FOLLOW_UP,)),
        Cleared(field=_path("contraindications"), when=(_blank("contraindications"),)),
        Cleared(field=_path("anticoagulants"), when=(_NOT_ON_ANTICOAGULANTS,), to=NO_SELECTION),
        Cleared(field=_path("anticoagulants.other"), when=(_EMERGENCY, _blank("anticoagulants.other"))),
        Required(field=_path("isAcute"), when=UNLESS_EMERGENCY),
        Required(field="reason", when=(_FOLLOW_UP,)),
        DateBetween(field=_path("lastKnownWell")),
        DateBetween(field=_path("symptomDiscovery")),
        AtLeastOne(
            field=_path("anticoagulants"),
            fields=(_path("anticoagulants"),),
            when=(*UNLESS_EMERGENCY, _ON_ANTICOAGULANTS),
        ),
        OtherText(field=_path("anticoagulants.other")),
    )


class AcuteStrokeCompletion(Completion):
    complete_type: Annotated[AcuteStrokeCompletionType, AnyCase]
    qa_comment: Annotated[TrimmedText, Field(max_length=COMMENT_LIMIT)] | None = None

    rules = (*Completion.rules, Cleared(field="callLength"))
