"""The notifications behind a user's bell."""

import uuid
from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from wardline.core.db.checks import one_of
from wardline.core.db.database import Base
from wardline.notifications.choices import NotificationKind


class Notification(Base):
    """At most one for each consult, kind and user; when there is a new cause, it becomes new again."""

    __tablename__ = "notifications"
    __table_args__ = (
        CheckConstraint(one_of("kind", NotificationKind), name="kind"),
        CheckConstraint("not (is_new and dismissed)", name="dismissed"),
        UniqueConstraint("consult_id", "kind", "user_id"),
        Index(None, "user_id", "created_at", "id", postgresql_where=text("not dismissed")),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    consult_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("consults.id"))
    kind: Mapped[str]
    created_at: Mapped[datetime]
    """When the last cause occurred."""
    is_new: Mapped[bool]
    dismissed: Mapped[bool]
    """Dismissed by the user, or because there is nothing left to do."""
