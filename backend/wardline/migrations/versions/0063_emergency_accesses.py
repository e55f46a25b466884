"""Emergency access: what users read beyond their own lines, why, for how long, and what a reviewer found."""

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

from wardline.migrations.grants import grant

revision: str = "0063"
down_revision: str | None = "0062"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_CHECKS: Final = {
    "reason": "reason in ('treating', 'asked', 'covering', 'other')",
    "ended_by": "ended_by in ('user', 'signOut', 'time')",
    "ended": "(ended_at is null) = (ended_by is null)",
    "expires": "expires_at > started_at",
    "order": "ended_at >= started_at",
    "consult_ids": "cardinality(consult_ids) > 0",
    "read_count": "read_count >= 0",
    "verdict": "verdict in ('justified', 'unjustified', 'followUp')",
    "reviewed": "num_nulls(verdict, review, reviewed_by_id, reviewed_at) in (0, 4)",
    "reviewer": "reviewed_by_id <> user_id",
}
_REFERENCES: Final = {
    "user_id": "users.id",
    "organization_id": "organizations.id",
    "delivery_id": "deliveries.id",
    "reviewed_by_id": "users.id",
}


def upgrade() -> None:
    op.create_table(
        "emergency_accesses",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("organization_id", sa.Integer(), nullable=False),
        sa.Column("consult_ids", ARRAY(sa.Uuid()), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("explanation", sa.Text(), nullable=False),
        sa.Column("session_keys", ARRAY(sa.Text()), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("ended_by", sa.Text()),
        sa.Column("read_count", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("delivery_id", sa.Integer()),
        sa.Column("verdict", sa.Text()),
        sa.Column("review", sa.Text()),
        sa.Column("reviewed_by_id", sa.Integer()),
        sa.Column("reviewed_at", sa.DateTime(timezone=True)),
        *(sa.CheckConstraint(check, name=op.f(f"ck_emergency_accesses_{name}")) for name, check in _CHECKS.items()),
        *(
            sa.ForeignKeyConstraint([column], [target], name=op.f(f"fk_emergency_accesses_{column}"))
            for column, target in _REFERENCES.items()
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_emergency_accesses")),
    )
    for name, columns, condition in (
        ("open", ["user_id"], "ended_at is null"),
        ("listed", ["started_at", "id"], None),
        ("unreviewed", ["started_at", "id"], "verdict is null"),
    ):
        op.create_index(
            f"ix_emergency_accesses_{name}",
            "emergency_accesses",
            columns,
            postgresql_where=sa.text(condition) if condition is not None else None,
        )
    op.create_index("ix_emergency_accesses_delivery_id", "emergency_accesses", ["delivery_id"], unique=True)
    op.create_index("ix_patients_birth_date", "patients", ["organization_id", "birth_date"])
    op.execute(
        "create trigger rights after insert or update of ended_at, expires_at or delete on emergency_accesses"
        " for each row execute function change_own_rights()"
    )
    # What was granted, to whom and why never changes, and no row goes away.
    grant(
        "select, insert, update (ended_at, ended_by, read_count, verdict, review, reviewed_by_id, reviewed_at)",
        "emergency_accesses",
    )


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
