"""Every query about call schedules."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    DateTime,
    Integer,
    Subquery,
    and_,
    any_,
    delete,
    exists,
    false,
    func,
    insert,
    or_,
    select,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.types import TypeEngine

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import GIVE_CONSULT
from wardline.call_schedules.choices import ChangeKind
from wardline.call_schedules.models import CallSchedule, Holiday, PlannedShift, ScheduleChange
from wardline.call_schedules.policies import is_planner, lines_planned_for
from wardline.call_schedules.spans import Span
from wardline.core.db.advisory_locks import AdvisoryLock, lock_statement
from wardline.core.db.database import id_array, parameter_table
from wardline.core.db.statements import Moment
from wardline.people.models import RolePermission, User, UserLicense, UserRole, UserServiceLine
from wardline.places.repository import lines_requested_for

_IS_KEPT = CallSchedule.removed_at.is_(None)
_TIMES_OF_SCHEDULES: Final[Mapping[str, TypeEngine[Any]]] = {
    "schedule_id": Integer(),
    "since": DateTime(timezone=True),
    "until": DateTime(timezone=True),
}
_GIVE_CONSULTS: Final = (
    select(UserRole.user_id)
    .join(RolePermission, RolePermission.role_id == UserRole.role_id)
    .where(RolePermission.action == GIVE_CONSULT.action, RolePermission.subject == GIVE_CONSULT.subject)
)
"""Whoever has a role for it."""
_MAY_GO_ON_CALL: Final = and_(User.active, UserServiceLine.active, User.id.in_(_GIVE_CONSULTS))
"""Whether a user may go on call for a line, where both tables are joined."""


def may_go_on_call(
    user_id: ColumnElement[int] | InstrumentedAttribute[int], service_line_id: InstrumentedAttribute[int]
) -> ColumnElement[bool]:
    """The same of a user and a line in other tables; for the queries of those who plan and remind.

    Without a join inside, so that the database looks each part up for many rows at once, also where it is negated.
    """
    of_line = (UserServiceLine.user_id == user_id, UserServiceLine.service_line_id == service_line_id)
    return and_(
        exists().where(User.id == user_id, User.active),
        exists().where(*of_line, UserServiceLine.active),
        user_id.in_(_GIVE_CONSULTS),
    )


def planned_people(since: Moment, until: Moment | None = None) -> Subquery:
    """Whoever is planned at a moment, or at some time from then until another one, and may go on call for the line.

    With `user_id`, `service_line_id`, `primary` (all notifications, or escalations only), `schedule_id`, `starts_at`
    and `ends_at`.
    """
    times = func.tstzrange(PlannedShift.starts_at, PlannedShift.ends_at)
    overlap = times.op("@>")(since) if until is None else times.op("&&")(func.tstzrange(since, until))
    columns = (PlannedShift.user_id, PlannedShift.schedule_id, PlannedShift.starts_at, PlannedShift.ends_at)
    # First, because they are few among all that was and will be, whatever the database knows about that.
    shifts = select(*columns).where(overlap).cte().prefix_with("MATERIALIZED")
    return (
        select(*shifts.c, CallSchedule.service_line_id, CallSchedule.primary)
        .join(CallSchedule, CallSchedule.id == shifts.c.schedule_id)
        .where(may_go_on_call(shifts.c.user_id, CallSchedule.service_line_id))
        .subquery("planned")
    )


class CallScheduleRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def line_ids(self, user: CurrentUser) -> frozenset[int]:
        """The lines whose plan the user may see; a planner's are those that their organizations request."""
        line_ids = lines_planned_for(user)
        if not is_planner(user):
            return line_ids
        return frozenset(await self.session.scalars(lines_requested_for(user, line_ids)))

    async def schedules(
        self,
        line_ids: Collection[int] | None = None,
        *,
        only_line_id: int | None = None,
        removed_too: bool = False,
    ) -> Sequence[CallSchedule]:
        """The schedules of these lines, or all, by line and name."""
        statement = select(CallSchedule)
        if not removed_too:
            statement = statement.where(_IS_KEPT)
        if line_ids is not None:
            statement = statement.where(CallSchedule.service_line_id == any_(id_array(line_ids)))
        if only_line_id is not None:
            statement = statement.where(CallSchedule.service_line_id == only_line_id)
        order = (CallSchedule.service_line_id, CallSchedule.name, CallSchedule.id)
        return (await self.session.scalars(statement.order_by(*order))).all()

    async def readable(self, schedule_id: int, user: CurrentUser) -> CallSchedule | None:
        """The schedule, if the user may see the plan of its line."""
        found = await self.session.scalar(select(CallSchedule).where(CallSchedule.id == schedule_id, _IS_KEPT))
        return found if found is not None and found.service_line_id in await self.line_ids(user) else None

    async def schedule_for_change(self, schedule_id: int, *, removed_too: bool = False) -> CallSchedule | None:
        """The schedule, locked until the transaction ends."""
        statement = select(CallSchedule).where(CallSchedule.id == schedule_id)
        if not removed_too:
            statement = statement.where(_IS_KEPT)
        return await self.session.scalar(
            statement.with_for_update(key_share=True), execution_options={"populate_existing": True}
        )

    async def schedules_for_change(self) -> Sequence[CallSchedule]:
        """All schedules by id, locked in this order until the transaction ends."""
        statement = select(CallSchedule).where(_IS_KEPT).order_by(CallSchedule.id).with_for_update(key_share=True)
        return (await self.session.scalars(statement, execution_options={"populate_existing": True})).all()

    async def has_name(self, service_line_id: int, name: str, *, but: int | None) -> bool:
        """Whether another schedule of the line has this name."""
        same = (_IS_KEPT, CallSchedule.service_line_id == service_line_id, CallSchedule.name == name)
        found = await self.session.scalars(select(CallSchedule.id).where(*same, CallSchedule.id != (but or 0)))
        return found.first() is not None

    async def changes(
        self, schedule_ids: Collection[int], since: datetime, until: datetime | None = None
    ) -> Sequence[ScheduleChange]:
        """Those that overlap the time from `since`, in the order in which they apply."""
        statement = select(ScheduleChange).where(
            ScheduleChange.schedule_id == any_(id_array(schedule_ids)), ScheduleChange.ends_at > since
        )
        if until is not None:
            statement = statement.where(ScheduleChange.starts_at < until)
        return (await self.session.scalars(statement.order_by(ScheduleChange.id))).all()

    async def change(self, schedule_id: int, change_id: int) -> ScheduleChange | None:
        statement = select(ScheduleChange).where(
            ScheduleChange.id == change_id, ScheduleChange.schedule_id == schedule_id
        )
        return await self.session.scalar(statement.with_for_update(key_share=True))

    async def overlapping_change(self, new: ScheduleChange) -> int | None:
        """Another change that concerns one of the same people at the same time."""
        people = {new.user_id, new.replaced_user_id} - {None}
        same_person = or_(ScheduleChange.user_id.in_(people), ScheduleChange.replaced_user_id.in_(people))
        statement = select(ScheduleChange.id).where(
            ScheduleChange.schedule_id == new.schedule_id,
            ScheduleChange.ends_at > new.starts_at,
            ScheduleChange.starts_at < new.ends_at,
            same_person,
        )
        return (await self.session.scalars(statement.order_by(ScheduleChange.id).limit(1))).first()

    async def changes_of_copy(self, schedule_id: int, copy_id: int) -> Sequence[ScheduleChange]:
        statement = select(ScheduleChange).where(
            ScheduleChange.schedule_id == schedule_id, ScheduleChange.copy_id == copy_id
        )
        return (await self.session.scalars(statement.order_by(ScheduleChange.id).with_for_update(key_share=True))).all()

    async def remove_change(self, change: ScheduleChange) -> None:
        await self.session.execute(delete(ScheduleChange).where(ScheduleChange.id == change.id))

    async def holidays(self, since: date | None = None) -> Sequence[Holiday]:
        statement = select(Holiday).order_by(Holiday.day)
        return (await self.session.scalars(statement if since is None else statement.where(Holiday.day >= since))).all()

    async def lock_holidays(self) -> None:
        """Let nobody else replace them, or add a schedule, until the transaction ends."""
        await self.session.execute(lock_statement(AdvisoryLock.HOLIDAYS))

    async def replace_holidays(self, names: Mapping[date, str]) -> None:
        """Store these, by day, and no others."""
        await self.session.execute(delete(Holiday))
        if names:
            await self.session.execute(insert(Holiday), [{"day": day, "name": name} for day, name in names.items()])

    async def shifts(
        self, schedule_ids: Collection[int], since: datetime, until: datetime | None = None
    ) -> Sequence[Any]:
        """Rows of the shifts that overlap the time from `since`, by begin."""
        return (
            await self.session.execute(
                _shifts(PlannedShift.schedule_id == any_(id_array(schedule_ids)), since=since, until=until)
            )
        ).all()

    async def planned_times(
        self, schedule_ids: Collection[int], since: datetime, until: datetime, *, only: Collection[int] | None = None
    ) -> Sequence[Any]:
        """Rows of the shifts that overlap this time, by begin; `is_added` if a change that adds a person led to it.

        `only` are the people whose shifts are read.
        """
        is_added = func.coalesce(ScheduleChange.kind == ChangeKind.ADD.value, false()).label("is_added")
        statement = _shifts(PlannedShift.schedule_id == any_(id_array(schedule_ids)), since=since, until=until)
        statement = statement.outerjoin(ScheduleChange, ScheduleChange.id == PlannedShift.change_id)
        if only is not None:
            statement = statement.where(PlannedShift.user_id == any_(id_array(only)))
        return (await self.session.execute(statement.add_columns(is_added))).all()

    async def shifts_at(self, times: Sequence[tuple[int, Span]]) -> Sequence[Any]:
        """Rows with the person and the time of each shift that overlaps one of these times of its schedule."""
        rows = [{"schedule_id": schedule_id, "since": span[0], "until": span[1]} for schedule_id, span in times]
        wanted = parameter_table("wanted", _TIMES_OF_SCHEDULES, rows)
        statement = select(
            PlannedShift.schedule_id, PlannedShift.user_id, PlannedShift.starts_at, PlannedShift.ends_at
        ).join(
            wanted,
            and_(
                wanted.c.schedule_id == PlannedShift.schedule_id,
                PlannedShift.ends_at > wanted.c.since,
                PlannedShift.starts_at < wanted.c.until,
            ),
        )
        return (await self.session.execute(statement.distinct())).all()

    async def shifts_of(self, user_id: int, since: datetime, until: datetime) -> Sequence[Any]:
        """Rows of one person's shifts that overlap this time, with their schedules, by begin."""
        statement = _shifts(PlannedShift.user_id == user_id, since=since, until=until)
        statement = statement.join(CallSchedule, CallSchedule.id == PlannedShift.schedule_id).add_columns(
            CallSchedule.name.label("schedule_name"),
            CallSchedule.service_line_id,
            CallSchedule.primary,
            CallSchedule.time_zone,
        )
        return (await self.session.execute(statement)).all()

    async def planned(self, line_ids: Collection[int], since: datetime, until: datetime | None = None) -> Sequence[Any]:
        """Rows of `planned_people` for these lines, by begin and person."""
        people = planned_people(since, until)
        statement = select(people).where(people.c.service_line_id == any_(id_array(line_ids)))
        return (await self.session.execute(statement.order_by(people.c.starts_at, people.c.user_id))).all()

    async def stored_shifts(self, schedule_id: int, since: datetime) -> Sequence[PlannedShift]:
        statement = select(PlannedShift).where(PlannedShift.schedule_id == schedule_id, PlannedShift.ends_at > since)
        return (await self.session.scalars(statement.order_by(PlannedShift.starts_at, PlannedShift.id))).all()

    async def add_shifts(self, values: Sequence[Mapping[str, Any]]) -> None:
        if values:
            await self.session.execute(insert(PlannedShift), values)

    async def remove_shifts(self, shift_ids: Collection[int]) -> None:
        if shift_ids:
            await self.session.execute(delete(PlannedShift).where(PlannedShift.id.in_(shift_ids)))

    async def people(self, user_ids: Iterable[int]) -> Sequence[Any]:
        """Rows with the names of these users, their `phone_number`, and whether they are `active`, by name."""
        statement = select(User.id, User.first_name, User.last_name, User.phone_number, User.active)
        statement = statement.where(User.id == any_(id_array(set(user_ids))))
        return (await self.session.execute(statement.order_by(User.last_name, User.first_name, User.id))).all()

    async def plannable_by_line(self, service_line_ids: Collection[int]) -> Mapping[int, set[int]]:
        """The ids of everybody who may go on call for each of these lines."""
        statement = (
            select(UserServiceLine.service_line_id, User.id)
            .join(User, User.id == UserServiceLine.user_id)
            .where(_MAY_GO_ON_CALL, UserServiceLine.service_line_id == any_(id_array(service_line_ids)))
        )
        found: dict[int, set[int]] = {line_id: set() for line_id in service_line_ids}
        for line_id, user_id in await self.session.execute(statement):
            found[line_id].add(user_id)
        return found

    async def plannable_ids(self, service_line_id: int) -> set[int]:
        """The ids of everybody who may go on call for the line."""
        return (await self.plannable_by_line([service_line_id]))[service_line_id]

    async def plannable(self, service_line_ids: Collection[int]) -> Sequence[Any]:
        """Rows with the names of everybody who may go on call for one of these lines, and for which; by name."""
        statement = (
            select(User.id, User.username, User.first_name, User.last_name, UserServiceLine.service_line_id)
            .join(UserServiceLine, UserServiceLine.user_id == User.id)
            .where(_MAY_GO_ON_CALL, UserServiceLine.service_line_id == any_(id_array(service_line_ids)))
        )
        return (await self.session.execute(statement.order_by(User.last_name, User.first_name, User.id))).all()

    async def licenses(self, user_ids: Collection[int]) -> Sequence[UserLicense]:
        statement = select(UserLicense).where(UserLicense.user_id == any_(id_array(user_ids)))
        return (await self.session.scalars(statement)).all()


def _shifts(of: ColumnElement[bool], *, since: datetime, until: datetime | None) -> Any:
    statement = select(
        PlannedShift.id,
        PlannedShift.schedule_id,
        PlannedShift.user_id,
        PlannedShift.starts_at,
        PlannedShift.ends_at,
        PlannedShift.rotation,
        PlannedShift.change_id,
    ).where(of, PlannedShift.ends_at > since)
    if until is not None:
        statement = statement.where(PlannedShift.starts_at < until)
    return statement.order_by(PlannedShift.starts_at, PlannedShift.id)
