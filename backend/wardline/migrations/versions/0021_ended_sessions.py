"""Sessions that ended before their tokens expired."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from wardline.migrations.grants import grant

revision: str = "0021"
down_revision: str | None = "0020"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "ended_sessions",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kept_until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_ended_sessions")),
    )
    grant("select, insert, update, delete", "ended_sessions")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
