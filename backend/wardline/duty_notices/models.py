"""Notices of duty, and the deliveries of the outbox that carry them."""

from datetime import datetime
from typing import Final

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from wardline.core.db.checks import one_of
from wardline.core.db.database import Base
from wardline.duty_notices.choices import NOTICE_CHANNELS, DutyNoticeKind

_UNSEEN: Final = text("seen_at is null")


class DutyNoticeRow(Base):
    """One notice to one person (`wardline.duty_notices.service.DutyNotice`)."""

    __tablename__ = "duty_notices"
    __table_args__ = (
        CheckConstraint(one_of("kind", DutyNoticeKind), name="kind"),
        CheckConstraint("ends_at > starts_at", name="order"),
        CheckConstraint("starts_at is not null or ends_at is null", name="start"),
        CheckConstraint("shift_count > 0", name="shift_count"),
        UniqueConstraint("cause", "user_id"),
        Index(None, "user_id", "created_at", "id", postgresql_where=_UNSEEN),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    kind: Mapped[str]
    service_line_id: Mapped[int] = mapped_column(ForeignKey("service_lines.id"))
    schedule_name: Mapped[str | None]
    time_zone: Mapped[str]
    starts_at: Mapped[datetime | None]
    ends_at: Mapped[datetime | None]
    shift_count: Mapped[int] = mapped_column(server_default=text("1"))
    """How many shifts it is about; the times are those of the first."""
    about_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    """The person whom it names."""
    cause: Mapped[str] = mapped_column(Text(collation="C"))
    """What happened, of which each person is told once. Byte by byte, so that the index finds those with a prefix."""
    created_at: Mapped[datetime]
    seen_at: Mapped[datetime | None]
    """When its reader dismissed it or opened its page, or when it no longer applied."""


IS_UNSEEN: Final = DutyNoticeRow.seen_at.is_(None)


class DutyNoticeDelivery(Base):
    """A notice on its way to one of its reader's contacts, which may have been removed since."""

    __tablename__ = "duty_notice_deliveries"
    __table_args__ = (CheckConstraint(one_of("channel", NOTICE_CHANNELS), name="channel"),)

    delivery_id: Mapped[int] = mapped_column(ForeignKey("deliveries.id"), primary_key=True)
    notice_id: Mapped[int] = mapped_column(ForeignKey("duty_notices.id", ondelete="CASCADE"), index=True)
    contact_id: Mapped[int]
    channel: Mapped[str]
