"""Transfers of consults' patients to other hospitals."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from wardline.migrations.grants import grant

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

SHORT_TEXTS = (
    "referring_physician",
    "accepting_attending_physician",
    "other_preferred_facility",
    "accepting_location",
    "consulting_physician",
    "consulting_contact",
)
CHECKS = {
    "state": "state in ('requested', 'acknowledged', 'completed')",
    "acknowledged": "(acknowledged_at is null) = (acknowledged_by_id is null)",
    "resolved": "(resolved_at is null) = (resolved_by_id is null)",
    "acknowledged_state": "(state = 'requested') = (acknowledged_at is null)",
    "completed_state": "(state = 'completed') = (resolved_at is not null)",
    "assignee": "state = 'requested' or assignee_id is not null",
    "referring_location_number": r"referring_location_number ~ '^\([0-9]{3}\) [0-9]{3}-[0-9]{4}$'",
    "transportation_mode": "preferred_transportation_mode in ('Air', 'Ground')",
    "stroke_level": "stroke_level in ('Level 1', 'Level 2')",
    **{text: f"char_length({text}) between 1 and 255" for text in SHORT_TEXTS},
}
REFERENCES = {
    "consult_id": "consults",
    "organization_id": "organizations",
    "location_id": "location_units",
    "service_line_id": "service_lines",
    "author_id": "users",
    "assignee_id": "users",
    "acknowledged_by_id": "users",
    "resolved_by_id": "users",
    "preferred_facility_id": "facilities",
    "facility_location_id": "facilities",
}


def upgrade() -> None:
    bucket = sa.Computed("case when state = 'completed' then 'completed' else 'pending' end", persisted=True)
    op.create_table(
        "transfers",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("consult_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Integer(), nullable=False),
        sa.Column("location_id", sa.Integer(), nullable=False),
        sa.Column("service_line_id", sa.Integer(), nullable=False),
        sa.Column("sort_rank", sa.Integer(), nullable=True),
        sa.Column("author_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("bucket", sa.Text(), bucket, nullable=False),
        sa.Column("assignee_id", sa.Integer(), nullable=True),
        sa.Column("acknowledged_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("acknowledged_by_id", sa.Integer(), nullable=True),
        sa.Column("resolved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("resolved_by_id", sa.Integer(), nullable=True),
        sa.Column("referring_physician", sa.Text(), nullable=False),
        sa.Column("referring_location_number", sa.Text(), nullable=False),
        sa.Column("preferred_facility_id", sa.Integer(), nullable=False),
        sa.Column("facility_location_id", sa.Integer(), nullable=False),
        sa.Column("accepting_attending_physician", sa.Text(), nullable=True),
        sa.Column("other_preferred_facility", sa.Text(), nullable=True),
        sa.Column("preferred_transportation_mode", sa.Text(), nullable=False),
        sa.Column("stroke_level", sa.Text(), nullable=False),
        sa.Column("accepting_location", sa.Text(), nullable=True),
        sa.Column("consulting_physician", sa.Text(), nullable=True),
        sa.Column("consulting_contact", sa.Text(), nullable=True),
        sa.Column("is_consulting_physician_accepting", sa.Boolean(), nullable=True),
        *(sa.CheckConstraint(check, name=op.f(f"ck_transfers_{name}")) for name, check in CHECKS.items()),
        *(
            sa.ForeignKeyConstraint([column], [f"{table}.id"], name=op.f(f"fk_transfers_{column}"))
            for column, table in REFERENCES.items()
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_transfers")),
        sa.UniqueConstraint("consult_id", name=op.f("uq_transfers_consult_id")),
    )
    op.create_index(op.f("ix_transfers_bucket_created_at_id"), "transfers", ["bucket", "created_at", "id"])
    op.create_index(op.f("ix_transfers_created_at_id"), "transfers", ["created_at", "id"])
    grant("select, insert, update", "transfers")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
