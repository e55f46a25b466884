"""The record of tele-COVID. The line has no emergencies: its questions are required regardless of `isEmergency`."""

from typing import Annotated

from pydantic import Field

from wardline.core.forms.rules import Answered, Required
from wardline.service_lines.base.request import LineRequest
from wardline.service_lines.base.unstable import UnstableConditions, UnstableQuestion

DETAIL_NAME = "TeleCOVIDConsultDetail"


class TeleCOVIDConsultDetail(UnstableConditions):
    """How the patient is unstable; null means "unknown"."""


class TeleCovidRequest(LineRequest):
    detail: Annotated[TeleCOVIDConsultDetail, Field(alias=DETAIL_NAME)] = TeleCOVIDConsultDetail()

    rules = (
        *(Answered(field=f"{DETAIL_NAME}.{question.value}") for question in UnstableQuestion),
        Required(field="reason"),
    )
