"""Notices of duty on the wire."""

from typing import Final

from wardline.core.forms.wire import ReadModel, UtcDateTime
from wardline.duty_notices.choices import DutyNoticeKind

MAX_LISTED: Final = 20


class DutyNoticeRead(ReadModel):
    """`text` is one sentence. `path` is of the page where something can be done about it, `action_name` its link.

    A notice that does not need an answer has been seen once that page is opened. `goes_on_call_for` is the line for
    which its reader should go on call, null if that is not what it is about.
    """

    id: int
    kind: DutyNoticeKind
    title: str
    text: str
    path: str
    action_name: str
    needs_answer: bool
    goes_on_call_for: int | None
    urgent: bool
    created_at: UtcDateTime
