"""Periods, legal holds and runs."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from wardline.core.db.checks import one_of
from wardline.core.db.database import Base
from wardline.retention.choices import RetentionKind


class RetentionPeriod(Base):
    """How long one kind is kept, by one organization or by the installation; the latest row of each counts.

    Rows are only added, so that they are the history, too.
    """

    __tablename__ = "retention_periods"
    __table_args__ = (
        CheckConstraint(one_of("kind", RetentionKind), name="kind"),
        CheckConstraint("days > 0", name="days"),
        Index("ix_retention_periods_latest", "kind", "organization_id", "id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    kind: Mapped[str]
    organization_id: Mapped[int | None] = mapped_column(ForeignKey("organizations.id"))
    """Null for kinds of the installation, and for audit entries that are about no organization."""
    days: Mapped[int | None]
    """Null: forever."""
    reason: Mapped[str | None]
    by_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    at: Mapped[datetime]


class LegalHold(Base):
    """Nothing that it is about is removed before it ends: an organization, a consult or a patient of it, or a time."""

    __tablename__ = "legal_holds"
    __table_args__ = (
        CheckConstraint("consult_id is null or patient_id is null", name="subject"),
        CheckConstraint("from_at < until_at", name="times"),
        CheckConstraint("(ended_at is null) = (ended_by_id is null)", name="ended"),
        CheckConstraint("(ended_at is null) = (end_reason is null)", name="end_reason"),
        Index("ix_legal_holds_current", "organization_id", postgresql_where=text("ended_at is null")),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    organization_id: Mapped[int] = mapped_column(ForeignKey("organizations.id"))
    consult_id: Mapped[uuid.UUID | None]
    """No foreign key: holds stay as a record when the consult goes after their end."""
    patient_id: Mapped[uuid.UUID | None]
    from_at: Mapped[datetime | None]
    """What began before `until_at` and ended after `from_at` is held; null: from the beginning."""
    until_at: Mapped[datetime | None]
    reason: Mapped[str]
    by_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    ended_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    end_reason: Mapped[str | None]


class RetentionRun(Base):
    """One application of the periods, as of `started_at`. One that was interrupted is continued by the next command."""

    __tablename__ = "retention_runs"
    __table_args__ = (
        Index("uq_retention_runs_open", text("(ended_at is null)"), unique=True, postgresql_where="ended_at is null"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    started_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    account: Mapped[str]
    """The operating system's name of who started it."""
    counts: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'"))
    """How many of each kind it has removed so far."""
