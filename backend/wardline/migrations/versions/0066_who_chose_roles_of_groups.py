"""Who chose last which roles a group of the identity provider gives."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from wardline.migrations.grants import grant

revision: str = "0066"
down_revision: str | None = "0065"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("groups", sa.Column("roles_by_id", sa.Integer(), nullable=True))
    op.create_foreign_key(op.f("fk_groups_roles_by_id"), "groups", "users", ["roles_by_id"], ["id"])
    grant("update (roles_by_id)", "groups")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
