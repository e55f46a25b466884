"""What an open transaction has changed, without reading the rows' contents."""

from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

_WRITABLE: Final = text("""
select c.relname from pg_class c
where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  and (has_table_privilege(c.oid, 'insert, update, delete') or has_any_column_privilege(c.oid, 'update'))
""")


class RowVersions:
    """The physical locations (ctid) of all rows in tables that the application may change, as a connection sees them.

    An updated row has another location, even with the same content, and its former one is not reused before the
    transaction ends. Writes rolled back to a savepoint change no location.
    """

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._query = ""

    async def __call__(self) -> dict[str, str]:
        """A digest of the locations of each table's rows, by table."""
        if not self._query:
            self._query = " union all ".join(
                f"select '{name}', count(*) || ' ' || coalesce(sum(hashtidextended(ctid, tableoid::bigint)), 0)"  # noqa: S608
                f" from {name}"
                for name in await self._connection.scalars(_WRITABLE)
            )
        return dict(iter(await self._connection.execute(text(self._query))))
