"""What each window publishes at the media server, and how often a meeting has changed its way."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0054"
down_revision: str | None = "0053"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("meetings", sa.Column("media_generation", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("meeting_attendees", sa.Column("publisher_id", sa.BigInteger()))
    op.create_unique_constraint(
        op.f("uq_meeting_attendees_meeting_id_publisher_id"), "meeting_attendees", ["meeting_id", "publisher_id"]
    )
    op.create_check_constraint(op.f("ck_meeting_attendees_publisher_id"), "meeting_attendees", "publisher_id > 0")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
