"""The lookup of users, which reads tables of higher domains; the application provides it (`app.state.directory`)."""

from collections.abc import Mapping
from typing import Any, Protocol

from wardline.access.current_user import CurrentUser
from wardline.access.tokens import AccessToken
from wardline.core.db.statements import AnyConnection


class Directory(Protocol):
    """`wardline.directory.loading`."""

    async def load_by_token(self, connection: AnyConnection, token: AccessToken) -> CurrentUser | None:
        """The active user to whom the token was issued.

        Raises:
            SessionEnded: the sign-in that the token is from has ended.
        """

    def confirmation(self, user: CurrentUser, token: AccessToken) -> Mapping[str, Any]:
        """The parameters of `IS_CURRENT`."""

    async def is_current(self, connection: AnyConnection, user: CurrentUser, token: AccessToken) -> bool:
        """Whether nothing about the user has changed since they were loaded, and the sign-in has not ended."""

    async def load_by_subject(self, connection: AnyConnection, subject: str) -> CurrentUser | None:
        """The active user whom the identity provider knows by this subject."""
