"""The record of tele-psych."""

from typing import Annotated

from pydantic import Field, StrictBool

from wardline.core.forms.fields import OptionalShortText, TrimmedText
from wardline.core.forms.rules import AtLeastOne, Cleared, OtherText
from wardline.core.forms.wire import ApiModel
from wardline.service_lines.base.completion import AnyCase, Completion
from wardline.service_lines.base.request import LineRequest
from wardline.service_lines.base.sign_off import SignOffContent
from wardline.service_lines.lines.tele_psych.choices import PsychCallReason, PsychCompletionType

DETAIL_NAME = "TelePsychConsultDetail"


class TelePsychConsultDetail(ApiModel):
    """The reasons for the call; `other_reason` is null unless Other is selected."""

    is_prn_medication_recommendations: StrictBool = False
    is_complex_case_recommendations: StrictBool = False
    is_complex_or_reevaluate_need_for_inpatient_bhu_admissions: StrictBool = False
    is_outpatient_referral_and_level_of_care_recommendations: StrictBool = False
    is_management_intoxication_withdrawal_symptoms_recommendations: StrictBool = False
    other_reason: TrimmedText | None = None


class TelePsychRequest(LineRequest):
    """The line has no free-text reason: it is composed from the selected reasons."""

    reason: None = None
    detail: Annotated[TelePsychConsultDetail, Field(alias=DETAIL_NAME)] = TelePsychConsultDetail()

    rules = (
        Cleared(field="reason"),
        AtLeastOne(field=DETAIL_NAME, fields=tuple(f"{DETAIL_NAME}.{reason.value}" for reason in PsychCallReason)),
        OtherText(field=f"{DETAIL_NAME}.otherReason"),
    )


class TelePsychCompletion(Completion):
    complete_type: Annotated[PsychCompletionType, AnyCase]
    qa_comment: OptionalShortText | None = None

    rules = (*Completion.rules, Cleared(field="callLength"))


class TelePsychSignOff(SignOffContent):
    typeof_call: Annotated[PsychCompletionType, AnyCase]
