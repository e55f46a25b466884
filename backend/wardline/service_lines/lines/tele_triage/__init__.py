"""Tele-triage: a provider sees the patient on arrival at the emergency department."""

from collections.abc import Mapping
from typing import Any

from wardline.service_lines.base.completion import CommonCompletion, CommonCompletionType
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.lines.tele_triage.schemas import (
    DETAIL_NAME,
    REQUESTER_RULES,
    TeleTriageConsultDetail,
    TeleTriageRequest,
)


def _call_reason(detail: Mapping[str, Any]) -> str | None:
    return detail.get("chiefComplaint")


LINE = ServiceLineDefinition(
    slug="tele-triage",
    name="Tele-Triage",
    ids={8: "tele-triage"},
    request=TeleTriageRequest,
    detail_name=DETAIL_NAME,
    detail=TeleTriageConsultDetail,
    completion=CommonCompletion,
    completion_types=CommonCompletionType,
    requester_rules=REQUESTER_RULES,
    call_reason=_call_reason,
)
