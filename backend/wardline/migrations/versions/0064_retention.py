"""How long records are kept, legal holds, runs that remove what is due, and what stays of it."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from wardline.migrations.grants import grant

revision: str = "0064"
down_revision: str | None = "0063"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_KINDS = "'consults', 'pagingProof', 'auditEntries', 'deliveries', 'feedback', 'networkVersions'"
# Whoever may delete these rows at all, which the application's role may not, has to say that it is for retention.
_REFUSE_CHANGE = """
create or replace function refuse_change_of_signed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('wardline.retention', true) = 'on' then
    return old;
  end if;
  raise exception 'what was signed never changes' using errcode = 'integrity_constraint_violation';
end $$
"""
_REFUSE_WAY_BACK = """
create or replace function refuse_unsigning() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('wardline.retention', true) = 'on' then
    return old;
  end if;
  if tg_op = 'DELETE'
     or (new.signatory_id, new.signed_off_at) is distinct from (old.signatory_id, old.signed_off_at)
     or new.status = 'Draft'
     or (old.status = 'MarkedInError' and new.status <> old.status) then
    raise exception 'what was signed never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$
"""


def upgrade() -> None:
    op.create_table(
        "retention_periods",
        sa.Column("id", sa.Integer(), sa.Identity(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("organization_id", sa.Integer()),
        sa.Column("days", sa.Integer()),
        sa.Column("reason", sa.Text()),
        sa.Column("by_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(f"kind in ({_KINDS})", name=op.f("ck_retention_periods_kind")),
        sa.CheckConstraint("days > 0", name=op.f("ck_retention_periods_days")),
        *_references("retention_periods", organization_id="organizations", by_id="users"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_retention_periods")),
    )
    op.create_index("ix_retention_periods_latest", "retention_periods", ["kind", "organization_id", "id"])
    op.create_table(
        "legal_holds",
        sa.Column("id", sa.Integer(), sa.Identity(), nullable=False),
        sa.Column("organization_id", sa.Integer(), nullable=False),
        sa.Column("consult_id", sa.Uuid()),
        sa.Column("patient_id", sa.Uuid()),
        sa.Column("from_at", sa.DateTime(timezone=True)),
        sa.Column("until_at", sa.DateTime(timezone=True)),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("by_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("ended_by_id", sa.Integer()),
        sa.Column("end_reason", sa.Text()),
        sa.CheckConstraint("consult_id is null or patient_id is null", name=op.f("ck_legal_holds_subject")),
        sa.CheckConstraint("from_at < until_at", name=op.f("ck_legal_holds_times")),
        sa.CheckConstraint("(ended_at is null) = (ended_by_id is null)", name=op.f("ck_legal_holds_ended")),
        sa.CheckConstraint("(ended_at is null) = (end_reason is null)", name=op.f("ck_legal_holds_end_reason")),
        *_references("legal_holds", organization_id="organizations", by_id="users", ended_by_id="users"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_legal_holds")),
    )
    op.create_index(
        "ix_legal_holds_current", "legal_holds", ["organization_id"], postgresql_where=sa.text("ended_at is null")
    )
    op.create_table(
        "retention_runs",
        sa.Column("id", sa.Integer(), sa.Identity(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("counts", JSONB(), server_default="{}", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_retention_runs")),
    )
    op.create_index(
        "uq_retention_runs_open",
        "retention_runs",
        [sa.text("(ended_at is null)")],
        unique=True,
        postgresql_where=sa.text("ended_at is null"),
    )
    op.create_table(
        "removed_consults",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Integer(), nullable=False),
        sa.Column("service_line_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        *_references("removed_consults", organization_id="organizations", service_line_id="service_lines"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_removed_consults")),
    )
    op.add_column("audit_links", sa.Column("removal", sa.BigInteger()))
    op.add_column("audit_links", sa.Column("removed_at", sa.DateTime(timezone=True)))
    op.create_check_constraint(
        op.f("ck_audit_links_removed"), "audit_links", "(removal is null) = (removed_at is null)"
    )
    op.create_index(
        "ix_audit_links_removal", "audit_links", ["removal"], postgresql_where=sa.text("removal is not null")
    )
    op.execute(_REFUSE_CHANGE)
    op.execute(_REFUSE_WAY_BACK)
    grant("select, insert", "retention_periods")
    grant("select, insert, update (ended_at, ended_by_id, end_reason)", "legal_holds")
    # Only the owner removes anything.
    grant("select", "retention_runs", "removed_consults")


def _references(table: str, **tables: str) -> list[sa.ForeignKeyConstraint]:
    return [
        sa.ForeignKeyConstraint([column], [f"{target}.id"], name=op.f(f"fk_{table}_{column}"))
        for column, target in tables.items()
    ]


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
