"""Operations that ask for a fresh sign-in."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from bodies import person_fields
from fastapi import FastAPI
from pydantic import ValidationError
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
from wardline.demo.identity.issuing import Issuer, ProviderSession
from wardline.settings import Settings

NEW_ROLE = {"name": "Scribe", "label": "Scribe", "permissions": [], "isRetired": False, "reason": None}
CONSULT = "/consults/11111111-2222-4333-8444-555555555555"
ADD_GROUP = """
insert into groups (organization_id, display_name, created_at, changed_at)
select id, 'Desk', now(), now() from organizations where code = 'lakeshore'
"""
STRONG = "urn:example:two-factors"
SignedIn = Callable[..., dict[str, str]]


@pytest.fixture
def signed_in(noon: datetime, issuer: Issuer) -> SignedIn:
    """Headers of an administrator who signed in some minutes ago; of a provider that does not say when, if None."""

    def headers(minutes: float | None, acr: str | None = None, who: str = "admin") -> dict[str, str]:
        session = None
        if minutes is not None:
            session = ProviderSession(who, clock.now() - timedelta(minutes=minutes), "here", acr)
        return {"Authorization": f"Bearer {issuer.access_token(who, session=session)}"}

    return headers


@pytest.fixture
async def http(app: FastAPI, settings: Settings) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=f"{settings.origin}/api")


@pytest.fixture
def ask(app: FastAPI) -> Iterator[Callable[..., None]]:
    """Changes the settings for the rest of the test."""
    before: Settings = app.state.settings

    def configure(**settings: Any) -> None:
        app.state.settings = before.model_copy(update=settings)

    yield configure
    app.state.settings = before


@pytest.mark.parametrize(
    ("minutes", "acr", "wanted", "status"),
    [
        (None, None, "", 401),
        (4, None, "", 201),
        (6, None, "", 401),
        (-6, None, "", 401),
        (1, None, STRONG, 401),
        (1, "urn:example:password", STRONG, 401),
        (1, STRONG, f"urn:example:card {STRONG}", 201),
    ],
)
async def test_only_a_fresh_sign_in_of_the_right_kind_is_enough(
    http: httpx.AsyncClient,
    ask: Callable[..., None],
    signed_in: SignedIn,
    minutes: float,
    acr: str,
    wanted: str,
    status: int,
) -> None:
    ask(step_up="grant", step_up_acr=wanted)
    response = await http.post("/roles", json=NEW_ROLE, headers=signed_in(minutes, acr))
    assert response.status_code == status
    if status == 401:
        body = response.json()
        assert (body["code"], body["maxAge"], body["acrValues"]) == ("step_up_required", 300, wanted or None)
        expected = 'Bearer error="insufficient_user_authentication", max_age="300"'
        assert response.headers["WWW-Authenticate"] == expected + (f', acr_values="{wanted}"' if wanted else "")


async def test_the_audit_trail_says_how_the_user_signed_in_where_that_was_asked(
    http: httpx.AsyncClient, ask: Callable[..., None], signed_in: SignedIn, session: AsyncSession
) -> None:
    await http.post("/roles", json=NEW_ROLE, headers=signed_in(1, STRONG))
    ask(step_up="grant")
    for minutes in (60, 1):
        await http.post("/roles", json=NEW_ROLE | {"name": "Other"}, headers=signed_in(minutes, STRONG))
    rows = await session.execute(text("select status, details from audit_entries where action = 'addRole' order by id"))
    assert [(status, (details or {}).get("signedInAt"), (details or {}).get("acr")) for status, details in rows] == [
        (201, None, None),
        (401, clock.to_utc_text(clock.now() - timedelta(hours=1)), STRONG),
        (201, clock.to_utc_text(clock.now() - timedelta(minutes=1)), STRONG),
    ]


@pytest.mark.parametrize(
    ("operation", "method", "path", "who"),
    [
        ("sign", "POST", f"{CONSULT}/sign-signoff-note", "neuro"),
        ("sign", "POST", f"{CONSULT}/sign-signoff-note-psych", "psych"),
        ("fax", "POST", f"{CONSULT}/signoff-note/fax", "neuro"),
        ("export", "GET", "/audit/export", "admin"),
        ("export", "POST", "/audit/$export", "admin"),
        ("breakGlass", "POST", "/emergency-accesses", "covid"),
    ],
)
async def test_each_operation_asks_if_it_is_configured_to(
    http: httpx.AsyncClient,
    ask: Callable[..., None],
    signed_in: SignedIn,
    operation: str,
    method: str,
    path: str,
    who: str,
) -> None:
    others = {"sign", "fax", "export", "grant", "breakGlass"} - {operation}
    codes = []
    for configured in (operation, ",".join(others)):
        ask(step_up=configured)
        response = await http.request(
            method, path, headers=signed_in(None, who=who), json={} if method == "POST" else None
        )
        codes.append(response.status_code == 401)
    assert codes == [True, False]


async def test_only_giving_a_role_asks_and_not_what_else_is_changed_of_a_person(
    http: httpx.AsyncClient, ask: Callable[..., None], signed_in: SignedIn
) -> None:
    stale = signed_in(60)
    roles = {each["name"]: each["id"] for each in (await http.get("/roles", headers=stale)).json()["roles"]}
    (found,) = (await http.get("/people", params={"text": "maya"}, headers=stale)).json()["people"]
    read = (await http.get(f"/people/{found['id']}", headers=stale)).json()
    fields = person_fields(read)
    ask(step_up="grant")
    path, headers = f"/people/{found['id']}", stale | {"If-Match": read["version"]}
    given = fields | {"roleIds": [*read["roleIds"], roles["Virtual Provider"]]}
    assert (await http.put(path, json=given, headers=headers)).status_code == 401
    taken = fields | {"subject": "someone-else"}
    assert (await http.put(path, json=taken, headers=headers)).status_code == 401, "another sign-in gets the rights"
    own = [each["id"] for each in (await http.get("/people/choices", headers=stale)).json()["organizations"]]
    assert (await http.put(path, json=fields | {"organizationIds": own}, headers=headers)).status_code == 401
    assert (await http.put(path, json=fields | {"medipacId": "M-7"}, headers=headers)).status_code == 200
    invitation, email = f"/people/{found['id']}/invitation", {"email": None}
    assert (await http.post(invitation, json=email, headers=stale)).status_code == 401, "the link is a sign-in"
    assert (await http.post(invitation, json=email, headers=signed_in(1))).status_code == 200
    assert (await http.get(f"{invitation}/link", headers=stale)).status_code == 401


async def test_an_import_asks_only_if_it_gives_a_role(
    http: httpx.AsyncClient, ask: Callable[..., None], signed_in: SignedIn
) -> None:
    """Or a sign-in: an invitation, or another identifier."""
    stale = signed_in(60)
    columns = "Username,First name,Last name,Organizations,Roles,Subject,E-mail"

    async def imported(row: str, *, invite: bool = False) -> int:
        file = {"text": f"{columns}\n{row}\n"}
        checked = (await http.post("/people/imports/check", json=file, headers=stale)).json()
        body = {"digest": checked["digest"], "confirmedCount": None, "invite": invite}
        body |= {"fileName": "people.csv", "reason": None}
        return (await http.post("/people/imports", json=file | body, headers=stale)).status_code

    ask(step_up="grant")
    assert await imported("wren,Wren,Alder,lakeshore,Virtual Provider,,") == 401
    assert await imported("wren,Wren,Alder,lakeshore,,,wren@example.org", invite=True) == 401
    assert await imported("wren,Wren,Alder,lakeshore,,,wren@example.org") == 201
    assert await imported("wren,Wren,Alder,lakeshore,,someone-else,") == 401


async def test_giving_a_role_to_a_group_asks(
    http: httpx.AsyncClient, ask: Callable[..., None], signed_in: SignedIn, session: AsyncSession
) -> None:
    await session.execute(text(ADD_GROUP))
    stale = signed_in(60)
    page = (await http.get("/provisioning", headers=stale)).json()
    (group,), role_id = page["groups"], page["roles"][0]["id"]
    path, headers = f"/provisioning/groups/{group['id']}/roles", stale | {"If-Match": group["version"]}
    ask(step_up="grant")
    assert (await http.put(path, json={"roleIds": [role_id], "confirmed": []}, headers=headers)).status_code == 401
    assert (await http.put(path, json={"roleIds": [], "confirmed": []}, headers=headers)).status_code == 200


@pytest.mark.parametrize("wrong", [{"step_up": "sign, dance"}, {"step_up_acr": 'a"b'}, {"step_up_minutes": 0}])
def test_wrong_settings_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Settings(**wrong)
