"""Requests to cover or swap a shift."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from wardline.migrations.grants import grant

revision: str = "0042"
down_revision: str | None = "0041"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "cover_requests",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("schedule_id", sa.Integer(), nullable=False),
        sa.Column("asked_by_id", sa.Integer(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("offered_to_id", sa.Integer(), nullable=True),
        sa.Column("return_starts_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("return_ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("taken_by_id", sa.Integer(), nullable=True),
        sa.Column("change_id", sa.Integer(), nullable=True),
        sa.Column("return_change_id", sa.Integer(), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ending", sa.Text(), nullable=True),
        sa.CheckConstraint("starts_at < ends_at", name=op.f("ck_cover_requests_order")),
        sa.CheckConstraint(
            "ending in ('taken', 'withdrawn', 'expired', 'undone', 'overtaken')",
            name=op.f("ck_cover_requests_ending"),
        ),
        sa.CheckConstraint("(ended_at is null) = (ending is null)", name=op.f("ck_cover_requests_ended")),
        sa.CheckConstraint(
            "num_nulls(return_starts_at, return_ends_at) in (0, 2)"
            " and (return_starts_at is null or offered_to_id is not null)",
            name=op.f("ck_cover_requests_return"),
        ),
        sa.CheckConstraint(
            "(ending in ('taken', 'undone')) is not true or taken_by_id is not null",
            name=op.f("ck_cover_requests_taken"),
        ),
        sa.ForeignKeyConstraint(["schedule_id"], ["call_schedules.id"], name=op.f("fk_cover_requests_schedule_id")),
        sa.ForeignKeyConstraint(["asked_by_id"], ["users.id"], name=op.f("fk_cover_requests_asked_by_id")),
        sa.ForeignKeyConstraint(["offered_to_id"], ["users.id"], name=op.f("fk_cover_requests_offered_to_id")),
        sa.ForeignKeyConstraint(["taken_by_id"], ["users.id"], name=op.f("fk_cover_requests_taken_by_id")),
        sa.ForeignKeyConstraint(
            ["change_id"], ["schedule_changes.id"], name=op.f("fk_cover_requests_change_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["return_change_id"],
            ["schedule_changes.id"],
            name=op.f("fk_cover_requests_return_change_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cover_requests")),
    )
    op.create_index(op.f("ix_cover_requests_schedule_id_ends_at"), "cover_requests", ["schedule_id", "ends_at"])
    op.create_index(
        op.f("ix_cover_requests_starts_at"),
        "cover_requests",
        ["starts_at"],
        postgresql_where=sa.text("ended_at is null"),
    )
    grant("select, insert, update", "cover_requests")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
