"""Service lines as wire types."""

from datetime import datetime

from wardline.service_lines.models import ServiceLine
from wardline.service_lines.schemas import (
    FeaturesByServiceLines,
    OpeningRead,
    ServiceLineHoursRead,
    ServiceLineRead,
    ServiceLineSummary,
)


def summary(row: ServiceLine) -> ServiceLineSummary:
    return ServiceLineSummary(
        id=row.id,
        slug=row.slug,
        name=row.name,
        type=row.type,
        features_by_service_lines=FeaturesByServiceLines.model_validate(row),
    )


def with_hours(row: ServiceLine, now: datetime) -> ServiceLineRead:
    """`row` is loaded with its hours."""
    return ServiceLineRead(
        **dict(summary(row)),
        service_line_hours=[ServiceLineHoursRead.model_validate(hours) for hours in row.hours],
        openings=[OpeningRead.model_validate(opening) for opening in row.timetable.openings(now)],
    )
