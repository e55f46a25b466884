"""Audit entries, the hash chain that makes tampering evident, signed checkpoints, and external witnesses.

Only functions owned by the tables' owner (`record_audit_entry`, `link_audit_entries`, `add_audit_checkpoint`) write to
the first three. They assign every id, time and position, and nothing there is ever changed; only retention, run by the
owner, removes entries and leaves their links (`wardline.audit.removals`).
"""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Identity, Index, Integer, LargeBinary, SmallInteger, Text, text
from sqlalchemy.dialects.postgresql import ARRAY, JSON, UUID
from sqlalchemy.orm import Mapped, mapped_column

from wardline.core.db.database import Base


class AuditEntry(Base):
    """One request by a signed-in user that touches patients or changes who is on call.

    Or a command run on the server that changes who may view patients, or a request by a guest of a call, whose id is
    among the details; these have no user, so `user_id` is null.

    Partitioned by the month of `at`; a month without a partition goes to the default one.
    """

    __tablename__ = "audit_entries"
    __table_args__ = (
        CheckConstraint("status between 100 and 599", name="status"),
        Index("ix_audit_entries_who", "user_id", "id"),
        Index("ix_audit_entries_whom", "patient_ids", "emr_ids", postgresql_using="gin"),
        Index("ix_audit_entries_what", "action", "id"),
        Index("ix_audit_entries_refused", "id", postgresql_where=text("status >= 400 and status < 500")),
        Index("ix_audit_entries_failed", "id", postgresql_where=text("status >= 500")),
        Index(
            "ix_audit_entries_object",
            text("(details ->> 'object')"),
            "id",
            postgresql_where=text("(details ->> 'object') is not null"),
        ),
        {"postgresql_partition_by": "RANGE (at)"},
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    at: Mapped[datetime] = mapped_column(primary_key=True)
    request_id: Mapped[str]
    """As in the logs and in the response's header."""
    user_id: Mapped[int | None]
    """No foreign key, so that an entry never waits for a lock on the user's row."""
    action: Mapped[str]
    """The operation id in the contract."""
    status: Mapped[int] = mapped_column(SmallInteger)
    """The HTTP status of the response."""
    code: Mapped[str | None]
    """The error code if the request was refused."""
    address: Mapped[str | None]
    """The client's IP address, as seen by the server or a trusted proxy."""
    organization_ids: Mapped[list[int]] = mapped_column(ARRAY(Integer))
    consult_ids: Mapped[list[uuid.UUID]] = mapped_column(ARRAY(UUID))
    patient_ids: Mapped[list[uuid.UUID]] = mapped_column(ARRAY(UUID))
    emr_ids: Mapped[list[str]] = mapped_column(ARRAY(Text))
    """Ids of patients in their hospital's record."""
    details: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """Other parameters, such as the filter of an export; never a name or text that a user typed."""


class AuditCheckpoint(Base):
    """The head of the chain at some time, signed with a key that is not in the database."""

    __tablename__ = "audit_checkpoints"

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    position: Mapped[int] = mapped_column(BigInteger)
    hash: Mapped[bytes] = mapped_column(LargeBinary)
    at: Mapped[datetime]
    key: Mapped[str]
    """The key's name (`wardline.audit.keys.name_of`)."""
    signature: Mapped[bytes] = mapped_column(LargeBinary)


class AuditWitness(Base):
    """How far an external witness has received entries and checkpoints, and whether it accepts them."""

    __tablename__ = "audit_witnesses"

    name: Mapped[str] = mapped_column(primary_key=True)
    """Its URL without secrets."""
    position: Mapped[int] = mapped_column(BigInteger)
    hash: Mapped[bytes] = mapped_column(LargeBinary)
    """The hash of the link at `position`, or zeros if there is none."""
    checkpoint_id: Mapped[int] = mapped_column(BigInteger)
    failing_since: Mapped[datetime | None]
    failure: Mapped[str | None]
    """The type of failure in a few fixed words, never text from the witness."""


class AuditCheck(Base):
    """How far the server has recomputed the chain by itself: the new entries, and all of them again and again.

    Stored with the application's rights, so it is a report for administrators, not evidence (`wardline audit verify`).
    """

    __tablename__ = "audit_checks"
    __table_args__ = (CheckConstraint("kind in ('new', 'again')", name="kind"),)

    kind: Mapped[str] = mapped_column(primary_key=True)
    position: Mapped[int] = mapped_column(BigInteger)
    hash: Mapped[bytes] = mapped_column(LargeBinary)
    reached: Mapped[datetime | None]
    """The time of the entry at `position`."""
    completed_at: Mapped[datetime | None]
    """When the check last reached the end of the chain."""
    fault: Mapped[str | None]
    """What is wrong with the next entry, as a sentence without its period."""
    found_at: Mapped[datetime | None]
    """When the fault was found."""


class AuditLink(Base):
    """One entry's position in the chain; `hash` covers the entry and the previous hash (`wardline.audit.chain`)."""

    __tablename__ = "audit_links"
    __table_args__ = (
        CheckConstraint("(removal is null) = (removed_at is null)", name="removed"),
        Index("ix_audit_links_removal", "removal", postgresql_where=text("removal is not null")),
    )

    position: Mapped[int] = mapped_column(BigInteger, autoincrement=False, primary_key=True)
    entry_id: Mapped[int] = mapped_column(BigInteger, unique=True)
    hash: Mapped[bytes] = mapped_column(LargeBinary)
    removal: Mapped[int | None] = mapped_column(BigInteger)
    """The removal that took the entry's content (`wardline.audit.removals`): the position of the first it took."""
    removed_at: Mapped[datetime | None]
