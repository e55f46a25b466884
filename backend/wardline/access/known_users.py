"""Users who have signed in to this server, so that most requests only check that nothing about them has changed."""

from typing import Final

from wardline.access.current_user import CurrentUser
from wardline.access.directory import Directory
from wardline.access.tokens import AccessToken
from wardline.core.db.statements import AnyConnection

MAX_USERS: Final = 10_000
"""About 40 MB."""


class KnownUsers:
    """The database decides on every request whether a user in memory is still current, on every server alike."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory
        self._by_subject: dict[str, CurrentUser] = {}

    def get(self, token: AccessToken) -> CurrentUser | None:
        """The user to whom the token was issued, as last loaded."""
        return self._by_subject.get(token.subject)

    async def load(self, connection: AnyConnection, token: AccessToken) -> CurrentUser | None:
        """The active user to whom the token was issued.

        Raises:
            SessionEnded: the sign-in that the token is from has ended.
        """
        known = self.get(token)
        if known is not None and await self._directory.is_current(connection, known, token):
            return known
        user = await self._directory.load_by_token(connection, token)
        if user is None:
            self._by_subject.pop(token.subject, None)
            return None
        if len(self._by_subject) >= MAX_USERS and token.subject not in self._by_subject:
            del self._by_subject[next(iter(self._by_subject))]
        self._by_subject[token.subject] = user
        return user
