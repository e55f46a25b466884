"""Reads the list in tests without a request."""

from collections.abc import Callable
from typing import Any

from wardline.access.current_user import CurrentUser
from wardline.audit.recorded_reads import RecordedReader
from wardline.core.db.statements import AnyConnection, Execution, fetch_all


class LoadedReader(RecordedReader):
    """For a user whom the test has loaded, instead of one who sent a request."""

    def __init__(self, connection: AnyConnection, user: CurrentUser) -> None:
        self._connection = connection
        self._user = user

    async def fetch_all(self, ask: Callable[[CurrentUser], Execution]) -> list[Any]:
        """Without an audit entry, since nothing confirms the user."""
        statement, parameters = ask(self._user)
        rows = await fetch_all(self._connection, statement, {**dict.fromkeys(statement.names), **parameters})
        return [row for row in rows if row.consult_id is not None]
