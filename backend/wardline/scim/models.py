"""What identity providers sent over SCIM, and how their clients fare."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Identity, Index, SmallInteger, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from wardline.core.db.database import Base


class ProvisionedPerson(Base):
    """What the client of an organization said about a person; without a row, it has changed nothing about them."""

    __tablename__ = "scim_people"
    __table_args__ = (
        Index("ix_scim_people_user_name", text("lower(user_name)")),
        Index("ix_scim_people_external_id", "external_id"),
    )

    organization_id: Mapped[int] = mapped_column(ForeignKey("organizations.id"), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    user_name: Mapped[str]
    """As it was sent. The name for signing in, which never changes, is the first one."""
    external_id: Mapped[str | None]
    sent: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """Attributes that the product has no use for, or uses only in part, so that the provider finds what it sent."""
    added: Mapped[bool]
    """Whether the client added the person, who otherwise was there before."""
    created_at: Mapped[datetime]
    changed_at: Mapped[datetime]
    deactivated_at: Mapped[datetime | None]
    """When the client deactivated them; null while they are active."""
    deleted_at: Mapped[datetime | None]
    """When the client deleted them; it no longer sees them, and history keeps them."""


class ScimProblem(Base):
    """A request of a client that was refused."""

    __tablename__ = "scim_problems"
    __table_args__ = (Index(None, "organization_id", "id"),)

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    organization_id: Mapped[int] = mapped_column(ForeignKey("organizations.id"))
    client: Mapped[str]
    at: Mapped[datetime]
    operation: Mapped[str]
    status: Mapped[int] = mapped_column(SmallInteger)
    message: Mapped[str]
    """In words, for administrators."""
    user_id: Mapped[int | None]
    """Whom it was about, as far as the request says."""
    group_id: Mapped[int | None]


class ScimSecret(Base):
    """When a secret was last used, to the minute."""

    __tablename__ = "scim_secrets"

    digest: Mapped[str] = mapped_column(primary_key=True)
    """`SecretDigest.stored`."""
    used_at: Mapped[datetime]


class ScimPause(Base):
    """An organization whose client wanted to deactivate unusually many people within an hour."""

    __tablename__ = "scim_pauses"

    organization_id: Mapped[int] = mapped_column(ForeignKey("organizations.id"), primary_key=True)
    stopped_at: Mapped[datetime]
    """When it was last stopped."""
    allowed_until: Mapped[datetime | None]
    """Until then, an administrator lets it deactivate any number."""
    allowed_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
