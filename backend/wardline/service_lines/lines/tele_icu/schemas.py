"""What tele-ICU asks and stores; an emergency skips everything but the callback number."""

from typing import Annotated

from pydantic import Field, StrictBool

from wardline.core.api import ApiModel
from wardline.core.fields import OptionalShortText
from wardline.core.rules import Cleared, Required
from wardline.service_lines.base.completion import AnyCase, Completion
from wardline.service_lines.base.request import UNLESS_EMERGENCY, LineRequest
from wardline.service_lines.lines.tele_icu.choices import IcuCompletionType

DETAIL_NAME = "TeleICUConsultDetail"
_QUESTIONS = ("isChangeInRespiratoryStatus", "isChangeInBloodPressure", "isAnotherUnstableCondition")


class TeleICUConsultDetail(ApiModel):
    """How the patient is unstable; null where an emergency left the question open."""

    is_change_in_respiratory_status: StrictBool | None = None
    is_change_in_blood_pressure: StrictBool | None = None
    is_another_unstable_condition: StrictBool | None = None


class TeleIcuRequest(LineRequest):
    detail: Annotated[TeleICUConsultDetail, Field(alias=DETAIL_NAME)] = TeleICUConsultDetail()

    rules = (
        *(Required(field=f"{DETAIL_NAME}.{question}", when=UNLESS_EMERGENCY) for question in _QUESTIONS),
        Required(field="reason", when=UNLESS_EMERGENCY),
    )


class TeleIcuCompletion(Completion):
    complete_type: Annotated[IcuCompletionType, AnyCase]
    qa_comment: OptionalShortText | None = None

    rules = (*Completion.rules, Cleared(field="callLength"))
