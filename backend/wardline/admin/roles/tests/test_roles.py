"""Roles with what they allow, in words, and how many people have them."""

import httpx
import pytest

from wardline.access import permissions
from wardline.access.permissions import Permission
from wardline.admin.roles.words import WORDS


@pytest.mark.as_user("admin")
async def test_roles_come_with_their_permissions_in_words(client: httpx.AsyncClient, statements: list[str]) -> None:
    statements.clear()
    answer = (await client.get("/roles")).json()
    assert len(statements) <= 6
    roles = {role["name"]: role for role in answer["roles"]}
    assert roles["Administrator"]["people"] == 1
    assert roles["Virtual Provider"]["people"] > 3
    described = {(each["action"], each["subject"]): each for each in answer["permissions"]}
    acknowledging = described["Acknowledge", "Consult"]
    assert acknowledging["roleIds"] == [roles["Virtual Provider"]["id"]]
    assert acknowledging["label"] == "Acknowledge consults"
    unused = described["Transfer", "Consult"]
    assert (unused["group"], unused["label"]) == ("other", "Transfer Consult")


def test_every_permission_has_words_of_its_own() -> None:
    known = {each for each in vars(permissions).values() if isinstance(each, Permission)}
    assert set(WORDS) == known
    assert len({words.label for words in WORDS.values()}) == len(known)
    assert all(words.allows.endswith(".") and not words.label.endswith(".") for words in WORDS.values())
