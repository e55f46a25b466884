"""Who would be paged, as wire types."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from wardline.paging.check_in_numbers import unverified_number
from wardline.paging.choices import ON_CALL, PLANNED, NotPaged, PageChannel
from wardline.paging.forecast.schemas import (
    ForecastChoices,
    ForecastLine,
    ForecastLocation,
    ForecastPerson,
    ForecastStep,
    PageForecast,
)
from wardline.paging.forecast.service import Forecast
from wardline.paging.forecast.walking import MadeMove
from wardline.paging.moving import Page
from wardline.service_lines.models import ServiceLine


def choices(
    lines: Sequence[ServiceLine], priorities: Mapping[int, Sequence[str]], locations: Sequence[Any]
) -> ForecastChoices:
    """`locations` are rows of `PlacesRepository.requesting_locations`."""
    return ForecastChoices(
        lines=[
            ForecastLine(
                id=line.id,
                name=line.name,
                priorities=list(priorities[line.id]),
                location_ids=[row.id for row in locations if row.service_line_id == line.id],
            )
            for line in lines
        ],
        locations=[
            ForecastLocation(id=row.id, display_name=row.display_name, time_zone=row.time_zone)
            for row in {row.id: row for row in locations}.values()
        ],
    )


def forecast(found: Forecast, line: ServiceLine) -> PageForecast:
    """`line` is the one that was asked about, with its hours."""
    return PageForecast(
        at=found.at,
        is_now=found.is_now,
        is_open=line.timetable.is_open(found.at),
        is_standard=found.is_standard,
        steps=[
            ForecastStep(
                after_seconds=int((made.at - found.at).total_seconds()),
                targets=list(made.move.targets),
                skipped=made.skipped,
                people=[_person(page, made, found, line.id) for page in made.pages],
                backup_number=made.backup_number,
            )
            for made in found.moves
        ],
    )


def _person(page: Page, made: MadeMove, found: Forecast, line_id: int) -> ForecastPerson:
    recipient = page.recipient
    user = recipient.user
    is_planned = recipient.target in PLANNED or (recipient.target in ON_CALL and not found.is_now)
    used = page.channels or tuple(PageChannel)
    contacts = found.contacts[user.id]
    channels = [PageChannel(contact.kind.value) for contact in contacts]
    # Nobody knows which number they will give.
    given = unverified_number(user, line_id, contacts) if found.is_now else None
    return ForecastPerson(
        user_id=user.id,
        first_name=user.first_name,
        last_name=user.last_name,
        target=recipient.target,
        is_planned=is_planned,
        not_paged=None if recipient.may_view else NotPaged.NO_ACCESS,
        channels=[channel for channel in dict.fromkeys(channels) if channel in used],
        calls_unverified=given is not None and PageChannel.CALL in used,
        has_asked=is_planned and _has_asked(user.id, made.at, found),
    )


def _has_asked(user_id: int, at: datetime, found: Forecast) -> bool:
    return any(
        request.asked_by_id == user_id and request.starts_at <= at < request.ends_at for request in found.unanswered
    )
