"""Imports of people, invitations, and when users first signed in."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from wardline.migrations.grants import grant

revision: str = "0059"
down_revision: str | None = "0058"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "people_imports",
        sa.Column("id", sa.Integer(), sa.Identity(), nullable=False),
        sa.Column("by_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("file_name", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("counts", JSONB(), nullable=False),
        sa.Column("invited_count", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["by_id"], ["users.id"], name=op.f("fk_people_imports_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people_imports")),
    )
    op.create_table(
        "invitations",
        sa.Column("user_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("by_id", sa.Integer(), nullable=False),
        sa.Column("invited_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("email", sa.Text(), nullable=True),
        sa.Column("delivery_id", sa.Integer(), nullable=True),
        sa.Column("mail_state", sa.Text(), nullable=True),
        sa.Column("mail_reason", sa.Text(), nullable=True),
        sa.CheckConstraint("mail_state in ('queued', 'sent', 'failed')", name=op.f("ck_invitations_mail_state")),
        sa.CheckConstraint("expires_at > invited_at", name=op.f("ck_invitations_expires")),
        sa.ForeignKeyConstraint(["by_id"], ["users.id"], name=op.f("fk_invitations_by_id")),
        sa.ForeignKeyConstraint(["delivery_id"], ["deliveries.id"], name=op.f("fk_invitations_delivery_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_invitations_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_invitations")),
    )
    op.create_index(
        op.f("ix_invitations_expires_at"), "invitations", ["expires_at"], postgresql_where=sa.text("email is not null")
    )
    op.create_index("ix_invitations_delivery_id", "invitations", ["delivery_id"], unique=True)
    grant("select, insert", "people_imports")
    grant("select, insert, delete, update (email, mail_state, mail_reason)", "invitations")
    # Nobody knows when the users who have a key already first signed in, so only new rows get the time.
    op.add_column("safekeeping_keys", sa.Column("created_at", sa.DateTime(timezone=True), nullable=True))
    op.execute("alter table safekeeping_keys alter column created_at set default now()")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
