"""Signed checkpoints of the audit chain."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from wardline.migrations.grants import grant

revision: str = "0022"
down_revision: str | None = "0021"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# A checkpoint is of a link that is there, and of now.
ADD = """
create function add_audit_checkpoint(
  link_position bigint, link_hash bytea, signed_at timestamptz, key_name text, key_signature bytea
) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  made bigint;
begin
  if signed_at not between clock_timestamp() - interval '1 minute' and clock_timestamp()
    or not exists (select from public.audit_links l where l.position = link_position and l.hash = link_hash)
  then
    raise check_violation using message = 'a checkpoint is of a link that is there, and of now';
  end if;
  insert into public.audit_checkpoints (position, hash, at, key, signature)
  values (link_position, link_hash, signed_at, key_name, key_signature)
  returning id into made;
  return made;
end
$$
"""
ADDING = "function add_audit_checkpoint(bigint, bytea, timestamptz, text, bytea)"


def upgrade() -> None:
    op.create_table(
        "audit_checkpoints",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("signature", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_checkpoints")),
    )
    op.execute(ADD)
    op.execute(f"revoke execute on {ADDING} from public")
    grant("execute", ADDING)
    grant("select", "audit_checkpoints")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
