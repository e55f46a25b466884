"""Tele-COVID: a physician for a patient with COVID-19."""

from wardline.service_lines.base.definition import ServiceLineDefinition, SignOff
from wardline.service_lines.lines.tele_covid.choices import CovidCompletionType
from wardline.service_lines.lines.tele_covid.schemas import (
    DETAIL_NAME,
    TeleCovidCompletion,
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
    completion=TeleCovidCompletion,
    completion_types=CovidCompletionType,
    sign_off=SignOff.NONE,
)
