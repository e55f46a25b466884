"""Users' feedback about the product."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Identity
from sqlalchemy.orm import Mapped, mapped_column

from wardline.core.db.database import Base


class Feedback(Base):
    __tablename__ = "feedback"
    __table_args__ = (
        CheckConstraint("rating between 0 and 4", name="rating"),
        CheckConstraint("char_length(feedback) <= 255", name="feedback"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    created_at: Mapped[datetime]
    rating: Mapped[int]
    feedback: Mapped[str]
