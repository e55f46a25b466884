"""Finds the audit entries about one object: a person, a unit, a role."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0068"
down_revision: str | None = "0067"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_index(
        "ix_audit_entries_object",
        "audit_entries",
        [sa.text("(details ->> 'object')"), "id"],
        postgresql_where=sa.text("(details ->> 'object') is not null"),
    )


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
