"""The audit trail is written by functions of its owner, which set number, time and position in the chain."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from wardline.core.db.advisory_locks import AdvisoryLock, lock_call
from wardline.migrations.grants import grant, revoke

revision: str = "0020"
down_revision: str | None = "0019"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

RECORD = """
create function record_audit_entry(
  request_id text, user_id integer, action text, status smallint, code text, address text,
  organization_ids integer[], consult_ids uuid[], patient_ids uuid[], emr_ids text[], details json
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.audit_entries (
    at, request_id, user_id, action, status, code, address, organization_ids, consult_ids, patient_ids, emr_ids, details
  ) values (clock_timestamp(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);
end
$$
"""

# `wardline.audit.chain.link_hash` makes the same hash. An entry without details has no place for them, as entries had
# none when the first of them were linked.
LINK = """
create function link_audit_entries(after_id bigint, most integer) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  late constant bigint := 20000;
  entry record;
  place bigint;
  head bytea;
  last_id bigint;
begin
  perform one_at_a_time();
  select l.position, l.hash into place, head from public.audit_links l order by l.position desc limit 1;
  place := coalesce(place, 0);
  head := coalesce(head, decode(repeat('00', 32), 'hex'));
  for entry in
    select e.* from public.audit_entries e
    where e.id > coalesce(after_id, (select max(l.entry_id) from public.audit_links l) - late, 0)
      and not exists (select from public.audit_links l where l.entry_id = e.id)
    order by e.id limit least(most, 10000)
  loop
    place := place + 1;
    head := sha256(head || convert_to(
      '[' || entry.id || ',"' || to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '",'
      || to_json(entry.request_id) || ',' || coalesce(entry.user_id::text, 'null') || ','
      || to_json(entry.action) || ',' || entry.status || ','
      || coalesce(to_json(entry.code)::text, 'null') || ',' || coalesce(to_json(entry.address)::text, 'null') || ','
      || array_to_json(entry.organization_ids) || ',' || array_to_json(entry.consult_ids) || ','
      || array_to_json(entry.patient_ids) || ',' || array_to_json(entry.emr_ids)
      || coalesce(',' || entry.details::text, '') || ']', 'UTF8'));
    insert into public.audit_links (position, entry_id, hash) values (place, entry.id, head);
    last_id := entry.id;
  end loop;
  return last_id;
end
$$
"""
RECORDING = (
    "function record_audit_entry(text, integer, text, smallint, text, text, integer[], uuid[], uuid[], text[], json)"
)
LINKING = "function link_audit_entries(bigint, integer)"


def upgrade() -> None:
    op.add_column("audit_entries", sa.Column("details", postgresql.JSON(), nullable=True))
    op.alter_column("audit_entries", "user_id", nullable=True)
    op.execute(RECORD)
    op.execute(LINK.replace("one_at_a_time()", lock_call(AdvisoryLock.AUDIT_CHAIN)))
    for function in (RECORDING, LINKING):
        op.execute(f"revoke execute on {function} from public")
        grant("execute", function)
    revoke("insert, update, delete, truncate", "audit_entries", "audit_links")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
