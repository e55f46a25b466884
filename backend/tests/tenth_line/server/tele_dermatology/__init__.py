"""Tele-dermatology: a line that exists only in its test, with an example of everything that a line may have."""

from wardline.service_lines.base.completion import CommonCompletion, CommonCompletionType
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.base.sign_off import ShortSignOff

from .schemas import BodySite, TeleDermatologyConsultDetail, TeleDermatologyRequest, TeleDermatologySignOff

LINE = ServiceLineDefinition(
    slug="tele-dermatology",
    name="Tele-Dermatology",
    ids={90: "tele-dermatology"},
    request=TeleDermatologyRequest,
    detail_name="TeleDermatologyConsultDetail",
    detail=TeleDermatologyConsultDetail,
    completion=CommonCompletion,
    completion_types=CommonCompletionType,
    sign_off=ShortSignOff(path="dermatology", content=TeleDermatologySignOff),
    choices=(BodySite,),
    usual_priority_id=lambda detail: 2 if detail["isSpreading"] else 3,
    call_reason=lambda detail: detail["bodySite"],
)
