"""What windows report about their calls, where calls ring, and how each location prefers to join."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from wardline.migrations.grants import grant

revision: str = "0052"
down_revision: str | None = "0051"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_KINDS = (
    "kind in ('transferDeclined', 'transferClosed', 'pageDeclined', 'onThePhone', 'handedOver', 'unattendedStarted',"
    " 'unattendedEnded', 'guestInvited', 'guestJoined', 'guestLeft', 'videoFailed', 'videoEnded')"
)
_QUALITIES = "quality in ('good', 'fair', 'poor')"


def upgrade() -> None:
    op.add_column("meetings", sa.Column("problem_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("meetings", sa.Column("outcome", sa.Text(), nullable=True))
    op.add_column("meetings", sa.Column("quality", sa.Text(), nullable=True))
    op.add_column("meetings", sa.Column("is_relayed", sa.Boolean(), nullable=True))
    op.create_check_constraint(op.f("ck_meetings_outcome"), "meetings", "outcome in ('connected', 'failed', 'unmet')")
    op.create_check_constraint(op.f("ck_meetings_quality"), "meetings", _QUALITIES)
    op.create_index("ix_meetings_ended_at", "meetings", ["ended_at"])
    op.add_column("meeting_attendees", sa.Column("media_since", sa.DateTime(timezone=True), nullable=True))
    op.add_column(
        "meeting_attendees",
        sa.Column("problems", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
    )
    op.add_column("meeting_attendees", sa.Column("quality", sa.Text(), nullable=True))
    op.add_column("meeting_attendees", sa.Column("is_relayed", sa.Boolean(), nullable=True))
    op.create_check_constraint(op.f("ck_meeting_attendees_quality"), "meeting_attendees", _QUALITIES)
    op.create_table(
        "ringing_screens",
        sa.Column("meeting_id", sa.Uuid(), nullable=False),
        sa.Column("screen_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("is_silent", sa.Boolean(), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["meeting_id"], ["meetings.id"], name=op.f("fk_ringing_screens_meeting_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_ringing_screens_user_id")),
        sa.PrimaryKeyConstraint("meeting_id", "screen_id", name=op.f("pk_ringing_screens")),
    )
    grant("select, insert, update, delete", "ringing_screens")
    op.add_column("location_units", sa.Column("preferred_video", sa.Text(), nullable=True))
    op.create_check_constraint(
        op.f("ck_location_units_preferred_video"),
        "location_units",
        "preferred_video in ('vidyo', 'bluestream', 'core')",
    )
    op.drop_constraint(op.f("ck_timeline_entries_kind"), "timeline_entries")
    op.create_check_constraint(op.f("ck_timeline_entries_kind"), "timeline_entries", _KINDS)


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
