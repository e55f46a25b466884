"""Which shifts people have to be told of."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, exists, func, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.permissions import GIVE_CONSULT
from wardline.call_schedules.models import CallSchedule, PlannedShift
from wardline.duty_notices.repository import is_told
from wardline.people.models import IS_OPEN, CheckIn, RolePermission, User, UserRole, UserServiceLine

_IS_ON_CALL = exists().where(
    CheckIn.user_id == PlannedShift.user_id, CheckIn.service_line_id == CallSchedule.service_line_id, IS_OPEN
)
_MAY_BE_THERE = (
    exists().where(User.id == PlannedShift.user_id, User.active)
    & exists().where(
        UserServiceLine.user_id == PlannedShift.user_id,
        UserServiceLine.service_line_id == CallSchedule.service_line_id,
        UserServiceLine.active,
    )
    & exists(
        select(UserRole.user_id)
        .join(RolePermission, RolePermission.role_id == UserRole.role_id)
        .where(
            UserRole.user_id == PlannedShift.user_id,
            RolePermission.action == GIVE_CONSULT.action,
            RolePermission.subject == GIVE_CONSULT.subject,
        )
    )
)


def cause_of(shift_id: int, what: str) -> str:
    """Why somebody is told of a shift; the number ends before `what`."""
    return f"shift {shift_id}: {what}"


def _cause(what: str) -> ColumnElement[str]:
    return func.concat("shift ", PlannedShift.id, f": {what}")


def _shifts() -> Select[*tuple[Any, ...]]:
    return (
        select(
            PlannedShift.id,
            PlannedShift.user_id,
            PlannedShift.starts_at,
            PlannedShift.ends_at,
            PlannedShift.schedule_id,
            CallSchedule.name.label("schedule_name"),
            CallSchedule.service_line_id,
            CallSchedule.time_zone,
        )
        .join(CallSchedule, CallSchedule.id == PlannedShift.schedule_id)
        .order_by(PlannedShift.starts_at, PlannedShift.id)
    )


class ReminderRepository:
    """Rows of shifts with their schedules, by begin."""

    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def ahead(self, now: datetime, until: datetime, what: str) -> Sequence[Any]:
        """Those that begin until then and whose people have not been told `what`."""
        is_ahead = (PlannedShift.starts_at > now, PlannedShift.starts_at <= until)
        return await self._all(_shifts().where(*is_ahead, ~is_told(_cause(what), PlannedShift.user_id)))

    async def begun(self, now: datetime, what: str) -> Sequence[Any]:
        """Those that run without their people on call, who have not been told `what`."""
        return await self._all(_shifts().where(*_runs(now), ~_IS_ON_CALL, ~is_told(_cause(what), PlannedShift.user_id)))

    async def unattended(self, now: datetime, since: timedelta, what: str) -> Sequence[Any]:
        """Those that have run for so long without their people on call, and of which nobody has been told `what`."""
        is_late = PlannedShift.starts_at <= now - since
        return await self._all(_shifts().where(*_runs(now), is_late, ~_IS_ON_CALL, ~is_told(_cause(what))))

    async def attended(self, now: datetime, whats: Sequence[str]) -> Sequence[Any]:
        """Those that run with their people on call, of which somebody still has a notice of one of `whats`."""
        told = [is_told(_cause(what), only_unseen=True) for what in whats]
        is_told_of_any = told[0]
        for each in told[1:]:
            is_told_of_any |= each
        return await self._all(_shifts().where(*_runs(now), _IS_ON_CALL, is_told_of_any))

    async def without_person(self, now: datetime, until: datetime) -> Sequence[Any]:
        """The next shift until then of each schedule and person who may not go on call for its line anymore."""
        statement = _shifts().where(PlannedShift.ends_at > now, PlannedShift.starts_at <= until, ~_MAY_BE_THERE)
        order = (PlannedShift.schedule_id, PlannedShift.user_id, PlannedShift.starts_at)
        first = distinct_on(PlannedShift.schedule_id, PlannedShift.user_id)
        return await self._all(statement.order_by(None).order_by(*order).ext(first))

    async def _all(self, statement: Select[*tuple[Any, ...]]) -> Sequence[Any]:
        return (await self.session.execute(statement)).all()


def _runs(now: datetime) -> tuple[ColumnElement[bool], ...]:
    return PlannedShift.starts_at <= now, PlannedShift.ends_at > now
