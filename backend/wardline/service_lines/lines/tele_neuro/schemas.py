"""The record of tele-neuro."""

from typing import Annotated, Final

from pydantic import Field, StringConstraints

from wardline.core.forms.fields import OptionalShortText, PhoneNumber, ShortText, TrimmedText
from wardline.core.forms.rules import Cleared, Condition, Required
from wardline.core.forms.wire import ApiModel
from wardline.service_lines.base.completion import AnyCase, CallLength, CommonCompletionType, Completion
from wardline.service_lines.base.request import LineRequest
from wardline.service_lines.base.sign_off import UNLESS_CANCELLED, WHEN_CANCELLED, SignOffContent

DETAIL_NAME = "TeleNeuroConsultDetail"
_PHYSICIAN_NUMBER = f"{DETAIL_NAME}.physicianNumber"
_ON_VIDEO = (CommonCompletionType.VIDEO.value,)
_WITHOUT_VIDEO = (CommonCompletionType.PHONE.value, CommonCompletionType.CANCELLED.value)
DOCUMENTATION_REFERENCE_LIMIT: Final = 50
DocumentationReference = Annotated[TrimmedText, StringConstraints(max_length=DOCUMENTATION_REFERENCE_LIMIT)]


class TeleNeuroConsultDetail(ApiModel):
    """The patient's neurological history, and the referring physician; `physician_number` may be unknown."""

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

    rules = (
        *Completion.rules,
        Cleared(field="callLength", when=(Condition(field="completeType", values=_WITHOUT_VIDEO),)),
    )


class TeleNeuroSignOff(SignOffContent):
    """`video_call_length` in minutes; `documentation_reference` refers to the provider's own documentation."""

    typeof_call: Annotated[CommonCompletionType, AnyCase]
    video_call_length: CallLength | None = None
    documentation_reference: DocumentationReference | None = None

    rules = (
        *SignOffContent.rules,
        Cleared(field="videoCallLength", when=(Condition(field="typeofCall", values=_WITHOUT_VIDEO),)),
        Required(field="videoCallLength", when=(Condition(field="typeofCall", values=_ON_VIDEO),)),
        Cleared(field="documentationReference", when=WHEN_CANCELLED),
        Required(field="documentationReference", when=UNLESS_CANCELLED),
    )
