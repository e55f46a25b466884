"""A caller of the list for tests without a request."""

from collections.abc import Callable
from typing import Any

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Caller, Question
from wardline.core.db.statements import AnyConnection, fetch_all


class LoadedCaller(Caller):
    """A user whom the test has loaded, instead of one who sent a request."""

    def __init__(self, connection: AnyConnection, user: CurrentUser) -> None:
        self._connection = connection
        self._user = user

    async def fetch_all(self, ask: Callable[[CurrentUser], Question]) -> list[Any]:
        statement, parameters = ask(self._user)
        return await fetch_all(self._connection, statement, {**dict.fromkeys(statement.names), **parameters})
