"""Drafts of the network's objects, days with other hours of service lines, and escalations as objects of the network."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from wardline.migrations.grants import grant

revision: str = "0061"
down_revision: str | None = "0060"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_KINDS = "kind in ('organization', 'facility', 'serviceLine', 'escalation', 'unit', 'role', 'user')"
_STATES = "state in ('draft', 'scheduled', 'failed', 'published', 'discarded')"
_CHECKS = {
    "kind": _KINDS,
    "state": _STATES,
    "publish_at": "(state = 'scheduled') = (publish_at is not null)",
    "scheduled_by": "(publish_at is null) = (scheduled_by_id is null)",
    "failure": "(state = 'failed') = (failure is not null)",
    "approved": "(approved_by_id is null) = (approved_at is null)",
    "approved_by": "approved_by_id <> by_id",
    "closed": "(state in ('published', 'discarded')) = (closed_at is not null)",
    "closed_by": "(closed_at is null) = (closed_by_id is null)",
}
_USERS = ("by_id", "approved_by_id", "scheduled_by_id", "closed_by_id")


def upgrade() -> None:
    for table in ("network_versions", "managed_objects"):
        op.drop_constraint(op.f(f"ck_{table}_kind"), table)
        op.create_check_constraint(op.f(f"ck_{table}_kind"), table, _KINDS)
    op.create_table(
        "network_drafts",
        sa.Column("id", sa.Integer(), sa.Identity(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("document", JSONB(), nullable=False),
        sa.Column("base", JSONB()),
        sa.Column("reason", sa.Text()),
        sa.Column("by_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("approved_by_id", sa.Integer()),
        sa.Column("approved_at", sa.DateTime(timezone=True)),
        sa.Column("publish_at", sa.DateTime(timezone=True)),
        sa.Column("scheduled_by_id", sa.Integer()),
        sa.Column("confirmed", JSONB(), server_default="[]", nullable=False),
        sa.Column("failure", sa.Text()),
        sa.Column("closed_at", sa.DateTime(timezone=True)),
        sa.Column("closed_by_id", sa.Integer()),
        *(sa.CheckConstraint(check, name=op.f(f"ck_network_drafts_{name}")) for name, check in _CHECKS.items()),
        *(
            sa.ForeignKeyConstraint([column], ["users.id"], name=op.f(f"fk_network_drafts_{column}"))
            for column in _USERS
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_network_drafts")),
    )
    op.create_index(
        "uq_network_drafts_open",
        "network_drafts",
        ["kind", "code"],
        unique=True,
        postgresql_where=sa.text("state in ('draft', 'scheduled', 'failed')"),
    )
    op.add_column("service_lines", sa.Column("exceptions", JSONB(), server_default="[]", nullable=False))
    # Who changed a policy, and when, is in its versions.
    for column in ("changed_at", "changed_by_id"):
        op.drop_column("escalation_policies", column)
    grant("select, insert, update", "network_drafts")
    grant("insert, update, delete", "service_line_hours")
    grant("insert, update", "priorities")
    grant("update (exceptions)", "service_lines")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
