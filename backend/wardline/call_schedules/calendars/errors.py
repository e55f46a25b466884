"""Why a calendar cannot be read, and why one cannot be saved."""

from wardline.call_schedules.calendars.choices import CalendarProblem
from wardline.core.errors import Conflict, FieldError


class CalendarNotRead(Exception):
    """There is no new copy of a calendar."""

    def __init__(self, problem: CalendarProblem) -> None:
        super().__init__(problem.value)
        self.problem = problem


class CalendarNameTaken(Conflict):
    code = "calendar_name_taken"
    message = "This call schedule already has a calendar with this name."

    def __init__(self) -> None:
        super().__init__(errors=[FieldError("name", self.message)])


class CalendarSavedMeanwhile(Conflict):
    code = "calendar_saved"
    message = "Someone else has replaced or removed this calendar in the meantime."


class TooManyCalendars(Conflict):
    code = "too_many_calendars"
    message = "This call schedule has as many calendars as it can have. Remove one first."
