"""Tele-ICU: an intensivist for an unstable patient."""

from wardline.service_lines.base.completion import CommonCompletion, CommonCompletionType
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.base.unstable import UnstableQuestion
from wardline.service_lines.lines.tele_icu.schemas import (
    DETAIL_NAME,
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
    completion=CommonCompletion,
    completion_types=CommonCompletionType,
    choices=(UnstableQuestion,),
    allows_emergency=True,
)
