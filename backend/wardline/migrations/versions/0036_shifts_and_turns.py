"""Which check-ins are one shift, and an index of the turns of contacts; check-ins until now are a shift each."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0036"
down_revision: str | None = "0035"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("check_ins", sa.Column("first_id", sa.Integer(), nullable=True))
    op.create_foreign_key(op.f("fk_check_ins_first_id"), "check_ins", "check_ins", ["first_id"], ["id"])
    op.create_index(
        "ix_notices_turns",
        "notices",
        ["contact_id", "due_at"],
        postgresql_where=sa.text("channel in ('text', 'call') and withdrawn_at is null"),
    )


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
