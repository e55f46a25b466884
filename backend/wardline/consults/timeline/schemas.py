"""The timeline on the wire."""

import uuid
from typing import Any, Final

from pydantic import StrictBool

from wardline.consults.timeline.choices import TaskType, UpdateKind
from wardline.core.forms.fields import CommentText
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime

COMMENTS_LIMIT: Final = 1_000
"""Per consult, far more than anyone reads: the whole timeline is returned at once."""
COMMENTS_LENGTH_LIMIT: Final = 1_000_000
"""Total characters of one consult's comments, for the same reason: about 300 pages."""


class AddComment(ApiModel):
    message: CommentText
    alert: StrictBool = False


class Author(ReadModel):
    id: int
    first_name: str
    last_name: str


class TimelineEntryRead(ReadModel):
    """`message_or_description` is the comment or other text, otherwise the label of the entry's type.

    `alert` and `notified` only for those who may alert.
    """

    id: int
    consult_id: uuid.UUID
    task_type: TaskType
    kind: UpdateKind | None
    """What an entry of type `update` is, unless it is a comment."""
    created_at: UtcDateTime
    author: Author
    message: str | None
    message_or_description: str
    alert: bool | None
    notified: bool | None
    details: dict[str, Any] | None
