"""A consult's meetings in the app, and who is in them."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Identity, Index, LargeBinary, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column, query_expression, relationship

from wardline.core.db.checks import one_of
from wardline.core.db.database import Base
from wardline.people.models import User
from wardline.video.choices import CallOutcome, CallQuality, GuestKind, GuestState
from wardline.video.schemas import GUEST_NAME_LIMIT


class Meeting(Base):
    """At most one is open for a consult; ended ones are kept as its history."""

    __tablename__ = "meetings"
    __table_args__ = (
        Index("ix_meetings_open", "consult_id", unique=True, postgresql_where=text("ended_at is null")),
        Index("ix_meetings_ended_at", "ended_at"),
        CheckConstraint(one_of("outcome", CallOutcome), name="outcome"),
        CheckConstraint(one_of("quality", CallQuality), name="quality"),
        CheckConstraint("media in ('mesh', 'janus')", name="media"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    external_id: Mapped[uuid.UUID] = mapped_column(unique=True, default=uuid.uuid4)
    """The media provider's id of the meeting."""
    consult_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("consults.id"))
    opened_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    problem_at: Mapped[datetime | None]
    """When an attendee first reported that no sound and picture arrive."""
    outcome: Mapped[str | None]
    """A `CallOutcome`; None until it has ended, or if it did before outcomes were kept."""
    quality: Mapped[str | None]
    """The worst `CallQuality` that an attendee reported; None if none did."""
    is_relayed: Mapped[bool | None]
    """Whether a relay was needed; None if no attendee reported a connection."""
    media: Mapped[str] = mapped_column(server_default=text("'mesh'"), default="mesh")
    """How its audio and video travel, the same for all of its windows: from browser to browser, or through Janus."""
    media_generation: Mapped[int] = mapped_column(server_default=text("0"), default=0)
    """How often that has changed."""

    has_knocking: Mapped[bool | None] = query_expression()
    """Whether a guest asks to be let in; None where no query has asked (`MeetingRepository.lock_meeting_of`)."""


class Attendee(Base):
    """A window in which a user, or a guest, has joined; a user with two windows is two attendees."""

    __tablename__ = "meeting_attendees"
    __table_args__ = (
        UniqueConstraint("meeting_id", "publisher_id"),
        CheckConstraint("(user_id is null) = (guest_id is not null)", name="person"),
        CheckConstraint(one_of("quality", CallQuality), name="quality"),
        CheckConstraint("publisher_id > 0", name="publisher_id"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    meeting_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("meetings.id"), index=True)
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    """None for a guest."""
    guest_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("meeting_guests.id"))
    joined_at: Mapped[datetime]
    seen_at: Mapped[datetime]
    """When the window was last seen. A window that has been silent for a while counts as absent until it is seen
    again."""
    left_at: Mapped[datetime | None]
    session_id: Mapped[str | None]
    """The window's most recent sign-in; None if an older version of the server admitted it."""
    is_removed: Mapped[bool] = mapped_column(server_default=text("false"), default=False)
    """Left because its user may no longer take part, or because its device has joined anew; the others drop their
    connections to it."""
    standalone_token_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("standalone_tokens.id"))
    """With which an unattended device has joined in the user's name; None for a window of the user's own."""
    publisher_id: Mapped[int | None] = mapped_column(BigInteger)
    """By which the media server knows what the window publishes there, as the window has reported; kept when it has
    left, so that nobody else is taken for it. None without a media server, and until it has entered the room."""

    media_since: Mapped[datetime | None]
    """When sound or picture of another attendee first arrived."""
    problems: Mapped[dict[str, str] | None] = mapped_column(JSONB(none_as_null=True))
    """Of the window's last report: the `MediaProblem` by the id of the attendee from whom nothing arrives."""
    quality: Mapped[str | None]
    """The worst `CallQuality` that it has reported."""
    is_relayed: Mapped[bool | None]
    """Whether one of its connections has gone through a relay; None until it has reported one."""

    user: Mapped[User | None] = relationship(lazy="raise", viewonly=True)
    guest: Mapped["Guest | None"] = relationship(lazy="raise", viewonly=True)
    gives_consults: Mapped[bool | None] = query_expression()
    """Whether its user does, and is at the window; None where no query has asked (`MeetingRepository.present`)."""


class RingingScreen(Base):
    """A browser at the bedside on which a meeting rings, as it last reported."""

    __tablename__ = "ringing_screens"

    meeting_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("meetings.id"), primary_key=True)
    screen_id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    is_silent: Mapped[bool]
    seen_at: Mapped[datetime]


class Guest(Base):
    """Somebody without an account whom a user inside a meeting has invited by a link; kept as history."""

    __tablename__ = "meeting_guests"
    __table_args__ = (
        CheckConstraint(f"char_length(name) between 1 and {GUEST_NAME_LIMIT}", name="name"),
        CheckConstraint(one_of("kind", GuestKind), name="kind"),
        CheckConstraint(one_of("state", GuestState), name="state"),
        CheckConstraint("opens_until > invited_at", name="lifetime"),
        CheckConstraint("(device_digest is null) = (opened_at is null)", name="device"),
        CheckConstraint("(answered_by_id is not null) or state not in ('admitted', 'refused', 'left')", name="answer"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    meeting_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("meetings.id"), index=True)
    name: Mapped[str]
    """As whoever invited them has typed it."""
    kind: Mapped[str]
    invited_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    invited_at: Mapped[datetime]
    opens_until: Mapped[datetime]
    link_digest: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    device_digest: Mapped[bytes | None] = mapped_column(LargeBinary, unique=True)
    """Of the secret of the device that has opened the link, which no other one can open from then on."""
    opened_at: Mapped[datetime | None]
    state: Mapped[str]
    seen_at: Mapped[datetime | None]
    """When their device last asked for them to be let in."""
    answered_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    """Who has let them in, or refused to."""
    joined_at: Mapped[datetime | None]
    """When they joined; None until then, and once they have left for good."""


class StandaloneKey(Base):
    """An RSA key (PEM) that signs standalone tokens, or has signed some that are still valid; see `unattended.keys`."""

    __tablename__ = "standalone_keys"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """One more than the key before it, so that of several nodes that make one at once, the first one does."""
    kid: Mapped[str] = mapped_column(unique=True)
    private_key: Mapped[str]
    created_at: Mapped[datetime]


class StandaloneToken(Base):
    """With which a device stays in one meeting after its user has signed out; ended ones are kept as history."""

    __tablename__ = "standalone_tokens"
    __table_args__ = (
        Index("ix_standalone_tokens_open", "issued_by_id", postgresql_where=text("ended_at is null")),
        CheckConstraint("expires_at > issued_at", name="lifetime"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    """The token's ``jti``."""
    meeting_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("meetings.id"), index=True)
    issued_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    issued_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    awaited_since: Mapped[datetime]
    """When it was issued, or its device last left; shortly after that, the meeting does not end without it."""
    started_at: Mapped[datetime | None]
    """When its device first joined."""
    ended_at: Mapped[datetime | None]


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
