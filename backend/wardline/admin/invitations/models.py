"""Invitations of people who have never signed in."""

from datetime import datetime
from typing import Final

from sqlalchemy import CheckConstraint, ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from wardline.admin.invitations.choices import InvitationMailState
from wardline.core.db.checks import one_of
from wardline.core.db.database import Base

_MAIL: Final = one_of("mail_state", InvitationMailState)


class Invitation(Base):
    """The current invitation of a person; a new one takes its place."""

    __tablename__ = "invitations"
    __table_args__ = (
        CheckConstraint(_MAIL, name="mail_state"),
        CheckConstraint("expires_at > invited_at", name="expires"),
        Index(None, "expires_at", postgresql_where=text("email is not null")),
        Index("ix_invitations_delivery_id", "delivery_id", unique=True),
    )

    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    by_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    invited_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    email: Mapped[str | None]
    """Where it was sent; null if the link was only copied, and once it is no longer needed."""
    delivery_id: Mapped[int | None] = mapped_column(ForeignKey("deliveries.id"))
    mail_state: Mapped[str | None]
    mail_reason: Mapped[str | None]
    """Why the e-mail failed, in a few fixed words."""
