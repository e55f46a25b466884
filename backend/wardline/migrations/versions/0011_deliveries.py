"""Deliveries to other systems, with every attempt; faxes are versions of a note."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from wardline.migrations.grants import grant

revision: str = "0011"
down_revision: str | None = "0010"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_STATES = "state in ('waiting', 'sending', 'delivered', 'failed')"


def upgrade() -> None:
    op.create_table(
        "deliveries",
        sa.Column("id", sa.Integer(), sa.Identity(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("lane", sa.Text(), nullable=False),
        sa.Column("receiver", sa.Text(), nullable=False),
        sa.Column("reference", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False, server_default="waiting"),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("attempt_count", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("taken_as", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("wanted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("delivered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("told_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(_STATES, name=op.f("ck_deliveries_state")),
        sa.CheckConstraint("(state = 'delivered') = (delivered_at is not null)", name=op.f("ck_deliveries_delivered")),
        sa.CheckConstraint("attempt_count >= 0", name=op.f("ck_deliveries_attempt_count")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deliveries")),
        sa.UniqueConstraint("reference", name=op.f("uq_deliveries_reference")),
    )
    op.create_index(
        op.f("ix_deliveries_lane_id"),
        "deliveries",
        ["lane", "id"],
        postgresql_where=sa.text("state <> 'delivered'"),
    )
    op.create_index(op.f("ix_deliveries_taken_as"), "deliveries", ["channel", "taken_as"], unique=True)
    op.create_index(
        op.f("ix_deliveries_late"),
        "deliveries",
        ["id"],
        postgresql_where=sa.text("state <> 'delivered' and told_at is not null"),
    )
    op.create_index(
        op.f("ix_sign_off_documents_failed"),
        "sign_off_documents",
        ["consult_id", "version"],
        postgresql_where=sa.text("failure is not null"),
    )
    op.create_table(
        "delivery_attempts",
        sa.Column("delivery_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("began_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("state", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.CheckConstraint("(ended_at is null) = (state is null)", name=op.f("ck_delivery_attempts_ended")),
        sa.ForeignKeyConstraint(["delivery_id"], ["deliveries.id"], name=op.f("fk_delivery_attempts_delivery_id")),
        sa.PrimaryKeyConstraint("delivery_id", "number", name=op.f("pk_delivery_attempts")),
    )
    op.drop_constraint(op.f("ck_sign_off_versions_doc_type"), "sign_off_versions")
    op.create_check_constraint(
        op.f("ck_sign_off_versions_doc_type"), "sign_off_versions", "doc_type in ('Note', 'Addendum', 'Error', 'Fax')"
    )
    op.create_table(
        "sign_off_deliveries",
        sa.Column("delivery_id", sa.Integer(), nullable=False),
        sa.Column("consult_id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["delivery_id"], ["deliveries.id"], name=op.f("fk_sign_off_deliveries_delivery_id")),
        sa.ForeignKeyConstraint(
            ["consult_id", "version"],
            ["sign_off_versions.consult_id", "sign_off_versions.version"],
            name=op.f("fk_sign_off_deliveries_consult_id_version"),
        ),
        sa.PrimaryKeyConstraint("delivery_id", name=op.f("pk_sign_off_deliveries")),
        sa.UniqueConstraint("consult_id", "version", name=op.f("uq_sign_off_deliveries_consult_id_version")),
    )
    grant("select, insert, update", "deliveries")
    grant("select, insert, update", "delivery_attempts")
    grant("select, insert", "sign_off_deliveries")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
