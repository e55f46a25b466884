"""Guests who are invited to a call by a link."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from wardline.migrations.grants import grant

revision: str = "0051"
down_revision: str | None = "0050"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_KINDS = (
    "kind in ('transferDeclined', 'transferClosed', 'pageDeclined', 'onThePhone', 'handedOver', 'unattendedStarted',"
    " 'unattendedEnded', 'guestInvited', 'guestJoined', 'guestLeft')"
)


def upgrade() -> None:
    op.create_table(
        "meeting_guests",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("meeting_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("invited_by_id", sa.Integer(), nullable=False),
        sa.Column("invited_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("opens_until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("link_digest", sa.LargeBinary(), nullable=False),
        sa.Column("device_digest", sa.LargeBinary(), nullable=True),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("answered_by_id", sa.Integer(), nullable=True),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("char_length(name) between 1 and 80", name=op.f("ck_meeting_guests_name")),
        sa.CheckConstraint(
            "kind in ('interpreter', 'specialist', 'family', 'other')", name=op.f("ck_meeting_guests_kind")
        ),
        sa.CheckConstraint(
            "state in ('invited', 'waiting', 'admitted', 'refused', 'left', 'ended')",
            name=op.f("ck_meeting_guests_state"),
        ),
        sa.CheckConstraint("opens_until > invited_at", name=op.f("ck_meeting_guests_lifetime")),
        sa.CheckConstraint("(device_digest is null) = (opened_at is null)", name=op.f("ck_meeting_guests_device")),
        sa.CheckConstraint(
            "(answered_by_id is not null) or state not in ('admitted', 'refused', 'left')",
            name=op.f("ck_meeting_guests_answer"),
        ),
        sa.ForeignKeyConstraint(["meeting_id"], ["meetings.id"], name=op.f("fk_meeting_guests_meeting_id")),
        sa.ForeignKeyConstraint(["invited_by_id"], ["users.id"], name=op.f("fk_meeting_guests_invited_by_id")),
        sa.ForeignKeyConstraint(["answered_by_id"], ["users.id"], name=op.f("fk_meeting_guests_answered_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_meeting_guests")),
        sa.UniqueConstraint("link_digest", name=op.f("uq_meeting_guests_link_digest")),
        sa.UniqueConstraint("device_digest", name=op.f("uq_meeting_guests_device_digest")),
    )
    op.create_index(op.f("ix_meeting_guests_meeting_id"), "meeting_guests", ["meeting_id"])
    grant("select, insert, update", "meeting_guests")
    op.add_column("meeting_attendees", sa.Column("guest_id", sa.Uuid(), nullable=True))
    op.create_foreign_key(
        op.f("fk_meeting_attendees_guest_id"), "meeting_attendees", "meeting_guests", ["guest_id"], ["id"]
    )
    op.alter_column("meeting_attendees", "user_id", existing_type=sa.Integer(), nullable=True)
    op.create_check_constraint(
        op.f("ck_meeting_attendees_person"), "meeting_attendees", "(user_id is null) = (guest_id is not null)"
    )
    op.drop_constraint(op.f("ck_timeline_entries_kind"), "timeline_entries")
    op.create_check_constraint(op.f("ck_timeline_entries_kind"), "timeline_entries", _KINDS)


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
