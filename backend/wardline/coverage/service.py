"""Puts the coverage board together: one row for each line, from what several domains know about it.

A number of statements that does not depend on how many lines, people and requests there are, because every board
fetches all of it again whenever any of it changes.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.call_schedules.week import PlannedPerson, PlannedWeek, planned_week
from wardline.consults.repository import ConsultRepository
from wardline.contacts.choices import ContactKind
from wardline.contacts.service import reachable_contacts
from wardline.core import clock
from wardline.coverage.policies import board_reach, sees_reachability
from wardline.coverage.ranking import Presence, by_need, status_of
from wardline.coverage.schemas import (
    CoverageRead,
    GapAhead,
    HandOverNext,
    HoursNow,
    LineCoverage,
    MissingPerson,
    OpenRequests,
    PersonCovering,
    PlanNow,
    Reachability,
)
from wardline.paging.duty_repository import DutyRepository, PersonOnDuty
from wardline.places.repository import PlacesRepository
from wardline.service_lines.repository import ServiceLineRepository


@dataclass(frozen=True, slots=True)
class _Contactability:
    """Of everyone who is on call, by user id; `heard` is None for those who are not shown any of it."""

    channels: Mapping[int, Sequence[ContactKind]]
    heard: Mapping[int, datetime] | None

    def presence(self, person: PersonOnDuty) -> Presence:
        return Presence(primary=person.primary, reachable=bool(self.channels[person.user_id]))

    def person(self, person: PersonOnDuty) -> PersonCovering:
        return PersonCovering(
            id=person.user_id,
            first_name=person.first_name,
            last_name=person.last_name,
            role_label=person.role_label,
            primary=person.primary,
            since=person.checked_in_at,
            reachability=None
            if self.heard is None
            else Reachability(last_heard_at=self.heard[person.user_id], channels=list(self.channels[person.user_id])),
        )


async def coverage_for(session: AsyncSession, user: CurrentUser) -> CoverageRead:
    """How each line that serves the user's own organizations is covered now."""
    reach = board_reach(user)
    line_ids = await PlacesRepository(session).requestable_lines(reach.organization_ids, reach.line_ids)
    duty = DutyRepository(session)
    people: defaultdict[int, list[PersonOnDuty]] = defaultdict(list)
    for person in await duty.people_on_duty(line_ids):
        people[person.service_line_id].append(person)
    user_ids = {person.user_id for of_line in people.values() for person in of_line}
    contactability = _Contactability(
        channels=await _channels(session, user_ids),
        heard=await duty.last_heard_of(user_ids) if sees_reachability(user) else None,
    )
    now = clock.now()
    requests = await ConsultRepository(session).open_by_line(reach, now)
    rows = await ServiceLineRepository(session).lines(line_ids)
    weeks, planned = await planned_week(session, rows, now)
    lines: list[LineCoverage] = []
    for line in rows:
        hours, on_duty = line.timetable.hours_now(now), people[line.id]
        presences = [contactability.presence(person) for person in on_duty]
        lines.append(
            LineCoverage(
                service_line_id=line.id,
                name=line.name,
                status=status_of(presences, is_open=hours.is_open),
                hours=HoursNow.model_validate(hours),
                people=[contactability.person(person) for person in on_duty],
                requests=OpenRequests.model_validate(requests[line.id]),
                plan=_plan(weeks.get(line.id), planned, on_duty, is_for_planners=contactability.heard is not None),
            )
        )
    return CoverageRead(lines=sorted(lines, key=by_need))


def _plan(
    week: PlannedWeek | None,
    planned: Mapping[int, PlannedPerson],
    on_duty: Collection[PersonOnDuty],
    *,
    is_for_planners: bool,
) -> PlanNow | None:
    if week is None:
        return None
    there = {person.user_id for person in on_duty}
    following = week.hand_over
    return PlanNow(
        missing=[
            MissingPerson(
                name=planned[user_id].name,
                phone_number=planned[user_id].phone_number if is_for_planners else None,
                call_schedule_id=schedule_id if is_for_planners else None,
            )
            for user_id, schedule_id in week.expected.items()
            if user_id not in there
        ],
        next_hand_over=following
        and HandOverNext(at=following.at, people=[planned[user_id].name for user_id in following.user_ids]),
        gaps=[
            GapAhead(primary=gap.primary, starts_at=gap.span.starts_at, ends_at=gap.span.ends_at) for gap in week.gaps
        ]
        if is_for_planners
        else None,
    )


async def _channels(session: AsyncSession, user_ids: Collection[int]) -> Mapping[int, Sequence[ContactKind]]:
    """The channels on which each of these users can be paged outside the application, in order."""
    contacts = await reachable_contacts(session, user_ids)
    return {user_id: list(dict.fromkeys(contact.kind for contact in own)) for user_id, own in contacts.items()}
