"""Who changed which object of the network when, and which objects a file manages."""

from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Identity, Index, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from wardline.core.db.database import Base
from wardline.network.objects import Kind


class Source(StrEnum):
    """How an object was changed."""

    FOUND = "found"
    """It was there before its first recorded change."""
    FILE = "file"
    SCREEN = "screen"
    SCIM = "scim"
    """The identity provider, by its SCIM client."""


class DraftState(StrEnum):
    """What became of a draft."""

    DRAFT = "draft"
    SCHEDULED = "scheduled"
    FAILED = "failed"
    """It could not be published when it was due, and can be changed and published again."""
    PUBLISHED = "published"
    DISCARDED = "discarded"


_KINDS = ", ".join(f"'{kind.value}'" for kind in Kind)
_STATES = ", ".join(f"'{state.value}'" for state in DraftState)
_SOURCES = ", ".join(f"'{source.value}'" for source in Source)


class NetworkVersion(Base):
    """One version of an object, counted from 1; nothing here is ever changed."""

    __tablename__ = "network_versions"
    __table_args__ = (
        UniqueConstraint("kind", "code", "number"),
        CheckConstraint(f"kind in ({_KINDS})", name="kind"),
        CheckConstraint(f"source in ({_SOURCES})", name="source"),
        CheckConstraint("(source = 'file') = (file is not null)", name="file"),
        CheckConstraint("(source = 'screen') = (by_id is not null)", name="by"),
        CheckConstraint("(source = 'scim') = (client is not null)", name="client"),
        CheckConstraint("number > 0", name="number"),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    kind: Mapped[str]
    code: Mapped[str]
    number: Mapped[int]
    at: Mapped[datetime]
    source: Mapped[str]
    file: Mapped[str | None]
    """The file's name without its folder."""
    by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    client: Mapped[str | None]
    """The name of the SCIM client."""
    reason: Mapped[str | None]
    document: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """The object in this version (`wardline.network.objects`)."""


OPEN_DRAFT: Final = text("state in ('draft', 'scheduled', 'failed')")


class NetworkDraft(Base):
    """An object as it will be once somebody publishes it; at most one that is open for each object."""

    __tablename__ = "network_drafts"
    __table_args__ = (
        CheckConstraint(f"kind in ({_KINDS})", name="kind"),
        CheckConstraint(f"state in ({_STATES})", name="state"),
        CheckConstraint("(state = 'scheduled') = (publish_at is not null)", name="publish_at"),
        CheckConstraint("(publish_at is null) = (scheduled_by_id is null)", name="scheduled_by"),
        CheckConstraint("(state = 'failed') = (failure is not null)", name="failure"),
        CheckConstraint("(approved_by_id is null) = (approved_at is null)", name="approved"),
        CheckConstraint("approved_by_id <> by_id", name="approved_by"),
        CheckConstraint("(state in ('published', 'discarded')) = (closed_at is not null)", name="closed"),
        CheckConstraint("(closed_at is null) = (closed_by_id is null)", name="closed_by"),
        Index("uq_network_drafts_open", "kind", "code", unique=True, postgresql_where=OPEN_DRAFT),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    kind: Mapped[str]
    code: Mapped[str]
    document: Mapped[dict[str, Any]] = mapped_column(JSONB)
    base: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    """The object that it started from; null if there was none."""
    reason: Mapped[str | None]
    by_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    """Who changed it last."""
    at: Mapped[datetime]
    """When they did."""
    state: Mapped[str]
    approved_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    approved_at: Mapped[datetime | None]
    publish_at: Mapped[datetime | None]
    scheduled_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    confirmed: Mapped[list[str]] = mapped_column(JSONB, server_default="[]")
    """The codes of the consequences that whoever scheduled it has confirmed."""
    failure: Mapped[str | None]
    """Why it could not be published, in words."""
    closed_at: Mapped[datetime | None]
    closed_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))


class ManagedObject(Base):
    """An object that only this file may change."""

    __tablename__ = "managed_objects"
    __table_args__ = (CheckConstraint(f"kind in ({_KINDS})", name="kind"),)

    kind: Mapped[str] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(primary_key=True)
    file: Mapped[str]
    """The file's name without its folder."""
