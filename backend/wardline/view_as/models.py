"""Who looked at Wardline as whom."""

import uuid
from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from wardline.core.db.database import Base


class PersonView(Base):
    """A view ends when its administrator ends it, and otherwise some minutes after it began."""

    __tablename__ = "person_views"
    __table_args__ = (
        CheckConstraint("ended_at >= started_at", name="order"),
        Index("ix_person_views_viewer", "viewer_id", "started_at"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    viewer_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    person_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    started_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    """When its administrator ended it; null if they have not."""
