"""Names for the list, in the list's order (`wardline.consults.models.ConsultName`)."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from wardline.migrations.grants import grant

revision: str = "0026"
down_revision: str | None = "0025"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_ROWS = """
create function consult_names_of(consult consults) returns setof consult_names language sql stable as $$
  select distinct consult.id, left(lexeme, letters), consult.organization_id, consult.location_id,
    consult.service_line_id, consult.sort_rank, consult.bucket, consult.created_at, consult.name_vector::text
  from unnest(consult.name_vector)
  cross join generate_series(
    case when char_length(consult.listed_words) >= 400 or ascii(lexeme) > 127 then 1 else 2 end, 3
  ) as letters
  where char_length(lexeme) >= letters
$$
"""
_REPLACE = """
create function replace_consult_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.consult_names where consult_id = new.id;
  end if;
  insert into public.consult_names select * from public.consult_names_of(new);
  return null;
end $$
"""
_LISTED = "organization_id, location_id, service_line_id, sort_rank, bucket, created_at, name_vector"


def upgrade() -> None:
    op.create_table(
        "consult_names",
        sa.Column("consult_id", sa.Uuid(), nullable=False),
        sa.Column("prefix", sa.Text(), nullable=False),
        sa.Column("organization_id", sa.Integer(), nullable=False),
        sa.Column("location_id", sa.Integer(), nullable=False),
        sa.Column("service_line_id", sa.Integer(), nullable=False),
        sa.Column("sort_rank", sa.Integer(), nullable=True),
        sa.Column("bucket", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("listed_words", sa.Text(), nullable=False),
    )
    op.execute(_ROWS)
    op.execute(_REPLACE)
    former, current = (", ".join(f"{row}.{column}" for column in _LISTED.split(", ")) for row in ("old", "new"))
    op.execute(
        "create trigger names_after_insert after insert on consults"
        " for each row execute function replace_consult_names()"
    )
    op.execute(
        "create trigger names_after_update after update on consults for each row"
        f" when (({former}) is distinct from ({current})) execute function replace_consult_names()"
    )
    op.execute("insert into consult_names select names.* from consults c cross join lateral consult_names_of(c) names")
    op.create_primary_key(op.f("pk_consult_names"), "consult_names", ["consult_id", "prefix"])
    op.create_foreign_key(
        op.f("fk_consult_names_consult_id"), "consult_names", "consults", ["consult_id"], ["id"], ondelete="CASCADE"
    )
    for name, rank in {
        "rank_up": [sa.text("coalesce(sort_rank, 2147483647)")],
        "rank_down": [sa.text("coalesce(-sort_rank, 2147483647)")],
        "date": [],
    }.items():
        op.create_index(
            f"ix_consult_names_by_{name}", "consult_names", ["prefix", "bucket", *rank, "created_at", "consult_id"]
        )
    op.drop_index("ix_consults_words", "consults")
    op.drop_index("ix_consults_long_names", "consults")
    grant("select, insert, delete", "consult_names")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
