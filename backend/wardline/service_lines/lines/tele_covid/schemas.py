"""What tele-COVID asks and stores. The line has no emergency: its questions are asked whatever `isEmergency` says."""

from typing import Annotated

from pydantic import Field, StrictBool

from wardline.core.api import ApiModel
from wardline.core.fields import OptionalShortText
from wardline.core.rules import Answered, Cleared, Required
from wardline.service_lines.base.completion import AnyCase, Completion
from wardline.service_lines.base.request import LineRequest
from wardline.service_lines.lines.tele_covid.choices import CovidCompletionType

DETAIL_NAME = "TeleCOVIDConsultDetail"
_QUESTIONS = ("isChangeInRespiratoryStatus", "isChangeInBloodPressure", "isAnotherUnstableCondition")


class TeleCOVIDConsultDetail(ApiModel):
    """How the patient is unstable; null is the answer "unknown"."""

    is_change_in_respiratory_status: StrictBool | None = None
    is_change_in_blood_pressure: StrictBool | None = None
    is_another_unstable_condition: StrictBool | None = None


class TeleCovidRequest(LineRequest):
    detail: Annotated[TeleCOVIDConsultDetail, Field(alias=DETAIL_NAME)] = TeleCOVIDConsultDetail()

    rules = (
        *(Answered(field=f"{DETAIL_NAME}.{question}") for question in _QUESTIONS),
        Required(field="reason"),
    )


class TeleCovidCompletion(Completion):
    complete_type: Annotated[CovidCompletionType, AnyCase]
    qa_comment: OptionalShortText | None = None

    rules = (*Completion.rules, Cleared(field="callLength"))
