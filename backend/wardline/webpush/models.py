"""The key of this installation for web push, and the receipts of pushes."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index
from sqlalchemy.orm import Mapped, mapped_column

from wardline.core.db.database import Base


class PushKey(Base):
    """The private key (PEM, P-256) that identifies this installation to push services; there is one row at most.

    Browsers bind their subscriptions to it, so that it must not change.
    """

    __tablename__ = "push_keys"
    __table_args__ = (CheckConstraint("id = 1", name="only"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    private_key: Mapped[str]


class PushReceipt(Base):
    """The token of the pushes of one delivery, and what the device that got one has reported."""

    __tablename__ = "push_receipts"
    __table_args__ = (
        Index("uq_push_receipts_delivery", "channel", "reference", unique=True),
        Index(None, "created_at"),
    )

    token: Mapped[str] = mapped_column(primary_key=True)
    channel: Mapped[str]
    """The channel of the outbox that sent it."""
    reference: Mapped[str]
    """The delivery's."""
    created_at: Mapped[datetime]
    delivered_at: Mapped[datetime | None]
    seen_at: Mapped[datetime | None]
