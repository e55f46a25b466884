"""Tele-psych: a psychiatrist's recommendations by video or phone."""

from collections.abc import Mapping
from typing import Any

from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.base.sign_off import ShortSignOff
from wardline.service_lines.lines.tele_psych.choices import PsychCallReason, PsychCompletionType
from wardline.service_lines.lines.tele_psych.schemas import (
    DETAIL_NAME,
    TelePsychCompletion,
    TelePsychConsultDetail,
    TelePsychRequest,
    TelePsychSignOff,
)


def _call_reason(detail: Mapping[str, Any]) -> str | None:
    words = [
        detail[reason.value] if reason is PsychCallReason.OTHER else reason.label
        for reason in PsychCallReason
        if detail.get(reason.value)
    ]
    return " • ".join(words) or None


LINE = ServiceLineDefinition(
    slug="tele-psych",
    name="Tele-Psych",
    ids={3: "tele-psych"},
    request=TelePsychRequest,
    detail_name=DETAIL_NAME,
    detail=TelePsychConsultDetail,
    completion=TelePsychCompletion,
    completion_types=PsychCompletionType,
    sign_off=ShortSignOff(path="psych", content=TelePsychSignOff),
    choices=(PsychCallReason,),
    call_reason=_call_reason,
)
