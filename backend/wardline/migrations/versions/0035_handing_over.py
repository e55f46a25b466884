"""Who took a consult over, and escalations that start again for them."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0035"
down_revision: str | None = "0034"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_TARGETS = (
    "target in ('allNotifications', 'escalationOnly', 'coordinators', 'transferOnCall', 'requester', 'acknowledger',"
    " 'responsible', 'lastResort')"
)
_NOTIFICATIONS = (
    "kind in ('SignoffNoteDraft', 'SignoffNoteSigned', 'UrgentComment', 'FaxFailed', 'NewConsult',"
    " 'TransferRequested', 'NoActivity', 'NobodyAnswered', 'PagingAlarm', 'HandedOver')"
)
_CHECKS = (
    ("escalations", "kind", "kind in ('request', 'urgentComment', 'transfer', 'followUp', 'handOver')"),
    (
        "escalations",
        "end_reason",
        "end_reason in ('acknowledged', 'completed', 'cancelled', 'opened', 'closed', 'active', 'told', 'handedOver')",
    ),
    ("notices", "target", _TARGETS),
    ("paged_people", "target", _TARGETS),
    (
        "notifications",
        "kind",
        _NOTIFICATIONS,
    ),
    (
        "timeline_entries",
        "kind",
        "kind in ('transferDeclined', 'transferClosed', 'pageDeclined', 'onThePhone', 'handedOver')",
    ),
)


def upgrade() -> None:
    op.add_column("consults", sa.Column("handed_over_to_id", sa.Integer(), nullable=True))
    op.create_foreign_key(op.f("fk_consults_handed_over_to_id"), "consults", "users", ["handed_over_to_id"], ["id"])
    op.create_check_constraint(
        op.f("ck_consults_handed_over"), "consults", "handed_over_to_id is null or acknowledged_by_id is not null"
    )
    # The new indexes first, so that no moment is without one.
    op.create_index(op.f("ix_escalations_consult_id"), "escalations", ["consult_id"], unique=False)
    op.create_index(
        "uq_escalations_running",
        "escalations",
        ["consult_id", "kind", "comment_id"],
        unique=True,
        postgresql_nulls_not_distinct=True,
        postgresql_where=sa.text("ended_at is null"),
    )
    op.drop_constraint(op.f("uq_escalations_consult_id_kind_comment_id"), "escalations")
    for table, name, check in _CHECKS:
        op.drop_constraint(op.f(f"ck_{table}_{name}"), table)
        op.create_check_constraint(op.f(f"ck_{table}_{name}"), table, check)


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
