"""Service lines on the wire."""

from typing import Annotated

from pydantic import Field

from wardline.core.forms.wire import ReadModel, UtcDateTime


class FeaturesByServiceLines(ReadModel):
    display_service_type: bool
    primary_checkin_on: bool


class ServiceLineHoursRead(ReadModel):
    open_days_in_week: str
    open_hours: str
    open_hours_timezone: str


class OpeningRead(ReadModel):
    opens_at: UtcDateTime
    closes_at: UtcDateTime


class ServiceLineSummary(ReadModel):
    id: int
    slug: str
    name: str
    type: str | None
    features_by_service_lines: Annotated[FeaturesByServiceLines, Field(alias="FeaturesByServiceLines")]


class ServiceLineRead(ServiceLineSummary):
    """`openings` are the current one and those of about the next week.

    A line without hours is always open and has none.
    """

    service_line_hours: Annotated[list[ServiceLineHoursRead], Field(alias="ServiceLineHours")]
    openings: list[OpeningRead]


class PriorityRead(ReadModel):
    id: int
    name: str
    completion_limit: int
    rank: int | None


class ConsultPriority(ReadModel):
    """A consult's priority; `completion_limit` is in seconds."""

    name: str
    completion_limit: int
    rank: int | None
