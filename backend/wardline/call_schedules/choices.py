"""Closed lists about call schedules."""

from wardline.core.forms.choices import Choice


class TurnUnit(Choice):
    """What the length of a rotation's turns is counted in."""

    DAY = "day", "Days"
    WEEK = "week", "Weeks"
    MONTH = "month", "Months"


class HolidayRule(Choice):
    """What a rotation does on holidays; a shift belongs to the day on which it begins."""

    LIKE_ANY_DAY = "likeAnyDay", "Like any other day"
    NOT_ON_HOLIDAYS = "notOnHolidays", "Not on holidays"
    ONLY_ON_HOLIDAYS = "onlyOnHolidays", "Only on holidays"


class ChangeKind(Choice):
    """How a change departs from the rotations for a time."""

    ADD = "add", "Add a person"
    REMOVE = "remove", "Remove a person"
    REPLACE = "replace", "Replace a person"
    ONLY = "only", "Only this person"
    """Whoever else is on call at that time is not; without a person, nobody is."""


class PlanConflict(Choice):
    """Why somebody who is planned may not be there."""

    INACTIVE = "inactive", "No longer has an account"
    NOT_ON_THE_LINE = "notOnTheLine", "May not go on call for this service line"
    NO_CONTACT = "noContact", "Has no verified contact"
    NOT_LICENSED = "notLicensed", "Has no valid license"
    """For a state in which a hospital may request the line; those states are named beside it."""
    TWO_SCHEDULES = "twoSchedules", "Is on two call schedules at the same time"
    TWO_LINES = "twoLines", "Is also planned"
    """At the same time for other service lines, which are named beside it. It may be meant."""


class Standing(Choice):
    """How much somebody has, compared to the others."""

    MORE = "more", "More than others"
    AS_OTHERS = "asOthers", "As others"
    LESS = "less", "Less than others"


class CoverEnd(Choice):
    """How a request for cover ended."""

    TAKEN = "taken", "Taken"
    WITHDRAWN = "withdrawn", "Withdrawn"
    EXPIRED = "expired", "Nobody took it in time"
    UNDONE = "undone", "Taken back"
    OVERTAKEN = "overtaken", "The plan has changed"
