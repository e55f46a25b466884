"""Transfers that end with their consult, the facilities that declined them, and updates that are not comments."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from wardline.migrations.grants import grant

revision: str = "0028"
down_revision: str | None = "0027"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

CHECKS = {
    "closed": "(closed_at is null) = (closed_reason is null)",
    "closed_state": "closed_at is null or state <> 'completed'",
    "closed_reason": "closed_reason in ('consultCancelled', 'patientDischarged')",
}
BUCKET = "case when state = 'completed' then 'completed' when closed_at is not null then 'closed' else 'pending' end"
OFFER_CHECKS = {
    "number": "number >= 1",
    "reason": "char_length(reason) between 1 and 255",
    "attending": "char_length(accepting_attending_physician) between 1 and 255",
    "other_facility": "char_length(other_preferred_facility) between 1 and 255",
    "transportation_mode": "preferred_transportation_mode in ('Air', 'Ground')",
}
OFFER_REFERENCES = {
    "transfer_id": "transfers",
    "preferred_facility_id": "facilities",
    "facility_location_id": "facilities",
    "declined_by_id": "users",
}

KIND_CHECKS = {
    "kind": "kind in ('transferDeclined', 'transferClosed')",
    "kind_of_update": "kind is null or task_type = 'update'",
}


def upgrade() -> None:
    op.add_column("transfers", sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("transfers", sa.Column("closed_reason", sa.Text(), nullable=True))
    for name, check in CHECKS.items():
        op.create_check_constraint(op.f(f"ck_transfers_{name}"), "transfers", check)
    # Before PostgreSQL 17, the expression of a computed column cannot be changed.
    op.drop_index(op.f("ix_transfers_bucket_created_at_id"), "transfers")
    op.drop_column("transfers", "bucket")
    op.add_column("transfers", sa.Column("bucket", sa.Text(), sa.Computed(BUCKET, persisted=True), nullable=False))
    op.create_index(op.f("ix_transfers_bucket_created_at_id"), "transfers", ["bucket", "created_at", "id"])
    op.create_table(
        "declined_offers",
        sa.Column("transfer_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("preferred_facility_id", sa.Integer(), nullable=False),
        sa.Column("facility_location_id", sa.Integer(), nullable=False),
        sa.Column("accepting_attending_physician", sa.Text(), nullable=True),
        sa.Column("other_preferred_facility", sa.Text(), nullable=True),
        sa.Column("preferred_transportation_mode", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("declined_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("declined_by_id", sa.Integer(), nullable=False),
        *(sa.CheckConstraint(check, name=op.f(f"ck_declined_offers_{name}")) for name, check in OFFER_CHECKS.items()),
        *(
            sa.ForeignKeyConstraint([column], [f"{table}.id"], name=op.f(f"fk_declined_offers_{column}"))
            for column, table in OFFER_REFERENCES.items()
        ),
        sa.PrimaryKeyConstraint("transfer_id", "number", name=op.f("pk_declined_offers")),
    )
    grant("select, insert", "declined_offers")
    op.add_column("timeline_entries", sa.Column("kind", sa.Text(), nullable=True))
    for name, check in KIND_CHECKS.items():
        op.create_check_constraint(op.f(f"ck_timeline_entries_{name}"), "timeline_entries", check)


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
