"""Versions of the network's objects, which of them a file manages, and users whom administrators change."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from wardline.migrations.grants import grant

revision: str = "0055"
down_revision: str | None = "0054"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_RIGHTS = ("user_roles", "user_organizations", "user_locations", "user_service_lines", "user_licenses")
_CHANGED = "subject, first_name, last_name, phone_number, medipac_id, active, signed_out_at"
"""Never the name for signing in."""
_KINDS = "kind in ('organization', 'facility', 'serviceLine', 'unit', 'role', 'user')"


def upgrade() -> None:
    op.create_table(
        "network_versions",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("file", sa.Text(), nullable=True),
        sa.Column("by_id", sa.Integer(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("document", JSONB(), nullable=False),
        sa.CheckConstraint(_KINDS, name=op.f("ck_network_versions_kind")),
        sa.CheckConstraint("source in ('found', 'file', 'screen')", name=op.f("ck_network_versions_source")),
        sa.CheckConstraint("(source = 'file') = (file is not null)", name=op.f("ck_network_versions_file")),
        sa.CheckConstraint("(source = 'screen') = (by_id is not null)", name=op.f("ck_network_versions_by")),
        sa.CheckConstraint("number > 0", name=op.f("ck_network_versions_number")),
        sa.ForeignKeyConstraint(["by_id"], ["users.id"], name=op.f("fk_network_versions_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_network_versions")),
        sa.UniqueConstraint("kind", "code", "number", name=op.f("uq_network_versions_kind_code_number")),
    )
    op.create_table(
        "managed_objects",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.CheckConstraint(_KINDS, name=op.f("ck_managed_objects_kind")),
        sa.PrimaryKeyConstraint("kind", "code", name=op.f("pk_managed_objects")),
    )
    grant("select, insert", "network_versions")
    grant("select", "managed_objects")
    op.add_column("users", sa.Column("signed_out_at", sa.DateTime(timezone=True), nullable=True))
    # Administrators change users while the application runs; whoever does locks their rights first.
    grant(f"insert, update ({_CHANGED})", "users")
    grant("insert, update, delete", *_RIGHTS)
    grant("update (version)", "rights_versions")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
