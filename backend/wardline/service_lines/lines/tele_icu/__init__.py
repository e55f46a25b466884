"""Tele-ICU: an intensivist for a patient who is or becomes unstable."""

from wardline.service_lines.base.definition import ServiceLineDefinition, SignOff
from wardline.service_lines.lines.tele_icu.choices import IcuCompletionType
from wardline.service_lines.lines.tele_icu.schemas import (
    DETAIL_NAME,
    TeleIcuCompletion,
    TeleICUConsultDetail,
    TeleIcuRequest,
)

LINE = ServiceLineDefinition(
    slug="tele-icu",
    name="Tele-ICU",
    ids={6: "tele-icu"},
    request=TeleIcuRequest,
    detail_name=DETAIL_NAME,
    detail=TeleICUConsultDetail,
    completion=TeleIcuCompletion,
    completion_types=IcuCompletionType,
    sign_off=SignOff.NONE,
    allows_emergency=True,
)
