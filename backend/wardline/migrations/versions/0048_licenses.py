"""The state that each hospital is in, and the licenses of people."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from wardline.migrations.grants import grant

revision: str = "0048"
down_revision: str | None = "0047"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("facilities", sa.Column("state", sa.Text(), nullable=True))
    op.create_check_constraint(op.f("ck_facilities_state"), "facilities", "state ~ '^[A-Z]{2}$'")
    op.create_table(
        "user_licenses",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("valid_until", sa.Date(), nullable=True),
        sa.CheckConstraint("state ~ '^[A-Z]{2}$'", name=op.f("ck_user_licenses_state")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_user_licenses_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "state", name=op.f("pk_user_licenses")),
    )
    grant("select", "user_licenses")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
