"""Tele-stroke: a neurologist within minutes. Its two fixed IDs share the whole definition."""

from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.base.stroke_note.note import stroke_note
from wardline.service_lines.lines.tele_stroke.choices import StrokeCompletionType
from wardline.service_lines.lines.tele_stroke.schemas import (
    DETAIL_NAME,
    TeleStrokeCompletion,
    TeleStrokeConsultDetail,
    TeleStrokeRequest,
)

LINE = ServiceLineDefinition(
    slug="tele-stroke",
    name="Tele-Stroke",
    ids={2: "tele-stroke", 10: "tele-stroke-regional"},
    request=TeleStrokeRequest,
    detail_name=DETAIL_NAME,
    detail=TeleStrokeConsultDetail,
    completion=TeleStrokeCompletion,
    completion_types=StrokeCompletionType,
    note=stroke_note(),
    type="Video",
    display_service_type=True,
    primary_checkin_on=True,
    allows_emergency=True,
    takes_transfers=True,
)
