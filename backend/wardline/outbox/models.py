"""Deliveries and their attempts."""

from datetime import datetime
from typing import Final

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from wardline.core.db.checks import one_of
from wardline.core.db.database import Base
from wardline.outbox.choices import OPEN, DeliveryState


class Delivery(Base):
    """One item on its way to one receiver.

    The domain that ordered it stores the content, by this id; `channel` names its `wardline.outbox.contract.Channel`.
    Deliveries of one `lane` arrive in the order of their ids: each waits until all earlier ones are delivered, handled
    or withdrawn.
    """

    __tablename__ = "deliveries"
    __table_args__ = (
        CheckConstraint(one_of("state", DeliveryState), name="state"),
        CheckConstraint("(state = 'delivered') = (delivered_at is not null)", name="delivered"),
        CheckConstraint("attempt_count >= 0", name="attempt_count"),
        CheckConstraint("held_at is null or state = 'waiting'", name="held"),
        Index(None, "lane", "id", postgresql_where=text(one_of("state", OPEN))),
        Index("ix_deliveries_taken_as", "channel", "taken_as", unique=True),
        Index("ix_deliveries_late", "id", postgresql_where=text(f"{one_of('state', OPEN)} and told_at is not null")),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    channel: Mapped[str]
    lane: Mapped[str]
    receiver: Mapped[str]
    """Limits how many are sent at once, so that a receiver that does not respond leaves capacity for others."""
    reference: Mapped[str] = mapped_column(unique=True)
    """20 characters, the same for each attempt, by which a receiver recognizes a repeat."""
    state: Mapped[str] = mapped_column(server_default=text("'waiting'"))
    reason: Mapped[str | None]
    """Why it is not delivered yet: a code or a few fixed words, never text from a receiver."""
    attempt_count: Mapped[int] = mapped_column(server_default=text("0"))
    taken_as: Mapped[str | None]
    """The receiver's id for it, which its report of the outcome contains."""
    created_at: Mapped[datetime]
    wanted_at: Mapped[datetime]
    """When it was ordered, or last sent again by a user."""
    delivered_at: Mapped[datetime | None]
    held_at: Mapped[datetime | None]
    """When its domain started to hold it back, for `reason`; there are no attempts while it is held."""
    told_at: Mapped[datetime | None]
    """When users were notified that it has not arrived."""


IS_OPEN: Final = text(one_of("deliveries.state", OPEN))
"""The condition of an open delivery, exactly as in the indexes."""


class DeliveryAttempt(Base):
    """Stored before the attempt is made. An attempt without an end was interrupted, and may or may not have arrived."""

    __tablename__ = "delivery_attempts"
    __table_args__ = (CheckConstraint("(ended_at is null) = (state is null)", name="ended"),)

    delivery_id: Mapped[int] = mapped_column(ForeignKey("deliveries.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """Counted from 1."""
    began_at: Mapped[datetime]
    accepted_at: Mapped[datetime | None]
    """When the receiver accepted it: it was sent. Unknown for attempts of earlier releases."""
    ended_at: Mapped[datetime | None]
    state: Mapped[str | None]
    """The delivery's state after the attempt."""
    reason: Mapped[str | None]
