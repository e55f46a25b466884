"""Tele-hospitalist: a physician for inpatients at night and on weekends."""

from wardline.service_lines.base.completion import CommonCompletion, CommonCompletionType
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.lines.tele_hospitalist.schemas import (
    DETAIL_NAME,
    TeleHospitalistConsultDetail,
    TeleHospitalistRequest,
)

LINE = ServiceLineDefinition(
    slug="tele-hospitalist",
    name="Tele-Hospitalist",
    ids={9: "tele-hospitalist"},
    request=TeleHospitalistRequest,
    detail_name=DETAIL_NAME,
    detail=TeleHospitalistConsultDetail,
    completion=CommonCompletion,
    completion_types=CommonCompletionType,
)
