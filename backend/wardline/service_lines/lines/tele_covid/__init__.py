"""Tele-COVID: a physician for a patient with COVID-19."""

from wardline.service_lines.base.completion import CommonCompletion, CommonCompletionType
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.base.unstable import UnstableQuestion
from wardline.service_lines.lines.tele_covid.schemas import (
    DETAIL_NAME,
    TeleCOVIDConsultDetail,
    TeleCovidRequest,
)

LINE = ServiceLineDefinition(
    slug="tele-covid",
    name="Tele-COVID",
    ids={7: "tele-covid"},
    request=TeleCovidRequest,
    detail_name=DETAIL_NAME,
    detail=TeleCOVIDConsultDetail,
    completion=CommonCompletion,
    completion_types=CommonCompletionType,
    choices=(UnstableQuestion,),
)
