"""Lists of the administration take a few statements, however long they are."""

from typing import Final

import httpx

from conftest import SignIn

MOST: Final = 6
LISTS: Final = (
    "/people?text=a&state=active&invitation=notInvited",
    "/people/choices",
    "/roles",
    "/places?text=a",
    "/places/choices",
    "/lines",
    "/provisioning",
    "/connections",
    "/emergency-accesses?unreviewed=true",
    "/access-checks/people?name=a",
    "/access-checks/locations?name=a",
    "/roles/1/people?action=View&subject=Consult",
    "/roles/1/versions",
    "/lines/1/versions",
    "/places/units/1/versions",
)


async def test_a_list_takes_at_most_six_statements(sign_in: SignIn, statements: list[str]) -> None:
    admin = sign_in("admin")
    taken: dict[str, int] = {}
    for path in LISTS:
        statements.clear()
        response = await admin.get(path)
        assert response.status_code == httpx.codes.OK, path
        taken[path] = len(statements)
    assert {path: count for path, count in taken.items() if count > MOST} == {}
