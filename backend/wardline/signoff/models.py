"""The sign-off note of a consult, its draft and its signed versions."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, LargeBinary, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column, relationship

from wardline.consults.models import Consult
from wardline.core.db.checks import one_of
from wardline.core.db.database import Base
from wardline.outbox.models import Delivery
from wardline.people.models import User
from wardline.signoff.choices import DocType, PdfStatus, SignOffStatus


class SignOffNote(Base):
    """At most one per consult. Once it is signed, the database refuses to change the signatory and the time.

    The lock is a lease (`wardline.signoff.locks`): its holder, when it was last renewed, the holder's window, and the
    number of that window's last save. A lapsed lease still has its window.
    """

    __tablename__ = "sign_off_notes"
    __table_args__ = (
        CheckConstraint(one_of("status", SignOffStatus), name="status"),
        CheckConstraint("(signatory_id is null) = (signed_off_at is null)", name="signed_off"),
        CheckConstraint("(status = 'Draft') = (signed_off_at is null)", name="draft"),
        CheckConstraint("(locked_by_id is null) = (locked_at is null)", name="locked"),
        # Not on locked_at, which every save of a draft changes.
        Index("ix_sign_off_notes_being_written", "consult_id", postgresql_where=text("locked_by_id is not null")),
    )

    consult_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(Consult.id), primary_key=True)
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
    """The unsigned content. Each save replaces it; signing turns it into the first version."""

    __tablename__ = "sign_off_drafts"

    consult_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sign_off_notes.consult_id"), primary_key=True)
    content: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """The draft of the line's note (`wardline.core.forms.drafts.draft_model`), with wire names."""
    author_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    saved_at: Mapped[datetime]

    author: Mapped[User] = relationship(lazy="raise", viewonly=True)


class SignOffVersion(Base):
    """A signed version or a fax. Append-only: the database refuses to change or delete a row."""

    __tablename__ = "sign_off_versions"
    __table_args__ = (
        CheckConstraint("version >= 1", name="version"),
        CheckConstraint(one_of("doc_type", DocType), name="doc_type"),
    )

    consult_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sign_off_notes.consult_id"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    doc_type: Mapped[str]
    content: Mapped[Any | None] = mapped_column(JSONB(none_as_null=True), nullable=True)
    """The line's note, with wire names; the text of an addendum or a mark in error, which may have none.

    For a fax `wardline.signoff.schemas.FaxContent`.
    """
    content_sha256: Mapped[str]
    """Computed by `wardline.signoff.versions.digest` when it was signed."""
    author_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    created_at: Mapped[datetime]

    author: Mapped[User] = relationship(lazy="raise", viewonly=True)
    document: Mapped["SignOffDocument | None"] = relationship(lazy="raise", viewonly=True)
    delivery: Mapped[Delivery | None] = relationship(
        lazy="raise", viewonly=True, secondary="sign_off_deliveries", uselist=False
    )


class SignOffDocument(Base):
    """The PDF of a version and everything signed before it. Once created, it never changes."""

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
    """The hash of the PDF's bytes, in hexadecimal."""
    made_at: Mapped[datetime | None]


class SignOffDelivery(Base):
    """The version that a delivery sends: a signed one to the hospital's record, or a fax."""

    __tablename__ = "sign_off_deliveries"
    __table_args__ = (
        ForeignKeyConstraint(["consult_id", "version"], ["sign_off_versions.consult_id", "sign_off_versions.version"]),
        UniqueConstraint("consult_id", "version"),
    )

    delivery_id: Mapped[int] = mapped_column(ForeignKey("deliveries.id"), primary_key=True, autoincrement=False)
    consult_id: Mapped[uuid.UUID]
    version: Mapped[int]
