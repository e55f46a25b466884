"""Contacts, and the codes and tests sent to them."""

from datetime import datetime

from sqlalchemy import ARRAY, CheckConstraint, ForeignKey, Identity, Index, LargeBinary, func, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from wardline.contacts.choices import ContactKind, DisabledReason, MessagePurpose, MessageState
from wardline.contacts.schemas import DELAY_STEP_SECONDS, MAX_DELAY_SECONDS
from wardline.core.db.checks import one_of
from wardline.core.db.database import Base


class Contact(Base):
    """One way to reach a user. Paging uses it if it is verified and not disabled."""

    __tablename__ = "contacts"
    __table_args__ = (
        CheckConstraint(one_of("kind", ContactKind), name="kind"),
        CheckConstraint(
            f"delay_seconds between 0 and {MAX_DELAY_SECONDS} and delay_seconds % {DELAY_STEP_SECONDS} = 0",
            name="delay_seconds",
        ),
        CheckConstraint(
            "(kind = 'push') = (p256dh is not null) and (kind = 'push') = (auth is not null)", name="push_keys"
        ),
        CheckConstraint(one_of("disabled_reason", DisabledReason), name="disabled_reason"),
        CheckConstraint("(disabled_at is null) = (disabled_reason is null)", name="disabled"),
        Index("uq_contacts_address", "user_id", "kind", func.lower(text("address")), unique=True),
        Index("ix_contacts_address", "address"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    kind: Mapped[str]
    address: Mapped[str]
    """A US phone number, an e-mail address, or the endpoint of a push subscription."""
    p256dh: Mapped[str | None]
    auth: Mapped[str | None]
    label: Mapped[str]
    position: Mapped[int]
    delay_seconds: Mapped[int]
    created_at: Mapped[datetime]
    verified_at: Mapped[datetime | None]
    disabled_at: Mapped[datetime | None]
    disabled_reason: Mapped[str | None]


class ContactMessage(Base):
    """A code, a test or word of a locked screen, sent by the outbox.

    It stays when its contact is removed, so that limits hold.

    The digits of a code are chosen when it is sent, or spoken, and only their hashes are stored.
    """

    __tablename__ = "contact_messages"
    __table_args__ = (
        CheckConstraint(one_of("purpose", MessagePurpose), name="purpose"),
        CheckConstraint(one_of("state", MessageState), name="state"),
        Index(None, "contact_id", "purpose", "id"),
        Index(None, "user_id", "created_at"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    contact_id: Mapped[int | None] = mapped_column(ForeignKey("contacts.id", ondelete="SET NULL"))
    delivery_id: Mapped[int] = mapped_column(ForeignKey("deliveries.id"), unique=True)
    purpose: Mapped[str]
    state: Mapped[str] = mapped_column(server_default=text("'queued'"))
    reason: Mapped[str | None]
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    code_hashes: Mapped[list[bytes]] = mapped_column(ARRAY(LargeBinary), server_default=text("'{}'"))
    """The last few, each with its salt, since an attempt that seemed to fail may have arrived."""
    wrong_codes: Mapped[int] = mapped_column(server_default=text("0"))

    contact: Mapped[Contact | None] = relationship(lazy="raise")
