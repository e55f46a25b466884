"""What everybody who tells people of shifts has to say."""

from typing import Protocol

from wardline.call_schedules.spans import Span
from wardline.duty_notices.choices import DutyNoticeKind
from wardline.duty_notices.service import DutyNotice


class ToldSchedule(Protocol):
    """A `CallSchedule`, or a row with these columns of one."""

    @property
    def name(self) -> str: ...
    @property
    def service_line_id(self) -> int: ...
    @property
    def time_zone(self) -> str: ...


def notice_of(
    kind: DutyNoticeKind,
    schedule: ToldSchedule,
    span: Span,
    *,
    about_id: int | None = None,
    shift_count: int = 1,
) -> DutyNotice:
    """A notice of somebody's time on this schedule, on its clocks; `span` is the first of several shifts."""
    return DutyNotice(
        kind=kind,
        service_line_id=schedule.service_line_id,
        time_zone=schedule.time_zone,
        starts_at=span.starts_at,
        ends_at=span.ends_at,
        about_id=about_id,
        shift_count=shift_count,
        schedule_name=schedule.name,
    )
