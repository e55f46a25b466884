"""Pages of people who are planned, on call or not."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0044"
down_revision: str | None = "0043"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_TARGETS = (
    "target in ('allNotifications', 'escalationOnly', 'plannedAll', 'plannedEscalation', 'coordinators',"
    " 'transferOnCall', 'requester', 'acknowledger', 'responsible', 'lastResort')"
)


def upgrade() -> None:
    for table in ("notices", "paged_people"):
        op.drop_constraint(op.f(f"ck_{table}_target"), table)
        op.create_check_constraint(op.f(f"ck_{table}_target"), table, _TARGETS)
    op.create_index(
        "ix_planned_shifts_times",
        "planned_shifts",
        [sa.text("tstzrange(starts_at, ends_at)")],
        postgresql_using="gist",
    )


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
