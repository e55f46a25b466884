"""Roles that are retired, and that administrators add and change; who looked at Wardline as whom."""

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
    op.create_table(
        "person_views",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("viewer_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("ended_at >= started_at", name=op.f("ck_person_views_order")),
        sa.ForeignKeyConstraint(["viewer_id"], ["users.id"], name=op.f("fk_person_views_viewer_id")),
        sa.ForeignKeyConstraint(["person_id"], ["users.id"], name=op.f("fk_person_views_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person_views")),
    )
    op.create_index("ix_person_views_viewer", "person_views", ["viewer_id", "started_at"])
    grant("select, insert, update (ended_at)", "person_views")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
