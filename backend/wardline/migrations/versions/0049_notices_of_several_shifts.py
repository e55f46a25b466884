"""Notices of duty about several shifts at once."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0049"
down_revision: str | None = "0048"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("duty_notices", sa.Column("shift_count", sa.Integer(), server_default=sa.text("1"), nullable=False))
    op.create_check_constraint(op.f("ck_duty_notices_shift_count"), "duty_notices", "shift_count > 0")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
