"""Which shifts people have to be told of, and what they were told that no longer holds."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    DateTime,
    Select,
    Text,
    and_,
    any_,
    cast,
    exists,
    func,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.types import TypeEngine

from wardline.call_schedules.models import CallSchedule, PlannedShift
from wardline.call_schedules.repository import may_go_on_call
from wardline.call_schedules.spans import Span
from wardline.core.db.database import id_array, parameter_table
from wardline.duty_notices.repository import is_told, unseen_causes
from wardline.people.models import IS_OPEN, CheckIn

TOMORROW: Final = "tomorrow"
BEGINS: Final = "begins"
UNATTENDED: Final = "unattended"
NOBODY: Final = "nobody"
UNATTENDED_AFTER: Final = timedelta(minutes=10)
"""How long a shift may run without a check-in before it is a gap."""

_TIMES: Final = func.tstzrange(PlannedShift.starts_at, PlannedShift.ends_at)
"""Has an index, because little runs now among all that was and will be."""
_WANTED: Final[Mapping[str, TypeEngine[Any]]] = {
    "zone": Text(),
    "since": DateTime(timezone=True),
    "until": DateTime(timezone=True),
}
_CAME = exists().where(
    CheckIn.user_id == PlannedShift.user_id,
    CheckIn.service_line_id == CallSchedule.service_line_id,
    or_(IS_OPEN, CheckIn.checked_out_at > PlannedShift.starts_at + UNATTENDED_AFTER),
)
"""The shift's person is on call, or was after its first minutes; leaving early is told by whoever checks people out."""
_MAY_BE_THERE = may_go_on_call(PlannedShift.user_id, CallSchedule.service_line_id)


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
            CallSchedule.name,
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

    async def time_zones(self) -> Sequence[str]:
        """Those of all call schedules."""
        statement = select(CallSchedule.time_zone).where(CallSchedule.removed_at.is_(None))
        return (await self.session.scalars(statement.distinct())).all()

    async def ahead(self, spans: Mapping[str, Span]) -> Sequence[Any]:
        """Those that begin in the span of their time zone, and whose people have not been told of `TOMORROW`."""
        rows = [{"zone": zone, "since": span.starts_at, "until": span.ends_at} for zone, span in spans.items()]
        wanted = parameter_table("wanted", _WANTED, rows)
        begins = (PlannedShift.starts_at >= wanted.c.since, PlannedShift.starts_at < wanted.c.until)
        not_told = ~is_told(_cause(TOMORROW), PlannedShift.user_id)
        statement = _shifts().join(wanted, and_(wanted.c.zone == CallSchedule.time_zone, *begins))
        return await self._all(statement.where(not_told, _MAY_BE_THERE))

    async def begun(self, now: datetime) -> Sequence[Any]:
        """Those that run without their people, who have not been told of `BEGINS`."""
        not_told = ~is_told(_cause(BEGINS), PlannedShift.user_id)
        return await self._all(_shifts().where(_runs(now), ~_CAME, not_told, _MAY_BE_THERE))

    async def unattended(self, now: datetime) -> Sequence[Any]:
        """Those that have run too long without their people, and of which nobody has been told as `UNATTENDED`."""
        is_late = PlannedShift.starts_at <= now - UNATTENDED_AFTER
        return await self._all(_shifts().where(_runs(now), is_late, ~_CAME, ~is_told(_cause(UNATTENDED))))

    async def without_person(self, now: datetime, until: datetime) -> Sequence[Any]:
        """The next shift until then of each schedule and person who may not go on call for its line anymore.

        Without those of which somebody has been told as `NOBODY`.
        """
        order = (PlannedShift.schedule_id, PlannedShift.user_id, PlannedShift.starts_at)
        next_shifts = (
            select(PlannedShift.id)
            .join(CallSchedule, CallSchedule.id == PlannedShift.schedule_id)
            .where(_TIMES.op("&&")(func.tstzrange(now, until)), ~_MAY_BE_THERE)
            .order_by(*order)
            .ext(distinct_on(PlannedShift.schedule_id, PlannedShift.user_id))
        )
        return await self._all(_shifts().where(PlannedShift.id.in_(next_shifts), ~is_told(_cause(NOBODY))))

    async def attended(self, user_id: int, service_line_ids: Collection[int], now: datetime) -> Sequence[int]:
        """The ids of the person's shifts for these lines that run."""
        statement = (
            select(PlannedShift.id)
            .join(CallSchedule, CallSchedule.id == PlannedShift.schedule_id)
            .where(
                PlannedShift.user_id == user_id,
                CallSchedule.service_line_id == any_(id_array(service_line_ids)),
                _runs(now),
            )
        )
        return (await self.session.scalars(statement)).all()

    async def outdated(self, now: datetime) -> Sequence[str]:
        """The causes of unseen notices that no longer hold: the person came, or the shift is over or planned anew."""
        told = unseen_causes(r"^shift \d+: ").subquery()
        shift_id = cast(func.substring(told.c.cause, r"^shift (\d+): "), BigInteger)
        what = func.substring(told.c.cause, r"^shift \d+: (.*)$")
        holds = (
            select(PlannedShift.id)
            .join(CallSchedule, CallSchedule.id == PlannedShift.schedule_id)
            .where(
                PlannedShift.id == shift_id,
                or_(
                    and_(what == TOMORROW, PlannedShift.starts_at > now),
                    and_(what.in_([BEGINS, UNATTENDED]), _runs(now), ~_CAME),
                    and_(what == NOBODY, PlannedShift.ends_at > now, ~_MAY_BE_THERE),
                ),
            )
        )
        return (await self.session.scalars(select(told.c.cause).where(~exists(holds)))).all()

    async def _all(self, statement: Select[*tuple[Any, ...]]) -> Sequence[Any]:
        return (await self.session.execute(statement)).all()


def _runs(now: datetime) -> ColumnElement[bool]:
    return _TIMES.op("@>")(now)
