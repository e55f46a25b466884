"""The record of tele-ICU. An emergency skips everything but the callback number."""

from typing import Annotated

from pydantic import Field

from wardline.core.forms.rules import Required
from wardline.service_lines.base.request import UNLESS_EMERGENCY, LineRequest
from wardline.service_lines.base.unstable import UnstableConditions, UnstableQuestion

DETAIL_NAME = "TeleICUConsultDetail"


class TeleICUConsultDetail(UnstableConditions):
    """How the patient is unstable; null if an emergency skipped the question."""


class TeleIcuRequest(LineRequest):
    detail: Annotated[TeleICUConsultDetail, Field(alias=DETAIL_NAME)] = TeleICUConsultDetail()

    rules = (
        *(Required(field=f"{DETAIL_NAME}.{question.value}", when=UNLESS_EMERGENCY) for question in UnstableQuestion),
        Required(field="reason", when=UNLESS_EMERGENCY),
    )
