"""Secret addresses for calendars, and calendars that call schedules are planned from."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from wardline.migrations.grants import grant

revision: str = "0043"
down_revision: str | None = "0042"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "calendar_links",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("schedule_id", sa.Integer(), nullable=True),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_read_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("octet_length(digest) = 32", name=op.f("ck_calendar_links_digest")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_calendar_links_user_id")),
        sa.ForeignKeyConstraint(["schedule_id"], ["call_schedules.id"], name=op.f("fk_calendar_links_schedule_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_calendar_links")),
        sa.UniqueConstraint("digest", name=op.f("uq_calendar_links_digest")),
        sa.UniqueConstraint(
            "user_id",
            "schedule_id",
            name=op.f("uq_calendar_links_user_id_schedule_id"),
            postgresql_nulls_not_distinct=True,
        ),
    )
    op.create_table(
        "imported_calendars",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("schedule_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("layer", sa.Integer(), nullable=False),
        sa.Column("address", sa.Text(), nullable=True),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("entries", JSONB(), nullable=False),
        sa.Column("remarks", JSONB(), nullable=False),
        sa.Column("read_until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("fetched_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("tried_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "problem in ('notAllowed', 'noAnswer', 'refused', 'tooLarge', 'notACalendar', 'tooMuch')",
            name=op.f("ck_imported_calendars_problem"),
        ),
        sa.ForeignKeyConstraint(["schedule_id"], ["call_schedules.id"], name=op.f("fk_imported_calendars_schedule_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_imported_calendars")),
    )
    op.create_index(
        "uq_imported_calendars_name", "imported_calendars", ["schedule_id", sa.text("lower(name)")], unique=True
    )
    grant("select, insert, update, delete", "calendar_links")
    grant("select, insert, update, delete", "imported_calendars")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
