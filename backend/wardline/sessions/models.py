"""Sessions that ended before their tokens expired, and what some sessions may do for a while."""

import uuid
from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, Text, text
from sqlalchemy.dialects.postgresql import ARRAY, UUID
from sqlalchemy.orm import Mapped, mapped_column

from wardline.core.db.checks import one_of
from wardline.core.db.database import Base
from wardline.sessions.choices import EmergencyEnd, EmergencyReason, EmergencyVerdict


class EndedSession(Base):
    """Tokens of this session are refused if their user authenticated before `ended_at`.

    A user who authenticates again is admitted, since some providers reuse the same session. Every request reads
    this table.
    """

    __tablename__ = "ended_sessions"

    key: Mapped[str] = mapped_column(primary_key=True)
    """From `wardline.access.tokens.session_key`. Used logout tokens are stored here as well, by their ids."""
    ended_at: Mapped[datetime]
    kept_until: Mapped[datetime]
    """All tokens that it refuses have expired by then."""


class EmergencyAccess(Base):
    """What a user may read for a while because of an emergency, beyond their organizations' lines; never deleted.

    It names its consults, so that it never covers more than what somebody has looked at when reviewing it.
    """

    __tablename__ = "emergency_accesses"
    __table_args__ = (
        CheckConstraint(one_of("reason", EmergencyReason), name="reason"),
        CheckConstraint(one_of("ended_by", EmergencyEnd), name="ended_by"),
        CheckConstraint("(ended_at is null) = (ended_by is null)", name="ended"),
        CheckConstraint("expires_at > started_at", name="expires"),
        CheckConstraint("ended_at >= started_at", name="order"),
        CheckConstraint("cardinality(consult_ids) > 0", name="consult_ids"),
        CheckConstraint("read_count >= 0", name="read_count"),
        CheckConstraint(one_of("verdict", EmergencyVerdict), name="verdict"),
        CheckConstraint("num_nulls(verdict, review, reviewed_by_id, reviewed_at) in (0, 4)", name="reviewed"),
        CheckConstraint("reviewed_by_id <> user_id", name="reviewer"),
        Index("ix_emergency_accesses_open", "user_id", postgresql_where=text("ended_at is null")),
        Index("ix_emergency_accesses_listed", "started_at", "id"),
        Index("ix_emergency_accesses_unreviewed", "started_at", "id", postgresql_where=text("verdict is null")),
        Index("ix_emergency_accesses_delivery_id", "delivery_id", unique=True),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    organization_id: Mapped[int] = mapped_column(ForeignKey("organizations.id"))
    consult_ids: Mapped[list[uuid.UUID]] = mapped_column(ARRAY(UUID))
    reason: Mapped[str]
    explanation: Mapped[str]
    """In the user's words."""
    session_keys: Mapped[list[str]] = mapped_column(ARRAY(Text))
    """The keys of ended sessions that end it."""
    started_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    """When it was ended, or else found to have expired; null as long as it may be used."""
    ended_by: Mapped[str | None]
    read_count: Mapped[int] = mapped_column(server_default=text("0"))
    """How many requests have read one of the consults because of it."""
    delivery_id: Mapped[int | None] = mapped_column(ForeignKey("deliveries.id"))
    """The e-mail to the privacy officer."""
    verdict: Mapped[str | None]
    review: Mapped[str | None]
    """In the reviewer's words."""
    reviewed_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    reviewed_at: Mapped[datetime | None]
