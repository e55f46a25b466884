"""Who closed a transfer with its consult; unknown for those that were closed before."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0029"
down_revision: str | None = "0028"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("transfers", sa.Column("closed_by_id", sa.Integer(), nullable=True))
    op.create_foreign_key(op.f("fk_transfers_closed_by_id"), "transfers", "users", ["closed_by_id"], ["id"])
    # Servers of the previous version still close transfers without saying who did.
    check = "closed_by_id is null or closed_at is not null"
    op.create_check_constraint(op.f("ck_transfers_closed_by"), "transfers", check)


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
