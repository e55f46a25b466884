"""Who has how much of the call, on the wire."""

from pydantic import Field

from wardline.call_schedules.choices import Standing
from wardline.call_schedules.schemas import Month
from wardline.core.forms.wire import ReadModel
from wardline.people.schemas import NamedPerson


class LoadRead(ReadModel):
    """See `wardline.call_schedules.fairness.counting.Load`."""

    hours: float
    nights: int
    weekend_days: int
    holidays: int


class ShareRead(ReadModel):
    """One measure of a person's total."""

    difference: float
    """From the mean of everybody listed."""
    standing: Standing


class SharesRead(ReadModel):
    hours: ShareRead
    nights: ShareRead
    weekend_days: ShareRead
    holidays: ShareRead


class FairnessOf(ReadModel):
    person: NamedPerson
    months: list[LoadRead]
    """One for each month that was asked for."""
    total: LoadRead
    shares: SharesRead


class FairnessRead(ReadModel):
    months: list[Month]
    people: list[FairnessOf] = Field(description="Everybody with a shift, or in a rotation of the line; by name.")
