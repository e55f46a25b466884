"""People and groups that an identity provider keeps up to date over SCIM, and the roles that groups give."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from wardline.migrations.grants import grant

revision: str = "0058"
down_revision: str | None = "0057"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    _versions()
    _groups()
    _people()
    op.create_index("ix_users_username_lower", "users", [sa.text("lower(username)")])


def _versions() -> None:
    op.add_column("network_versions", sa.Column("client", sa.Text(), nullable=True))
    op.drop_constraint(op.f("ck_network_versions_source"), "network_versions")
    for name, condition in (
        ("source", "source in ('found', 'file', 'screen', 'scim')"),
        ("client", "(source = 'scim') = (client is not null)"),
    ):
        op.create_check_constraint(op.f(f"ck_network_versions_{name}"), "network_versions", condition)


def _groups() -> None:
    op.create_table(
        "groups",
        sa.Column("id", sa.Integer(), sa.Identity(), nullable=False),
        sa.Column("organization_id", sa.Integer(), nullable=False),
        sa.Column("display_name", sa.Text(), nullable=False),
        sa.Column("external_id", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], name=op.f("fk_groups_organization_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_groups")),
    )
    op.create_index(op.f("ix_groups_organization_id"), "groups", ["organization_id"])
    op.create_table(
        "group_members",
        sa.Column("group_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f("fk_group_members_group_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_group_members_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("group_id", "user_id", name=op.f("pk_group_members")),
    )
    op.create_index(op.f("ix_group_members_user_id"), "group_members", ["user_id"])
    op.create_table(
        "group_roles",
        sa.Column("group_id", sa.Integer(), nullable=False),
        sa.Column("role_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name=op.f("fk_group_roles_group_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["role_id"], ["roles.id"], name=op.f("fk_group_roles_role_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("group_id", "role_id", name=op.f("pk_group_roles")),
    )
    op.create_table(
        "user_role_groups",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("role_id", sa.Integer(), nullable=False),
        sa.Column("group_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id", "role_id"],
            ["user_roles.user_id", "user_roles.role_id"],
            name=op.f("fk_user_role_groups_user_id_role_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f("fk_user_role_groups_group_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "role_id", "group_id", name=op.f("pk_user_role_groups")),
    )
    op.create_index(op.f("ix_user_role_groups_group_id"), "user_role_groups", ["group_id"])
    grant("select, insert, delete", "groups", "group_members", "group_roles", "user_role_groups")
    grant("update (display_name, external_id, changed_at)", "groups")


def _people() -> None:
    op.create_table(
        "scim_people",
        sa.Column("organization_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("user_name", sa.Text(), nullable=False),
        sa.Column("external_id", sa.Text(), nullable=True),
        sa.Column("sent", JSONB(), nullable=False),
        sa.Column("added", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deactivated_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], name=op.f("fk_scim_people_organization_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_scim_people_user_id")),
        sa.PrimaryKeyConstraint("organization_id", "user_id", name=op.f("pk_scim_people")),
    )
    op.create_index("ix_scim_people_user_name", "scim_people", [sa.text("lower(user_name)")])
    op.create_index("ix_scim_people_external_id", "scim_people", ["external_id"])
    op.create_table(
        "scim_problems",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("organization_id", sa.Integer(), nullable=False),
        sa.Column("client", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("operation", sa.Text(), nullable=False),
        sa.Column("status", sa.SmallInteger(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("group_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["organization_id"], ["organizations.id"], name=op.f("fk_scim_problems_organization_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scim_problems")),
    )
    op.create_index("ix_scim_problems_organization_id_id", "scim_problems", ["organization_id", "id"])
    op.create_table(
        "scim_secrets",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_scim_secrets")),
    )
    op.create_table(
        "scim_pauses",
        sa.Column("organization_id", sa.Integer(), nullable=False),
        sa.Column("stopped_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("allowed_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("allowed_by_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], name=op.f("fk_scim_pauses_organization_id")),
        sa.ForeignKeyConstraint(["allowed_by_id"], ["users.id"], name=op.f("fk_scim_pauses_allowed_by_id")),
        sa.PrimaryKeyConstraint("organization_id", name=op.f("pk_scim_pauses")),
    )
    grant("select, insert, update", "scim_people", "scim_secrets", "scim_pauses")
    grant("select, insert, delete", "scim_problems")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
