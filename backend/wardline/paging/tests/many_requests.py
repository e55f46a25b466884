"""Many requests like one, for tests and benchmarks."""

from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

_COLUMNS: Final = """
select column_name::text from information_schema.columns
where table_name = 'consults' and is_generated = 'NEVER' and is_identity = 'NO'
"""
_MULTIPLY: Final = """
with requested as (
  insert into consults ({columns})
  select {values} from consults, generate_series(2, :number) where id = cast(:id as uuid)
  returning id
)
insert into escalations (consult_id, service_line_id, kind, author_id, priority, completion_limit, position,
  started_at, next_at)
select requested.id, service_line_id, kind, author_id, priority, completion_limit, position, started_at, next_at
from escalations, requested where consult_id = cast(:id as uuid)
"""


async def multiply(session: AsyncSession, consult_id: str, number: int) -> None:
    """Add consults like this one, each with its escalation, until there are `number`."""
    names = [name for (name,) in await session.execute(text(_COLUMNS))]
    values = ["gen_random_uuid()" if name == "id" else name for name in names]
    statement = _MULTIPLY.format(columns=", ".join(names), values=", ".join(values))
    await session.execute(text(statement), {"id": consult_id, "number": number})
