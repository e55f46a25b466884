"""What a locked screen gets: never anything about a patient, nor anything that leads to one."""

from wardline.core.forms.wire import ReadModel, UtcDateTime
from wardline.paging.choices import EscalationKind


class DutyTokenRead(ReadModel):
    """Sent as ``Authorization: Duty <token>`` to `listDutyPages`, once the screen is locked, and `revokeDutyToken`."""

    token: str


class DutyPage(ReadModel):
    """Something that waits for whoever is on call. Only they can find its consult, once they are signed in."""

    id: int
    kind: EscalationKind
    service_line_name: str
    location_name: str
    priority: str
    started_at: UtcDateTime
    muted: bool


class DutyPages(ReadModel):
    """The lines that the owner of the screen is on call for, and what waits for them as `listPages` sorts it."""

    service_line_names: list[str]
    pages: list[DutyPage]
