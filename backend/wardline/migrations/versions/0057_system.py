"""What each node does, and with which version, and when certificates expire, for the administrators' system page."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from wardline.migrations.grants import grant

revision: str = "0057"
down_revision: str | None = "0056"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "node_processes",
        sa.Column("node", sa.Text(), nullable=False),
        sa.Column("task", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reported_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("task in ('serves', 'works', 'audits')", name=op.f("ck_node_processes_task")),
        sa.PrimaryKeyConstraint("node", "task", name=op.f("pk_node_processes")),
    )
    op.create_table(
        "certificate_checks",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("checked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True)),
        sa.Column("fault", sa.Text()),
        sa.CheckConstraint(
            "fault in ('expired', 'untrusted', 'unreachable')", name=op.f("ck_certificate_checks_fault")
        ),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_certificate_checks")),
    )
    grant("select, insert, update, delete", "node_processes", "certificate_checks")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
