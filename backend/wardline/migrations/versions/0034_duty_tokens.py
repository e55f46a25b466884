"""Tokens with which locked screens ring for those on call, and the message that tells of the lock."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from wardline.migrations.grants import grant

revision: str = "0034"
down_revision: str | None = "0033"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "duty_tokens",
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("check_in_id", sa.Integer(), nullable=False),
        sa.Column("issued_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("first_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("octet_length(digest) = 32", name=op.f("ck_duty_tokens_digest")),
        sa.ForeignKeyConstraint(["check_in_id"], ["check_ins.id"], name=op.f("fk_duty_tokens_check_in_id")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_duty_tokens")),
    )
    op.create_index(op.f("ix_duty_tokens_check_in_id"), "duty_tokens", ["check_in_id"], unique=False)
    op.create_index(op.f("ix_duty_tokens_expires_at"), "duty_tokens", ["expires_at"], unique=False)
    grant("select, insert, update, delete", "duty_tokens")
    op.drop_constraint(op.f("ck_contact_messages_purpose"), "contact_messages")
    op.create_check_constraint(
        op.f("ck_contact_messages_purpose"), "contact_messages", "purpose in ('code', 'test', 'locked')"
    )


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
