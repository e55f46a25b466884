"""What happened to a consult, in order; rows are only ever added."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, desc, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column, relationship

from wardline.consults.timeline.choices import TaskType, UpdateKind
from wardline.core.db.checks import one_of
from wardline.core.db.database import Base
from wardline.people.models import User


class TimelineEntry(Base):
    __tablename__ = "timeline_entries"
    __table_args__ = (
        CheckConstraint(one_of("task_type", TaskType), name="task_type"),
        CheckConstraint("char_length(message) between 1 and 65000", name="message"),
        CheckConstraint("(task_type = 'update') = (message is not null)", name="comment"),
        CheckConstraint(one_of("kind", UpdateKind), name="kind"),
        CheckConstraint("kind is null or task_type = 'update'", name="kind_of_update"),
        Index(None, "consult_id", desc("created_at"), desc("id")),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    consult_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("consults.id"))
    task_type: Mapped[str]
    kind: Mapped[str | None]
    """An `UpdateKind`; null for a comment, as for all other types."""
    created_at: Mapped[datetime]
    author_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    message: Mapped[str | None]
    alert: Mapped[bool] = mapped_column(server_default=text("false"))
    notified: Mapped[bool] = mapped_column(server_default=text("false"))
    """A notification of this comment was stored for at least one person other than its author."""
    details: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    """Additional data of the entry, for example a cancellation's reason."""

    author: Mapped[User] = relationship(lazy="raise", viewonly=True)
