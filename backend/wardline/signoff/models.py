"""The sign-off note of a consult, and what was signed of it."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column, relationship

from wardline.consults.choices import SignOffStatus
from wardline.core.checks import one_of
from wardline.core.db import Base
from wardline.people.models import User
from wardline.signoff.choices import DocStatus, DocType


class SignOffNote(Base):
    """One for a consult at most."""

    __tablename__ = "sign_off_notes"
    __table_args__ = (
        CheckConstraint(one_of("status", SignOffStatus), name="status"),
        CheckConstraint("(signatory_id is null) = (signed_off_at is null)", name="signed_off"),
        CheckConstraint("(status = 'Draft') = (signed_off_at is null)", name="draft"),
    )

    consult_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("consults.id"), primary_key=True)
    status: Mapped[str]
    signatory_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    signed_off_at: Mapped[datetime | None]

    signatory: Mapped[User | None] = relationship(lazy="raise", viewonly=True)
    versions: Mapped[list["SignOffVersion"]] = relationship(
        lazy="raise", viewonly=True, order_by="SignOffVersion.version"
    )


class SignOffVersion(Base):
    """What the note said; a version that was signed never changes, and the application may not change any."""

    __tablename__ = "sign_off_versions"
    __table_args__ = (
        CheckConstraint("version >= 1", name="version"),
        CheckConstraint(one_of("doc_status", DocStatus), name="doc_status"),
        CheckConstraint(one_of("doc_type", DocType), name="doc_type"),
    )

    consult_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sign_off_notes.consult_id"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    doc_status: Mapped[str]
    doc_type: Mapped[str]
    content: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """By the line's own schema, wire names."""
    author_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    created_at: Mapped[datetime]

    author: Mapped[User] = relationship(lazy="raise", viewonly=True)
