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
    """At most one is open for a consult; ended ones are kept as its history."""

    __tablename__ = "meetings"
    __table_args__ = (Index("ix_meetings_open", "consult_id", unique=True, postgresql_where=text("ended_at is null")),)

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    external_id: Mapped[uuid.UUID] = mapped_column(unique=True, default=uuid.uuid4)
    """The media provider's id of the meeting."""
    consult_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("consults.id"))
    opened_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]


class Attendee(Base):
    """A window in which a user has joined; a user with two windows is two attendees."""

    __tablename__ = "meeting_attendees"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    meeting_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("meetings.id"), index=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    joined_at: Mapped[datetime]
    seen_at: Mapped[datetime]
    """When the window was last seen. A window that has been silent for a while counts as absent until it is seen
    again."""
    left_at: Mapped[datetime | None]
    session_id: Mapped[str | None]
    """The window's most recent sign-in; None if an older version of the server admitted it."""
    is_removed: Mapped[bool] = mapped_column(server_default=text("false"), default=False)
    """Left because its user may no longer take part; the others drop their connections to it."""

    user: Mapped[User] = relationship(lazy="raise", viewonly=True)


class Signal(Base):
    """A message that one window sends to another to connect; the content is deleted once it is received.

    The number is kept until the meeting ends, so that a repeated signal is not delivered twice.
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
    """The sender's count, by which repeated signals are recognized."""
    content: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    """None once it has been received."""
