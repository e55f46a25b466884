"""The request of tele-hospitalist, whose record is empty."""

from typing import Annotated

from pydantic import Field

from wardline.core.forms.rules import Required
from wardline.core.forms.wire import ApiModel
from wardline.service_lines.base.request import LineRequest

DETAIL_NAME = "TeleHospitalistConsultDetail"


class TeleHospitalistConsultDetail(ApiModel):
    """No fields in addition to those of every consult."""


class TeleHospitalistRequest(LineRequest):
    detail: Annotated[TeleHospitalistConsultDetail, Field(alias=DETAIL_NAME)] = TeleHospitalistConsultDetail()

    rules = (Required(field="reason"),)
