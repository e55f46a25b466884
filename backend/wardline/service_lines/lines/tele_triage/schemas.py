"""The record of tele-triage."""

from typing import Annotated

from pydantic import Field

from wardline.core.forms.fields import OptionalShortText, ShortText
from wardline.core.forms.rules import Cleared, Condition, Required
from wardline.core.forms.wire import ApiModel
from wardline.service_lines.base.request import LineRequest
from wardline.service_lines.lines.tele_triage.choices import TriageJobDescription

DETAIL_NAME = "TeleTriageConsultDetail"
_VITAL_SIGNS = f"{DETAIL_NAME}.vitalSigns"
_JOB_DESCRIPTION = f"{DETAIL_NAME}.jobDescription"
REQUESTER_RULES = (
    Cleared(field=_JOB_DESCRIPTION, when=(Condition(field="requester.isCheckedIn", values=(True,)),)),
    Required(field=_JOB_DESCRIPTION, when=(Condition(field="requester.isCheckedIn", values=(True,), negated=True),)),
)


class TeleTriageConsultDetail(ApiModel):
    """Why the patient came. `job_description` is the requester's; it is not asked for while they are on call."""

    chief_complaint: ShortText
    vital_signs: OptionalShortText | None = None
    job_description: TriageJobDescription | None = None


class TeleTriageRequest(LineRequest):
    """The chief complaint replaces the call reason."""

    reason: None = None
    detail: Annotated[TeleTriageConsultDetail, Field(alias=DETAIL_NAME)]

    rules = (
        Cleared(field="reason"),
        Cleared(field=_VITAL_SIGNS, when=(Condition(field=_VITAL_SIGNS, values=("",)),)),
    )
