"""Indexes for lists of people: in the order of their names, and by organization, role and unit."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0065"
down_revision: str | None = "0064"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_index(
        "ix_users_listed",
        "users",
        [sa.text('lower(last_name) collate "C"'), sa.text('lower(first_name) collate "C"'), "id"],
    )
    op.create_index(
        "ix_user_organizations_organization_id_user_id", "user_organizations", ["organization_id", "user_id"]
    )
    op.create_index("ix_user_roles_role_id_user_id", "user_roles", ["role_id", "user_id"])
    op.create_index("ix_user_locations_location_id_user_id", "user_locations", ["location_id", "user_id"])


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
