"""Who changed which object of the network when, and which objects a file manages."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Identity, UniqueConstraint
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


_KINDS = ", ".join(f"'{kind.value}'" for kind in Kind)
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


class ManagedObject(Base):
    """An object that only this file may change."""

    __tablename__ = "managed_objects"
    __table_args__ = (CheckConstraint(f"kind in ({_KINDS})", name="kind"),)

    kind: Mapped[str] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(primary_key=True)
    file: Mapped[str]
    """The file's name without its folder."""
