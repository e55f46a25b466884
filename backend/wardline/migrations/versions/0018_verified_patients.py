"""Verification of patients against the hospital's record, and deliveries that are held for it.

Existing patients whose record the EHR has returned are marked verified; the other patients from the EHR are queued for
verification. Servers still running the previous version keep writing rows without these columns; those patients are
queued too.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from wardline.migrations.grants import grant

revision: str = "0018"
down_revision: str | None = "0017"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_STATES = "verification in ('waiting', 'mismatch', 'not-found', 'unverifiable', 'verified', 'confirmed')"
_CHECKED = "exists (select from encounters e where e.patient_id = p.id and e.emr_data->>'checked' = 'true')"


def upgrade() -> None:
    op.add_column("patients", sa.Column("verification", sa.Text(), nullable=True))
    op.add_column("patients", sa.Column("verify_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("patients", sa.Column("verify_count", sa.Integer(), nullable=False, server_default="0"))
    op.execute(
        f"update patients p set verification = case when {_CHECKED} then 'verified' else 'waiting' end,"  # noqa: S608
        f" verify_at = case when {_CHECKED} then null else now() end where is_emr"
    )
    op.alter_column("patients", "verification", server_default="waiting")
    op.alter_column("patients", "verify_at", server_default=sa.text("now()"))
    op.create_check_constraint(op.f("ck_patients_verification"), "patients", _STATES)
    op.create_index(
        op.f("ix_patients_verify_at"),
        "patients",
        ["verify_at"],
        postgresql_where=sa.text("is_emr and verify_at is not null"),
    )
    op.create_table(
        "patient_confirmations",
        sa.Column("patient_id", sa.Uuid(), nullable=False),
        sa.Column("verification", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("confirmed_by_id", sa.Integer(), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("char_length(reason) between 1 and 255", name=op.f("ck_patient_confirmations_reason")),
        sa.CheckConstraint(_STATES, name=op.f("ck_patient_confirmations_verification")),
        sa.ForeignKeyConstraint(["patient_id"], ["patients.id"], name=op.f("fk_patient_confirmations_patient_id")),
        sa.ForeignKeyConstraint(
            ["confirmed_by_id"], ["users.id"], name=op.f("fk_patient_confirmations_confirmed_by_id")
        ),
        sa.PrimaryKeyConstraint("patient_id", name=op.f("pk_patient_confirmations")),
    )
    op.add_column("deliveries", sa.Column("held_at", sa.DateTime(timezone=True), nullable=True))
    op.create_check_constraint(op.f("ck_deliveries_held"), "deliveries", "held_at is null or state = 'waiting'")
    grant("select, insert", "patient_confirmations")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
