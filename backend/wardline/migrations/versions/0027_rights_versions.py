"""A version for each user's rights, so that servers can keep them in memory (`wardline.people.models.RightsVersion`)."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from wardline.migrations.grants import grant

revision: str = "0027"
down_revision: str | None = "0026"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# With a random version, a standby that lost the latest change never has the version of another one.
_CHANGE = """
create function change_rights_versions(user_ids integer[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.rights_versions (user_id, version)
  select id, (random() * 1e15)::bigint from unnest(user_ids) as id where id is not null group by id order by id
  on conflict (user_id) do update set version = excluded.version
$$
"""
_CHANGING = "function change_rights_versions(integer[])"
_OF_ROW = """
create function {name}() returns trigger language plpgsql as $$
begin
  perform public.change_rights_versions(array[
    case when tg_op <> 'INSERT' then old.{column} end, case when tg_op <> 'DELETE' then new.{column} end
  ]);
  return null;
end $$
"""
_SHARED = """
create function change_shared_rights() returns trigger language plpgsql as $$
begin
  perform public.change_rights_versions(array[0]);
  return null;
end $$
"""
_OWN = ("check_ins", "user_roles", "user_organizations", "user_locations", "user_service_lines")
_SHARED_BY = {
    "role_permissions": "insert or update or delete",
    "location_service_lines": "insert or update or delete",
    "location_units": "update of facility_id",
    "facilities": "update of organization_id",
}


def upgrade() -> None:
    op.create_table(
        "rights_versions",
        sa.Column("user_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_rights_versions")),
    )
    op.execute(_CHANGE)
    op.execute(f"revoke execute on {_CHANGING} from public")
    grant("execute", _CHANGING)
    for name, column in {
        "change_own_rights": "user_id",
        "change_rights_of_user": "id",
        "change_rights_of_writer": "locked_by_id",
    }.items():
        op.execute(_OF_ROW.format(name=name, column=column))
    op.execute(_SHARED)
    for table in _OWN:
        _create_trigger(table, "insert or update or delete", "for each row execute function change_own_rights()")
    _create_trigger(
        "users",
        "update of username, subject, first_name, last_name, active or delete",
        "for each row execute function change_rights_of_user()",
    )
    _create_trigger(
        "sign_off_notes",
        "update of locked_by_id",
        "for each row when (old.locked_by_id is distinct from new.locked_by_id)"
        " execute function change_rights_of_writer()",
    )
    _create_trigger(
        "sign_off_notes",
        "insert or delete",
        "for each row execute function change_rights_of_writer()",
        name="rights_of_new_or_deleted",
    )
    for table, events in _SHARED_BY.items():
        _create_trigger(table, events, "for each statement execute function change_shared_rights()")
    grant("select", "rights_versions")


def _create_trigger(table: str, events: str, action: str, *, name: str = "rights") -> None:
    op.execute(f"create trigger {name} after {events} on {table} {action}")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
