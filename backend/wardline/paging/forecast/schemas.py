"""Who would be paged, on the wire; without a word about patients."""

from wardline.core.forms.wire import ReadModel, UtcDateTime
from wardline.paging.choices import NotPaged, PageChannel, PageTarget, SkipReason


class ForecastLine(ReadModel):
    id: int
    name: str
    priorities: list[str]
    location_ids: list[int]
    """From which it can be requested."""


class ForecastLocation(ReadModel):
    id: int
    display_name: str
    time_zone: str


class ForecastChoices(ReadModel):
    """What the user may ask about."""

    lines: list[ForecastLine]
    locations: list[ForecastLocation]


class ForecastPerson(ReadModel):
    user_id: int
    first_name: str
    last_name: str
    target: PageTarget
    """Why."""
    is_planned: bool
    """Whether they are expected to be there, or are paged because of that, instead of being on call."""
    not_paged: NotPaged | None
    channels: list[PageChannel]
    """Besides the screen: those of this step at which a verified contact of theirs can be reached, in their order."""
    calls_unverified: bool
    """Whether the number that they gave at check-in is called, too, which reaches them only if it is theirs."""
    has_asked: bool
    """Whether they have asked for cover at that time and nobody has taken it."""


class ForecastStep(ReadModel):
    after_seconds: int
    """Since the request, if nobody answers."""
    targets: list[PageTarget]
    skipped: SkipReason | None
    """Why the next step follows at once."""
    people: list[ForecastPerson]
    backup_number: str | None
    """Only of the last step, which calls it."""


class PageForecast(ReadModel):
    """The steps of a request made `at` that time, until the backup number is called."""

    at: UtcDateTime
    is_now: bool
    """Whether the people are those who are on call; otherwise whoever is planned stands for them."""
    is_open: bool
    """Whether the line can be requested then."""
    is_standard: bool
    """Whether the hospital has not decided otherwise."""
    steps: list[ForecastStep]
