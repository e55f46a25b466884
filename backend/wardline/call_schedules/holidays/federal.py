"""The federal holidays of the United States."""

from datetime import date

from wardline.call_schedules.models import Holiday


def federal_holidays(year: int) -> list[Holiday]:
    """Those of a year, by day. One that falls on a weekend is followed by the workday on which it is observed."""
    from holidays import country_holidays  # noqa: PLC0415 - few requests need it, and it slows the start

    found: dict[date, str] = country_holidays("US", years=[year])
    return [Holiday(day=day, name=name) for day, name in sorted(found.items())]
