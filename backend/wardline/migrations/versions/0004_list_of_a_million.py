"""The list's indexes, one for each way to read a page (`wardline.consults.picking`)."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

FORMER = (
    "ix_consults_rank",
    "ix_consults_rank_down",
    "ix_consults_newest",
    "ix_consults_name",
    "ix_consults_line",
    "ix_consults_location",
    "ix_consults_created_by",
    "ix_consults_acknowledged_by",
    "ix_consults_completed_by",
)
LISTED = {
    "line_rank_up": ("service_line_id", "bucket", sa.text("coalesce(sort_rank, 2147483647)")),
    "line_rank_down": ("service_line_id", "bucket", sa.text("coalesce(-sort_rank, 2147483647)")),
    "line_date": ("service_line_id", "bucket"),
    "organization": ("organization_id", "service_line_id", "bucket"),
    "location": ("location_id", "bucket"),
    "created_by": ("created_by_id", "bucket"),
    "acknowledged_by": ("acknowledged_by_id", "bucket"),
    "completed_by": ("completed_by_id", "bucket"),
}
COVERED = ("organization_id", "service_line_id", "location_id", "sort_rank", "listed_words")


def upgrade() -> None:
    words = sa.Computed("left(name_vector::text, 400)", persisted=True)
    op.add_column("consults", sa.Column("listed_words", sa.Text(), words, nullable=False))
    for name, found_by in LISTED.items():
        op.create_index(
            f"ix_consults_by_{name}",
            "consults",
            [*found_by, "created_at", "id"],
            postgresql_include=[column for column in COVERED if column not in found_by],
        )
    op.create_index("ix_consults_words", "consults", [sa.text("strip(name_vector)")], postgresql_using="gin")
    op.create_index(
        "ix_consults_long_names",
        "consults",
        ["created_at"],
        postgresql_where=sa.text("char_length(listed_words) >= 400"),
    )
    # Last, because dropping keeps everybody out, and building, which takes most of the time, only those who write.
    for name in FORMER:
        op.drop_index(name, "consults")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
