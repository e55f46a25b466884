"""The record of tele-toxicology. An emergency skips everything but the callback number."""

from typing import Annotated

from pydantic import Field, StrictBool

from wardline.core.forms.fields import OptionalShortText
from wardline.core.forms.rules import AtLeastOne, Cleared, Required
from wardline.core.forms.wire import ApiModel
from wardline.service_lines.base.completion import AnyCase, Completion
from wardline.service_lines.base.request import UNLESS_EMERGENCY, LineRequest
from wardline.service_lines.base.sign_off import SignOffContent
from wardline.service_lines.lines.tele_toxicology.choices import ToxicologyCompletionType, ToxicologyCondition

DETAIL_NAME = "TeleToxicologyConsultDetail"


class TeleToxicologyConsultDetail(ApiModel):
    """The suspected condition; `is_envenomation` also covers drug toxicity."""

    is_envenomation: StrictBool = False
    is_addiction_related: StrictBool = False
    is_other: StrictBool = False


class TeleToxicologyRequest(LineRequest):
    detail: Annotated[TeleToxicologyConsultDetail, Field(alias=DETAIL_NAME)] = TeleToxicologyConsultDetail()

    rules = (
        AtLeastOne(
            field=DETAIL_NAME,
            fields=tuple(f"{DETAIL_NAME}.{condition.value}" for condition in ToxicologyCondition),
            when=UNLESS_EMERGENCY,
        ),
        Required(field="reason", when=UNLESS_EMERGENCY),
    )


class TeleToxicologyCompletion(Completion):
    complete_type: Annotated[ToxicologyCompletionType, AnyCase]
    qa_comment: OptionalShortText | None = None

    rules = (*Completion.rules, Cleared(field="callLength"))


class TeleToxicologySignOff(SignOffContent):
    typeof_call: Annotated[ToxicologyCompletionType, AnyCase]
