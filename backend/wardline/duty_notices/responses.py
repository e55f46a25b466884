"""Rows of notices as wire types, and as what is said."""

from datetime import datetime
from typing import Any

from wardline.duty_notices import words
from wardline.duty_notices.choices import DutyNoticeKind
from wardline.duty_notices.schemas import DutyNoticeRead
from wardline.duty_notices.words import Content


def content(row: Any) -> Content:
    """`row` is as returned by the repository."""
    return Content(
        kind=DutyNoticeKind(row.kind),
        service_line_id=row.service_line_id,
        line=row.line,
        schedule_name=row.schedule_name,
        about=row.about,
        time_zone=row.time_zone,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        shift_count=row.shift_count,
    )


def duty_notice(row: Any, now: datetime) -> DutyNoticeRead:
    said = content(row)
    handling = said.kind.handling
    return DutyNoticeRead(
        id=row.id,
        kind=said.kind,
        title=said.kind.label,
        text=words.sentence(said, now),
        path=words.path(said),
        action_name=handling.action_name,
        needs_answer=handling.needs_answer,
        goes_on_call_for=said.service_line_id if handling.goes_on_call else None,
        urgent=handling.channels.are_urgent,
        created_at=row.created_at,
    )
