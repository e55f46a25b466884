"""How reading imported calendars from their addresses does, for administrators."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import func, select

from wardline.call_schedules.calendars.choices import CalendarProblem
from wardline.call_schedules.models import ImportedCalendar
from wardline.core.db.statements import AnyConnection, compile_statement, fetch_all

_HAS_PROBLEM: Final = ImportedCalendar.problem.is_not(None)
_IMPORTED: Final = compile_statement(
    select(
        func.count().label("calendars"),
        func.count().filter(_HAS_PROBLEM).label("failing"),
        func.max(ImportedCalendar.fetched_at).label("read_at"),
        func.max(ImportedCalendar.tried_at).filter(_HAS_PROBLEM).label("failed_at"),
        func.max(ImportedCalendar.problem).label("problem"),
    ).where(ImportedCalendar.address.is_not(None))
)


@dataclass(frozen=True, slots=True)
class ImportedCalendars:
    """Those with an address; `problem` is one of theirs."""

    calendars: int
    failing: int
    read_at: datetime | None
    failed_at: datetime | None
    problem: CalendarProblem | None


async def imported(connection: AnyConnection) -> ImportedCalendars:
    (row,) = await fetch_all(connection, _IMPORTED, {})
    problem = CalendarProblem(row.problem) if row.problem else None
    return ImportedCalendars(row.calendars, row.failing, row.read_at, row.failed_at, problem)
