"""Attendees removed from a meeting, and the session of each window."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0017"
down_revision: str | None = "0013"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("meeting_attendees", sa.Column("session_id", sa.Text(), nullable=True))
    op.add_column(
        "meeting_attendees", sa.Column("is_removed", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
