"""Notifications, and an index of the notes that are being edited."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from wardline.migrations.grants import grant

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "notifications",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("consult_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("is_new", sa.Boolean(), nullable=False),
        sa.Column("dismissed", sa.Boolean(), nullable=False),
        sa.CheckConstraint("kind in ('SignoffNoteDraft', 'SignoffNoteSigned')", name=op.f("ck_notifications_kind")),
        sa.CheckConstraint("not (is_new and dismissed)", name=op.f("ck_notifications_dismissed")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_notifications_user_id")),
        sa.ForeignKeyConstraint(["consult_id"], ["consults.id"], name=op.f("fk_notifications_consult_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notifications")),
        sa.UniqueConstraint("consult_id", "kind", "user_id", name=op.f("uq_notifications_consult_id_kind_user_id")),
    )
    op.create_index(
        op.f("ix_notifications_user_id_created_at_id"),
        "notifications",
        ["user_id", "created_at", "id"],
        postgresql_where=sa.text("not dismissed"),
    )
    op.create_index(
        op.f("ix_sign_off_notes_being_written"),
        "sign_off_notes",
        ["consult_id"],
        postgresql_where=sa.text("locked_by_id is not null"),
    )
    grant("select, insert, update", "notifications")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
