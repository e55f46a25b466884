"""Tele-neuro: a neurologist for what is not a stroke."""

from wardline.service_lines.base.completion import CommonCompletionType
from wardline.service_lines.base.definition import ServiceLineDefinition, SignOff
from wardline.service_lines.lines.tele_neuro.schemas import (
    DETAIL_NAME,
    TeleNeuroCompletion,
    TeleNeuroConsultDetail,
    TeleNeuroRequest,
)

LINE = ServiceLineDefinition(
    slug="tele-neuro",
    name="Tele-Neuro",
    ids={1: "tele-neuro"},
    request=TeleNeuroRequest,
    detail_name=DETAIL_NAME,
    detail=TeleNeuroConsultDetail,
    completion=TeleNeuroCompletion,
    completion_types=CommonCompletionType,
    sign_off=SignOff.DIALOG,
    editable_detail=True,
)
