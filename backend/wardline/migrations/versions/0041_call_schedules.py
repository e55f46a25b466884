"""Call schedules: who is expected on call."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from wardline.migrations.grants import grant

revision: str = "0041"
down_revision: str | None = "0040"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "call_schedules",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("service_line_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("time_zone", sa.Text(), nullable=False),
        sa.Column("primary", sa.Boolean(), nullable=False),
        sa.Column("rotations", JSONB(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("saved_by_id", sa.Integer(), nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["service_line_id"], ["service_lines.id"], name=op.f("fk_call_schedules_service_line_id")
        ),
        sa.ForeignKeyConstraint(["saved_by_id"], ["users.id"], name=op.f("fk_call_schedules_saved_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_call_schedules")),
    )
    op.create_index(
        "uq_call_schedules_name",
        "call_schedules",
        ["service_line_id", "name"],
        unique=True,
        postgresql_where=sa.text("removed_at is null"),
    )
    op.create_table(
        "schedule_changes",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("schedule_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("replaced_user_id", sa.Integer(), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_by_id", sa.Integer(), nullable=False),
        sa.CheckConstraint("kind in ('add', 'remove', 'replace', 'only')", name=op.f("ck_schedule_changes_kind")),
        sa.CheckConstraint("starts_at < ends_at", name=op.f("ck_schedule_changes_order")),
        sa.CheckConstraint(
            "(kind in ('remove', 'replace')) = (replaced_user_id is not null)",
            name=op.f("ck_schedule_changes_replaced"),
        ),
        sa.CheckConstraint(
            "case kind when 'remove' then user_id is null when 'only' then true else user_id is not null end",
            name=op.f("ck_schedule_changes_person"),
        ),
        sa.ForeignKeyConstraint(["schedule_id"], ["call_schedules.id"], name=op.f("fk_schedule_changes_schedule_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_schedule_changes_user_id")),
        sa.ForeignKeyConstraint(["replaced_user_id"], ["users.id"], name=op.f("fk_schedule_changes_replaced_user_id")),
        sa.ForeignKeyConstraint(["made_by_id"], ["users.id"], name=op.f("fk_schedule_changes_made_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_schedule_changes")),
    )
    op.create_index(op.f("ix_schedule_changes_schedule_id_ends_at"), "schedule_changes", ["schedule_id", "ends_at"])
    op.create_table(
        "planned_shifts",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("schedule_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("rotation", sa.Text(), nullable=True),
        sa.Column("change_id", sa.Integer(), nullable=True),
        sa.CheckConstraint("starts_at < ends_at", name=op.f("ck_planned_shifts_order")),
        sa.ForeignKeyConstraint(["schedule_id"], ["call_schedules.id"], name=op.f("fk_planned_shifts_schedule_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_planned_shifts_user_id")),
        sa.ForeignKeyConstraint(
            ["change_id"], ["schedule_changes.id"], name=op.f("fk_planned_shifts_change_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_planned_shifts")),
    )
    op.create_index(op.f("ix_planned_shifts_schedule_id_ends_at"), "planned_shifts", ["schedule_id", "ends_at"])
    op.create_index(op.f("ix_planned_shifts_user_id_ends_at"), "planned_shifts", ["user_id", "ends_at"])
    op.create_index(op.f("ix_planned_shifts_starts_at"), "planned_shifts", ["starts_at"])
    op.create_table(
        "holidays",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_holidays")),
    )
    grant("select, insert, update", "call_schedules")
    grant("select, insert, update, delete", "schedule_changes")
    grant("select, insert, update, delete", "planned_shifts")
    grant("select, insert, update, delete", "holidays")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
