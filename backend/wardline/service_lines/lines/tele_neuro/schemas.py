"""What tele-neuro asks and stores."""

from typing import Annotated

from pydantic import Field

from wardline.core.api import ApiModel
from wardline.core.fields import OptionalShortText, PhoneNumber, ShortText
from wardline.core.rules import Cleared, Condition, Required
from wardline.service_lines.base.completion import AnyCase, CommonCompletionType, Completion
from wardline.service_lines.base.request import LineRequest

DETAIL_NAME = "TeleNeuroConsultDetail"
_PHYSICIAN_NUMBER = f"{DETAIL_NAME}.physicianNumber"
_NOT_VIDEO = Condition(
    field="completeType", values=(CommonCompletionType.PHONE.value, CommonCompletionType.CANCELLED.value)
)


class TeleNeuroConsultDetail(ApiModel):
    """The patient as neurology knows them, and the physician who refers; `physician_number` may be unknown."""

    neuro_patient_id: ShortText
    physician_name: ShortText
    physician_number: PhoneNumber | None = None


class TeleNeuroRequest(LineRequest):
    detail: Annotated[TeleNeuroConsultDetail, Field(alias=DETAIL_NAME)]

    rules = (
        Cleared(field=_PHYSICIAN_NUMBER, when=(Condition(field=_PHYSICIAN_NUMBER, values=("",)),)),
        Required(field="reason"),
    )


class TeleNeuroCompletion(Completion):
    """Only a video call has a length."""

    complete_type: Annotated[CommonCompletionType, AnyCase]
    qa_comment: OptionalShortText | None = None

    rules = (*Completion.rules, Cleared(field="callLength", when=(_NOT_VIDEO,)))
