"""A consult's meetings in the app, and who is in them."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Identity, Index, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column, relationship

from wardline.core.db.database import Base
from wardline.people.models import User


class Meeting(Base):
    """One is open for a consult at most; what has ended stays as its history."""

    __tablename__ = "meetings"
    __table_args__ = (Index("ix_meetings_open", "consult_id", unique=True, postgresql_where=text("ended_at is null")),)

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    external_id: Mapped[uuid.UUID] = mapped_column(unique=True, default=uuid.uuid4)
    """What who carries the sound and the pictures calls it."""
    consult_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("consults.id"))
    opened_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]


class Attendee(Base):
    """A window in which somebody has joined; a person with two is twice there."""

    __tablename__ = "meeting_attendees"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    meeting_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("meetings.id"), index=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    joined_at: Mapped[datetime]
    seen_at: Mapped[datetime]
    """When the window was heard of last; one that is silent for long is gone, until it is heard of again."""
    left_at: Mapped[datetime | None]
    session_id: Mapped[str | None]
    """The sign-in by which the window was there last; None for one that an older server let in."""
    is_removed: Mapped[bool] = mapped_column(server_default=text("false"), default=False)
    """Left because its user may take part no longer; the others let go of it, whatever it says."""

    user: Mapped[User] = relationship(lazy="raise", viewonly=True)


class Signal(Base):
    """What one window has to tell another for their connection, forgotten as soon as it is there.

    Its number stays until the meeting ends, so that what is sent once more after it was heard is not told once more.
    """

    __tablename__ = "meeting_signals"
    __table_args__ = (
        UniqueConstraint("sender_id", "number"),
        Index("ix_meeting_signals_receiver_id", "receiver_id", "id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    sender_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("meeting_attendees.id"))
    receiver_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("meeting_attendees.id"))
    number: Mapped[int]
    """The sender's count, so that what is sent twice is there once."""
    content: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    """None once it was heard."""
