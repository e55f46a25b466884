"""How many users are kept in memory, and until when."""

from datetime import UTC, datetime
from typing import Any, cast

import pytest

from wardline.access import known_users
from wardline.access.known_users import KnownUsers
from wardline.access.tokens import AccessToken
from wardline.core.db.statements import AnyConnection

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)


class Users:
    """A directory whose users are their subjects, and where nobody in memory is current anymore."""

    def __init__(self) -> None:
        self.unknown: set[str] = set()

    async def is_current(self, *_: Any) -> bool:
        return False

    async def load_by_token(self, _: Any, token: AccessToken) -> Any:
        return None if token.subject in self.unknown else f"user {token.subject}"


def token(subject: str) -> AccessToken:
    return AccessToken(subject, NOON, NOON, {})


async def test_the_user_who_came_first_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_users, "MAX_USERS", 2)
    users = KnownUsers(cast(Any, Users()))

    def kept() -> list[Any]:
        return [users.get(token(subject)) for subject in ("first", "second", "third")]

    for subject in ("first", "second", "second"):
        await users.load(cast(AnyConnection, None), token(subject))
    assert kept() == ["user first", "user second", None], "one who was there already needs no room"
    await users.load(cast(AnyConnection, None), token("third"))
    assert kept() == [None, "user second", "user third"]


async def test_a_user_who_is_no_longer_there_is_forgotten() -> None:
    directory = Users()
    users = KnownUsers(cast(Any, directory))
    await users.load(cast(AnyConnection, None), token("gone"))
    directory.unknown.add("gone")
    assert await users.load(cast(AnyConnection, None), token("gone")) is None
    assert users.get(token("gone")) is None
