"""The sign-off note of a consult, and what was signed of it."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, LargeBinary, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column, relationship

from wardline.consults.choices import SignOffStatus
from wardline.core.db.checks import one_of
from wardline.core.db.database import Base
from wardline.outbox.models import Delivery
from wardline.people.models import User
from wardline.signoff.choices import DocType, PdfStatus


class SignOffNote(Base):
    """One for a consult at most; once it is signed, the database keeps by whom and when, whoever asks to change it.

    The lock is a lease (`wardline.signoff.locks`): who writes, since when it was not renewed, in which of their
    windows, and which of that window's saves was the last. A lease that lapsed leaves the window.
    """

    __tablename__ = "sign_off_notes"
    __table_args__ = (
        CheckConstraint(one_of("status", SignOffStatus), name="status"),
        CheckConstraint("(signatory_id is null) = (signed_off_at is null)", name="signed_off"),
        CheckConstraint("(status = 'Draft') = (signed_off_at is null)", name="draft"),
        CheckConstraint("(locked_by_id is null) = (locked_at is null)", name="locked"),
        # Not of the moment, which every save of a draft changes.
        Index("ix_sign_off_notes_being_written", "consult_id", postgresql_where=text("locked_by_id is not null")),
    )

    consult_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("consults.id"), primary_key=True)
    status: Mapped[str]
    signatory_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    signed_off_at: Mapped[datetime | None]
    locked_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    locked_at: Mapped[datetime | None]
    editor_id: Mapped[uuid.UUID | None]
    last_save: Mapped[int] = mapped_column(server_default=text("0"))

    signatory: Mapped[User | None] = relationship(lazy="raise", viewonly=True, foreign_keys=signatory_id)
    locked_user: Mapped[User | None] = relationship(lazy="raise", viewonly=True, foreign_keys=locked_by_id)
    draft: Mapped["SignOffDraft | None"] = relationship(lazy="raise", viewonly=True)
    versions: Mapped[list["SignOffVersion"]] = relationship(
        lazy="raise", viewonly=True, order_by="SignOffVersion.version"
    )


class SignOffDraft(Base):
    """What is being written; each save replaces it, and signing turns it into the first version."""

    __tablename__ = "sign_off_drafts"

    consult_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sign_off_notes.consult_id"), primary_key=True)
    content: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """By the draft of the line's note (`wardline.core.forms.drafts.draft_model`), wire names."""
    author_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    saved_at: Mapped[datetime]

    author: Mapped[User] = relationship(lazy="raise", viewonly=True)


class SignOffVersion(Base):
    """What was signed. Rows are only ever added: the database refuses to change or to delete one."""

    __tablename__ = "sign_off_versions"
    __table_args__ = (
        CheckConstraint("version >= 1", name="version"),
        CheckConstraint(one_of("doc_type", DocType), name="doc_type"),
    )

    consult_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sign_off_notes.consult_id"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    doc_type: Mapped[str]
    content: Mapped[Any | None] = mapped_column(JSONB(none_as_null=True), nullable=True)
    """Of a note what the line asked for, wire names; of an addendum its text; null of a mark in error without one.

    Of a fax `wardline.signoff.schemas.FaxContent`.
    """
    content_sha256: Mapped[str]
    """Of `wardline.signoff.signing.digest`, made when it was signed."""
    author_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    created_at: Mapped[datetime]

    author: Mapped[User] = relationship(lazy="raise", viewonly=True)
    document: Mapped["SignOffDocument | None"] = relationship(lazy="raise", viewonly=True)
    delivery: Mapped[Delivery | None] = relationship(
        lazy="raise", viewonly=True, secondary="sign_off_deliveries", uselist=False
    )


class SignOffDocument(Base):
    """The PDF of a version with all that was signed before it; once made it is kept as it is, like what it shows."""

    __tablename__ = "sign_off_documents"
    __table_args__ = (
        ForeignKeyConstraint(["consult_id", "version"], ["sign_off_versions.consult_id", "sign_off_versions.version"]),
        CheckConstraint(f"(pdf is null) = coalesce({one_of('failure', PdfStatus)}, false)", name="made"),
        CheckConstraint("(pdf is null) = (sha256 is null) and (pdf is null) = (made_at is null)", name="whole"),
        Index("ix_sign_off_documents_failed", "consult_id", "version", postgresql_where=text("failure is not null")),
    )

    consult_id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    failure: Mapped[str | None]
    pdf: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    sha256: Mapped[str | None]
    """Of the file's bytes, in hexadecimal."""
    made_at: Mapped[datetime | None]


class SignOffDelivery(Base):
    """Which version a delivery carries: a signed one to the hospital's record, or by fax what was current then."""

    __tablename__ = "sign_off_deliveries"
    __table_args__ = (
        ForeignKeyConstraint(["consult_id", "version"], ["sign_off_versions.consult_id", "sign_off_versions.version"]),
        UniqueConstraint("consult_id", "version"),
    )

    delivery_id: Mapped[int] = mapped_column(ForeignKey("deliveries.id"), primary_key=True, autoincrement=False)
    consult_id: Mapped[uuid.UUID]
    version: Mapped[int]
