"""A key for each user, with which their browser encrypts unsaved input when they are signed out."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from wardline.migrations.grants import grant

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "safekeeping_keys",
        sa.Column("user_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("octet_length(key) = 32", name=op.f("ck_safekeeping_keys_length")),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_safekeeping_keys_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_safekeeping_keys")),
    )
    grant("select, insert", "safekeeping_keys")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
