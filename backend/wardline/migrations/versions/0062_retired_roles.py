"""Roles that are retired, and roles that administrators add and change."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from wardline.migrations.grants import grant

revision: str = "0062"
down_revision: str | None = "0061"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("roles", sa.Column("retired_permissions", sa.ARRAY(sa.Text()), nullable=True))
    op.execute(
        "create trigger rights after update of retired_permissions on roles"
        " for each statement execute function change_shared_rights()"
    )
    # Never the name, by which people and versions refer to a role.
    grant("insert, update (label, retired_permissions)", "roles")
    grant("insert, delete", "role_permissions")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
