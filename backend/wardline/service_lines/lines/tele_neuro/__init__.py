"""Tele-neuro: a neurologist for anything but stroke."""

from wardline.access.permissions import COMPLETE_SIGNOFF_NEURO
from wardline.service_lines.base.completion import CommonCompletionType
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.base.sign_off import ShortSignOff
from wardline.service_lines.lines.tele_neuro.schemas import (
    DETAIL_NAME,
    TeleNeuroCompletion,
    TeleNeuroConsultDetail,
    TeleNeuroRequest,
    TeleNeuroSignOff,
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
    sign_off=ShortSignOff(
        path="neuro",
        content=TeleNeuroSignOff,
        permission=COMPLETE_SIGNOFF_NEURO,
        on_duty=False,
        corrects_type=True,
    ),
    editable_detail=True,
)
