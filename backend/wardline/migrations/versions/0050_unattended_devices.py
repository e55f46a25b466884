"""Devices that stay in a call after their user has signed out."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from wardline.migrations.grants import grant

revision: str = "0050"
down_revision: str | None = "0049"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_KINDS = (
    "kind in ('transferDeclined', 'transferClosed', 'pageDeclined', 'onThePhone', 'handedOver', 'unattendedStarted',"
    " 'unattendedEnded')"
)


def upgrade() -> None:
    op.create_table(
        "standalone_keys",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kid", sa.Text(), nullable=False),
        sa.Column("private_key", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_standalone_keys")),
        sa.UniqueConstraint("kid", name=op.f("uq_standalone_keys_kid")),
    )
    grant("select, insert, delete", "standalone_keys")
    op.create_table(
        "standalone_tokens",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("meeting_id", sa.Uuid(), nullable=False),
        sa.Column("issued_by_id", sa.Integer(), nullable=False),
        sa.Column("issued_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("awaited_since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("expires_at > issued_at", name=op.f("ck_standalone_tokens_lifetime")),
        sa.ForeignKeyConstraint(["meeting_id"], ["meetings.id"], name=op.f("fk_standalone_tokens_meeting_id")),
        sa.ForeignKeyConstraint(["issued_by_id"], ["users.id"], name=op.f("fk_standalone_tokens_issued_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_standalone_tokens")),
    )
    op.create_index(op.f("ix_standalone_tokens_meeting_id"), "standalone_tokens", ["meeting_id"])
    op.create_index(
        "ix_standalone_tokens_open", "standalone_tokens", ["issued_by_id"], postgresql_where=sa.text("ended_at is null")
    )
    grant("select, insert, update", "standalone_tokens")
    op.add_column("meeting_attendees", sa.Column("standalone_token_id", sa.Uuid(), nullable=True))
    op.create_foreign_key(
        op.f("fk_meeting_attendees_standalone_token_id"),
        "meeting_attendees",
        "standalone_tokens",
        ["standalone_token_id"],
        ["id"],
    )
    op.drop_constraint(op.f("ck_timeline_entries_kind"), "timeline_entries")
    op.create_check_constraint(op.f("ck_timeline_entries_kind"), "timeline_entries", _KINDS)


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
