"""Live events about call schedules."""

from wardline.realtime.events import ServerEvent


class CallScheduleChanged(ServerEvent):
    """A line's call schedules, their shifts or the holidays changed; sent to those who may view or request the line."""

    name = "call-schedule:changed"

    service_line_id: int
