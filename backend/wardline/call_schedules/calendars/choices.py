"""Closed lists about calendars."""

from wardline.core.forms.choices import Choice


class CalendarProblem(Choice):
    """Why a calendar could not be read."""

    NOT_ALLOWED = "notAllowed", "Calendars may not be read from this host."
    NO_ANSWER = "noAnswer", "The address did not answer."
    REFUSED = "refused", "The address answered with an error."
    TOO_LARGE = "tooLarge", "The calendar is larger than 950 KB."
    NOT_A_CALENDAR = "notACalendar", "This is not a calendar."
    TOO_MUCH = "tooMuch", "The calendar has too many entries."


class CalendarRemark(Choice):
    """What was not understood in a calendar that could be read."""

    UNKNOWN_ZONE = "unknownZone", "Unknown time zone. Its times count as times of the call schedule's zone"
    NO_LENGTH = "noLength", "Does not end after it begins, and is left out"
    UNREADABLE = "unreadable", "Cannot be read, and is left out"
