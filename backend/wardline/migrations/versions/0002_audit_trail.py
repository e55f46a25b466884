"""The audit trail: entries by month and their hash chain, both append-only for the application."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from wardline.migrations.grants import grant

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# Only the owner can make tables, and months come while only the application runs. A month that the default partition
# has rows of, because a clock was wrong, stays there.
NEXT_MONTHS = """
create function make_audit_months(first date, months integer) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  month date;
  name text;
begin
  for month in
    select (date_trunc('month', first::timestamp) + make_interval(months => number))::date
    from generate_series(0, least(months, 24) - 1) number
  loop
    name := 'audit_entries_' || to_char(month, 'YYYY_MM');
    if to_regclass('public.' || name) is not null then
      continue;
    end if;
    begin
      execute format(
        'create table public.%I partition of public.audit_entries for values from (%L) to (%L)',
        name, month::text || ' 00:00:00+00', (month + interval '1 month')::date::text || ' 00:00:00+00'
      );
    exception when check_violation or duplicate_table then
      null;
    end;
  end loop;
end
$$
"""


def upgrade() -> None:
    op.create_table(
        "audit_entries",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("request_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("status", sa.SmallInteger(), nullable=False),
        sa.Column("code", sa.Text(), nullable=True),
        sa.Column("address", sa.Text(), nullable=True),
        sa.Column("organization_ids", postgresql.ARRAY(sa.Integer()), nullable=False),
        sa.Column("consult_ids", postgresql.ARRAY(sa.UUID()), nullable=False),
        sa.Column("patient_ids", postgresql.ARRAY(sa.UUID()), nullable=False),
        sa.Column("emr_ids", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.CheckConstraint("status between 100 and 599", name=op.f("ck_audit_entries_status")),
        sa.PrimaryKeyConstraint("id", "at", name=op.f("pk_audit_entries")),
        postgresql_partition_by="RANGE (at)",
    )
    op.create_index("ix_audit_entries_who", "audit_entries", ["user_id", "id"])
    op.create_index("ix_audit_entries_whom", "audit_entries", ["patient_ids", "emr_ids"], postgresql_using="gin")
    op.execute("create table audit_entries_other partition of audit_entries default")
    op.create_table(
        "audit_links",
        sa.Column("position", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("entry_id", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("position", name=op.f("pk_audit_links")),
        sa.UniqueConstraint("entry_id", name=op.f("uq_audit_links_entry_id")),
    )
    op.execute(NEXT_MONTHS)
    op.execute("revoke execute on function make_audit_months(date, integer) from public")
    op.execute("select make_audit_months(current_date, 3)")
    grant("select, insert", "audit_entries", "audit_links")
    grant("execute", "function make_audit_months(date, integer)")
