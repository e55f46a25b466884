"""Failures of moves, the nodes that page and audit, and the auditor's alarms; waiting transfers page, too."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from wardline.migrations.grants import grant

revision: str = "0033"
down_revision: str | None = "0032"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

NOTIFICATION_KINDS = (
    "kind in ('SignoffNoteDraft', 'SignoffNoteSigned', 'UrgentComment', 'FaxFailed', 'NewConsult',"
    " 'TransferRequested', 'NoActivity', 'NobodyAnswered', 'PagingAlarm')"
)
ALARM_KINDS = (
    "kind in ('planMissing', 'moveOverdue', 'moveFailing', 'noticeLost', 'providerSilent', 'workerStopped',"
    " 'nobodyReached', 'nobodyAnswered', 'nobodyOnCall', 'noContact', 'clockSkew')"
)
START_FOR_WAITING_TRANSFERS = """
insert into escalations
  (consult_id, service_line_id, kind, author_id, priority, completion_limit, position, started_at, next_at)
select consults.id, consults.service_line_id, 'transfer', transfers.author_id, priorities.name,
  priorities.completion_limit, 0, transfers.created_at, now()
from transfers
join consults on consults.id = transfers.consult_id
join priorities on priorities.service_line_id = consults.service_line_id and priorities.id = consults.priority_id
where transfers.state = 'requested' and transfers.closed_at is null
on conflict do nothing
"""


def upgrade() -> None:
    op.add_column("escalations", sa.Column("failures", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.create_table(
        "paging_nodes",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("ahead_seconds", sa.Double(), nullable=False),
        sa.Column("reported_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("watched_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("audited_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_paging_nodes")),
    )
    op.create_table(
        "paging_alarms",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("consult_id", sa.Uuid(), nullable=True),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("raised_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("mailed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("cleared_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(ALARM_KINDS, name=op.f("ck_paging_alarms_kind")),
        sa.ForeignKeyConstraint(["consult_id"], ["consults.id"], name=op.f("fk_paging_alarms_consult_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_paging_alarms_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_paging_alarms")),
    )
    op.create_index(
        "uq_paging_alarms_open",
        "paging_alarms",
        ["kind", "subject"],
        unique=True,
        postgresql_where=sa.text("cleared_at is null"),
    )
    grant("select, insert, update, delete", "paging_nodes")
    grant("select, insert, update", "paging_alarms")
    op.drop_constraint(op.f("ck_notifications_kind"), "notifications")
    op.create_check_constraint(op.f("ck_notifications_kind"), "notifications", NOTIFICATION_KINDS)
    # Transfers that were requested before paging existed must reach someone, too.
    op.execute(START_FOR_WAITING_TRANSFERS)


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
