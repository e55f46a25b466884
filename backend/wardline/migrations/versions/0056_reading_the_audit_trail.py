"""The audit trail is read by action, by result and by time, and checked all the time."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from wardline.migrations.grants import grant

revision: str = "0056"
down_revision: str | None = "0055"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# Numbers are given in the order of time, so that no index on the time is needed: a search of the numbers takes some
# twenty steps. The caller allows for a clock that was set back.
ID_AT = """
create function audit_entry_id_at(moment timestamptz) returns bigint
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  low bigint := 0;
  high bigint := coalesce((select max(id) from public.audit_entries), 0) + 1;
  middle bigint;
  found timestamptz;
begin
  while high - low > 100 loop
    middle := (low + high) / 2;
    select e.at into found from public.audit_entries e where e.id >= middle order by e.id limit 1;
    if found < moment then low := middle; else high := middle; end if;
  end loop;
  return high;
end
$$
"""


def upgrade() -> None:
    op.create_index("ix_audit_entries_what", "audit_entries", ["action", "id"])
    op.create_index(
        "ix_audit_entries_refused", "audit_entries", ["id"], postgresql_where="status >= 400 and status < 500"
    )
    op.create_index("ix_audit_entries_failed", "audit_entries", ["id"], postgresql_where="status >= 500")
    op.execute(ID_AT)
    op.create_table(
        "audit_checks",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("reached", sa.DateTime(timezone=True), nullable=True),
        sa.Column("completed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("fault", sa.Text(), nullable=True),
        sa.Column("found_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("kind in ('new', 'again')", name=op.f("ck_audit_checks_kind")),
        sa.PrimaryKeyConstraint("kind", name=op.f("pk_audit_checks")),
    )
    grant("select, insert, update", "audit_checks")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
