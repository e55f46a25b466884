"""What a transaction that is still open has changed in the end, without reading a row."""

from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

_WRITABLE: Final = text("""
select c.relname from pg_class c
where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  and (has_table_privilege(c.oid, 'insert, update, delete') or has_any_column_privilege(c.oid, 'update'))
""")


class RowVersions:
    """Where the rows stand of all tables that the application may write to at all, as one connection sees them.

    A row that is written anew stands elsewhere, even with the same content, and nothing takes its former place before
    the transaction ends. What was rolled back to a savepoint has moved nothing.
    """

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._query = ""

    async def __call__(self) -> dict[str, str]:
        """Table → a digest of the places of its rows."""
        if not self._query:
            self._query = " union all ".join(
                f"select '{name}', count(*) || ' ' || coalesce(sum(hashtidextended(ctid, tableoid::bigint)), 0)"  # noqa: S608
                f" from {name}"
                for name in await self._connection.scalars(_WRITABLE)
            )
        return dict(iter(await self._connection.execute(text(self._query))))
