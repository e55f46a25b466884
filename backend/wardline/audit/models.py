"""What happened, the chain that shows when it was tampered with, signatures over that, and who outside was told of it.

Only functions of their owner add to the first three (`record_audit_entry`, `link_audit_entries`,
`add_audit_checkpoint`), which give every entry its number, its time and its place; nothing there is ever changed.
"""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Identity, Index, Integer, LargeBinary, SmallInteger, Text
from sqlalchemy.dialects.postgresql import ARRAY, JSON, UUID
from sqlalchemy.orm import Mapped, mapped_column

from wardline.core.db.database import Base


class AuditEntry(Base):
    """One answered request of a signed-in person to a call that touches patients or says who is on call.

    Or a command at the server that changes who may see patients; nobody is signed in there, so `user_id` is null.

    Partitioned by the month of `at`; a month without a partition of its own goes to the default one.
    """

    __tablename__ = "audit_entries"
    __table_args__ = (
        CheckConstraint("status between 100 and 599", name="status"),
        Index("ix_audit_entries_who", "user_id", "id"),
        Index("ix_audit_entries_whom", "patient_ids", "emr_ids", postgresql_using="gin"),
        {"postgresql_partition_by": "RANGE (at)"},
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    at: Mapped[datetime] = mapped_column(primary_key=True)
    request_id: Mapped[str]
    """The same as in the logs and in the answer's header."""
    user_id: Mapped[int | None]
    """No foreign key, so that an entry never waits for whoever holds the person's row."""
    action: Mapped[str]
    """The call's operation id in the contract."""
    status: Mapped[int] = mapped_column(SmallInteger)
    """The answer's HTTP status."""
    code: Mapped[str | None]
    """The error's code when the request was refused."""
    address: Mapped[str | None]
    """Where it came from: the caller's address, as the server or a trusted proxy saw it."""
    organization_ids: Mapped[list[int]] = mapped_column(ARRAY(Integer))
    consult_ids: Mapped[list[uuid.UUID]] = mapped_column(ARRAY(UUID))
    patient_ids: Mapped[list[uuid.UUID]] = mapped_column(ARRAY(UUID))
    emr_ids: Mapped[list[str]] = mapped_column(ARRAY(Text))
    """Patients as their hospital's record calls them."""
    details: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """What else was asked for, such as the filter of an export; never a name or a text that somebody typed."""


class AuditCheckpoint(Base):
    """What the chain was at a moment, signed with a key that the database does not have."""

    __tablename__ = "audit_checkpoints"

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    position: Mapped[int] = mapped_column(BigInteger)
    hash: Mapped[bytes] = mapped_column(LargeBinary)
    at: Mapped[datetime]
    key: Mapped[str]
    """The key's name (`wardline.audit.keys.name_of`)."""
    signature: Mapped[bytes] = mapped_column(LargeBinary)


class AuditWitness(Base):
    """How far one of the places outside has been told of entries and checkpoints, and whether it takes them."""

    __tablename__ = "audit_witnesses"

    name: Mapped[str] = mapped_column(primary_key=True)
    """Its address without what is secret in it."""
    position: Mapped[int] = mapped_column(BigInteger)
    hash: Mapped[bytes] = mapped_column(LargeBinary)
    """That of the link at `position`, or zeros before there is one."""
    checkpoint_id: Mapped[int] = mapped_column(BigInteger)
    failing_since: Mapped[datetime | None]
    failure: Mapped[str | None]
    """A kind of failure in a few fixed words, never what the witness said."""


class AuditLink(Base):
    """One entry's place in the chain; `hash` covers the entry and the hash before it (`wardline.audit.chain`)."""

    __tablename__ = "audit_links"

    position: Mapped[int] = mapped_column(BigInteger, autoincrement=False, primary_key=True)
    entry_id: Mapped[int] = mapped_column(BigInteger, unique=True)
    hash: Mapped[bytes] = mapped_column(LargeBinary)
