"""Deliveries that their domain withdraws, and when a receiver accepted an attempt; unknown for earlier attempts."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0032"
down_revision: str | None = "0031"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_STATES = "state in ('waiting', 'sending', 'delivered', 'failed', 'handled', 'withdrawn')"


def upgrade() -> None:
    op.add_column("delivery_attempts", sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=True))
    op.drop_constraint(op.f("ck_deliveries_state"), "deliveries")
    op.create_check_constraint(op.f("ck_deliveries_state"), "deliveries", _STATES)


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
