"""Failed deliveries can be marked as handled, and then no longer block others."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_STATES = "state in ('waiting', 'sending', 'delivered', 'failed', 'handled')"
_OPEN = "state in ('waiting', 'sending', 'failed')"


def upgrade() -> None:
    op.drop_constraint(op.f("ck_deliveries_state"), "deliveries")
    op.create_check_constraint(op.f("ck_deliveries_state"), "deliveries", _STATES)
    op.drop_index(op.f("ix_deliveries_lane_id"), "deliveries")
    op.create_index(op.f("ix_deliveries_lane_id"), "deliveries", ["lane", "id"], postgresql_where=sa.text(_OPEN))
    op.drop_index(op.f("ix_deliveries_late"), "deliveries")
    op.create_index(
        op.f("ix_deliveries_late"),
        "deliveries",
        ["id"],
        postgresql_where=sa.text(f"{_OPEN} and told_at is not null"),
    )


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
