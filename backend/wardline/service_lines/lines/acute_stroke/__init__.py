"""Acute stroke: the short stroke form, with a follow-up."""

from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.base.stroke_note.note import stroke_note
from wardline.service_lines.lines.acute_stroke.choices import AcuteStrokeCompletionType
from wardline.service_lines.lines.acute_stroke.schemas import (
    DETAIL_NAME,
    AcuteStrokeCompletion,
    AcuteStrokeConsultDetail,
    AcuteStrokeRequest,
)

LINE = ServiceLineDefinition(
    slug="acute-stroke",
    name="Acute Stroke",
    ids={5: "acute-stroke"},
    request=AcuteStrokeRequest,
    detail_name=DETAIL_NAME,
    detail=AcuteStrokeConsultDetail,
    completion=AcuteStrokeCompletion,
    completion_types=AcuteStrokeCompletionType,
    note=stroke_note(path="acute-stroke"),
    allows_emergency=True,
    usual_priority_id=lambda detail: 3 if detail["isAcute"] else 2,
)
