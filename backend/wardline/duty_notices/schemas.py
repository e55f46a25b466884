"""Notices of duty on the wire."""

from typing import Final

from wardline.core.forms.wire import ReadModel, UtcDateTime
from wardline.duty_notices.choices import DutyNoticeKind

MAX_LISTED: Final = 20


class DutyNoticeRead(ReadModel):
    """`text` is one sentence. `path` is of the page where something can be done about it, `action_name` its link.

    A notice that does not need an answer has been seen once that page is opened.
    """

    id: int
    kind: DutyNoticeKind
    title: str
    text: str
    path: str
    action_name: str
    needs_answer: bool
    urgent: bool
    created_at: UtcDateTime
