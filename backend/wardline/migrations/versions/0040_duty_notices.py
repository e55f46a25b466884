"""Notices of duty, and the deliveries that carry them."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from wardline.migrations.grants import grant

revision: str = "0040"
down_revision: str | None = "0039"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

KINDS = (
    "kind in ('shiftTomorrow', 'shiftBegins', 'shiftUnattended', 'nobodyOnCall', 'shiftAssigned', 'shiftWithdrawn',"
    " 'coverAsked', 'coverTaken', 'coverOpen', 'coverClosed', 'planHasGaps')"
)


def upgrade() -> None:
    op.create_table(
        "duty_notices",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("service_line_id", sa.Integer(), nullable=False),
        sa.Column("schedule_name", sa.Text(), nullable=True),
        sa.Column("time_zone", sa.Text(), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("about_id", sa.Integer(), nullable=True),
        sa.Column("cause", sa.Text(collation="C"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(KINDS, name=op.f("ck_duty_notices_kind")),
        sa.CheckConstraint("ends_at > starts_at", name=op.f("ck_duty_notices_order")),
        sa.CheckConstraint("starts_at is not null or ends_at is null", name=op.f("ck_duty_notices_start")),
        sa.ForeignKeyConstraint(["about_id"], ["users.id"], name=op.f("fk_duty_notices_about_id")),
        sa.ForeignKeyConstraint(
            ["service_line_id"], ["service_lines.id"], name=op.f("fk_duty_notices_service_line_id")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_duty_notices_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_duty_notices")),
        sa.UniqueConstraint("cause", "user_id", name=op.f("uq_duty_notices_cause_user_id")),
    )
    op.create_index(
        op.f("ix_duty_notices_user_id_created_at_id"),
        "duty_notices",
        ["user_id", "created_at", "id"],
        unique=False,
        postgresql_where=sa.text("seen_at is null"),
    )
    op.create_table(
        "duty_notice_deliveries",
        sa.Column("delivery_id", sa.Integer(), nullable=False),
        sa.Column("notice_id", sa.Integer(), nullable=False),
        sa.Column("contact_id", sa.Integer(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.CheckConstraint("channel in ('push', 'text', 'email')", name=op.f("ck_duty_notice_deliveries_channel")),
        sa.ForeignKeyConstraint(["delivery_id"], ["deliveries.id"], name=op.f("fk_duty_notice_deliveries_delivery_id")),
        sa.ForeignKeyConstraint(
            ["notice_id"],
            ["duty_notices.id"],
            name=op.f("fk_duty_notice_deliveries_notice_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("delivery_id", name=op.f("pk_duty_notice_deliveries")),
    )
    op.create_index(op.f("ix_duty_notice_deliveries_notice_id"), "duty_notice_deliveries", ["notice_id"], unique=False)
    grant("select, insert, update, delete", "duty_notices", "duty_notice_deliveries")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
