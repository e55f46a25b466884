"""What tele-hospitalist asks; its record is empty."""

from typing import Annotated

from pydantic import Field

from wardline.core.api import ApiModel
from wardline.core.fields import OptionalShortText
from wardline.core.rules import Cleared, Required
from wardline.service_lines.base.completion import AnyCase, Completion
from wardline.service_lines.base.request import LineRequest
from wardline.service_lines.lines.tele_hospitalist.choices import HospitalistCompletionType

DETAIL_NAME = "TeleHospitalistConsultDetail"


class TeleHospitalistConsultDetail(ApiModel):
    """Nothing beyond what every consult has."""


class TeleHospitalistRequest(LineRequest):
    detail: Annotated[TeleHospitalistConsultDetail, Field(alias=DETAIL_NAME)] = TeleHospitalistConsultDetail()

    rules = (Required(field="reason"),)


class TeleHospitalistCompletion(Completion):
    complete_type: Annotated[HospitalistCompletionType, AnyCase]
    qa_comment: OptionalShortText | None = None

    rules = (*Completion.rules, Cleared(field="callLength"))
