"""Meetings in the app: their attendees, and pending signals between browsers."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from wardline.migrations.grants import grant

revision: str = "0013"
down_revision: str | None = "0012"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "meetings",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("external_id", sa.Uuid(), nullable=False),
        sa.Column("consult_id", sa.Uuid(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["consult_id"], ["consults.id"], name=op.f("fk_meetings_consult_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_meetings")),
        sa.UniqueConstraint("external_id", name=op.f("uq_meetings_external_id")),
    )
    op.create_index(
        op.f("ix_meetings_open"), "meetings", ["consult_id"], unique=True, postgresql_where=sa.text("ended_at is null")
    )
    op.create_table(
        "meeting_attendees",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("meeting_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["meeting_id"], ["meetings.id"], name=op.f("fk_meeting_attendees_meeting_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_meeting_attendees_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_meeting_attendees")),
    )
    op.create_index(op.f("ix_meeting_attendees_meeting_id"), "meeting_attendees", ["meeting_id"])
    op.create_table(
        "meeting_signals",
        sa.Column("id", sa.Integer(), sa.Identity(), nullable=False),
        sa.Column("sender_id", sa.Uuid(), nullable=False),
        sa.Column("receiver_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("content", postgresql.JSONB(), nullable=True),
        sa.ForeignKeyConstraint(["sender_id"], ["meeting_attendees.id"], name=op.f("fk_meeting_signals_sender_id")),
        sa.ForeignKeyConstraint(["receiver_id"], ["meeting_attendees.id"], name=op.f("fk_meeting_signals_receiver_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_meeting_signals")),
        sa.UniqueConstraint("sender_id", "number", name=op.f("uq_meeting_signals_sender_id_number")),
    )
    op.create_index(op.f("ix_meeting_signals_receiver_id"), "meeting_signals", ["receiver_id", "id"])
    grant("select, insert, update", "meetings", "meeting_attendees")
    grant("select, insert, update (content), delete", "meeting_signals")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
