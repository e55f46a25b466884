"""Deliveries and every attempt at them."""

from datetime import datetime
from typing import Final

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from wardline.core.db.checks import one_of
from wardline.core.db.database import Base
from wardline.outbox.choices import OPEN, DeliveryState


class Delivery(Base):
    """One thing on its way to one receiver.

    What is sent, the domain that ordered it knows by the id; `channel` names its `wardline.outbox.contract.Channel`.
    Those of one `lane` arrive in the order of their ids: none is sent before all earlier ones are delivered or handled.
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
    """Whom it goes to; few of one receiver's are sent at once, so that one who is silent leaves the others room."""
    reference: Mapped[str] = mapped_column(unique=True)
    """20 signs, the same at each attempt, by which a receiver knows a repeat."""
    state: Mapped[str] = mapped_column(server_default=text("'waiting'"))
    reason: Mapped[str | None]
    """Why it is not delivered yet: a code or a few fixed words, never what a receiver wrote."""
    attempt_count: Mapped[int] = mapped_column(server_default=text("0"))
    taken_as: Mapped[str | None]
    """The receiver's own name for it, under which the receiver tells what became of it."""
    created_at: Mapped[datetime]
    wanted_at: Mapped[datetime]
    """Since when it is on its way: when it was ordered, or sent again by a person."""
    delivered_at: Mapped[datetime | None]
    held_at: Mapped[datetime | None]
    """Since when its own domain holds it back, for `reason`; it waits without being tried."""
    told_at: Mapped[datetime | None]
    """Since when people know that it does not arrive."""


IS_OPEN: Final = text(one_of("deliveries.state", OPEN))
"""Of a delivery; in words that its indexes know."""


class DeliveryAttempt(Base):
    """Written before it is made; one without an end was cut off, and nobody knows whether it arrived."""

    __tablename__ = "delivery_attempts"
    __table_args__ = (CheckConstraint("(ended_at is null) = (state is null)", name="ended"),)

    delivery_id: Mapped[int] = mapped_column(ForeignKey("deliveries.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """Counted from 1."""
    began_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    state: Mapped[str | None]
    """What the delivery was after it."""
    reason: Mapped[str | None]
