"""The provider notifies the application of ended sessions."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import KeySet

from wardline.access.tokens import verifier_for
from wardline.core.http.client import HttpClient
from wardline.demo.identity.provider import MOUNT_PATH
from wardline.demo.identity.tests.browser import ORIGIN, Browser, redirect_query
from wardline.sessions.logout_tokens import verify_logout
from wardline.settings import Settings

Requests = list[httpx.Request]


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(demo=True, data_dir=tmp_path_factory.mktemp("identity"))


@pytest.fixture(scope="module")
def browser(settings: Settings) -> Browser:
    return Browser(settings)


@pytest.fixture
def logout_calls(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Requests]:
    """The requests to the application, which responds with this status, or not at all for 0."""

    def respond_with(status: int) -> Requests:
        requests: Requests = []

        def take(request: httpx.Request) -> httpx.Response:
            requests.append(request)
            if status == 0:
                raise httpx.ConnectError("nobody there", request=request)
            return httpx.Response(status)

        def client(**options: Any) -> HttpClient:
            return HttpClient(transport=httpx.MockTransport(take), **options)

        monkeypatch.setattr("wardline.demo.identity.provider.HttpClient", client)
        return requests

    return respond_with


async def sign_in(browser: Browser, who: str) -> dict[str, Any]:
    """The response of the token endpoint, with the claims of both tokens."""
    tokens = (await browser.exchange(redirect_query(await browser.choose(who))["code"])).json()
    keys = KeySet([browser.identity._issuer.public_key])
    claims = {name: jwt.decode(tokens[name], keys, ["RS256"]).claims for name in ("access_token", "id_token")}
    return {"id_token": tokens["id_token"], "claims": claims}


async def session_and_user(requests: Requests, settings: Settings) -> tuple[str | None, str | None]:
    """The session and the user in the one logout token, as the application reads it."""
    (request,) = requests
    assert (request.method, str(request.url)) == ("POST", f"{ORIGIN}/api/backchannel-logout")
    token = dict(httpx.QueryParams(request.content.decode()))["logout_token"]
    found = await verify_logout(verifier_for(settings, Browser(settings).identity.keys), token)
    return found.sid, found.subject


@pytest.mark.req("BAPI-29")
async def test_both_tokens_name_the_session_and_every_sign_in_has_a_new_one(browser: Browser) -> None:
    first, second = [(await sign_in(browser, "nurse"))["claims"] for _ in range(2)]
    for claims in (first, second):
        assert claims["access_token"]["sid"] == claims["id_token"]["sid"]
        assert claims["access_token"]["auth_time"] == claims["id_token"]["auth_time"]
    assert first["id_token"]["sid"] != second["id_token"]["sid"]


@pytest.mark.parametrize("status", [200, 400, 0])
@pytest.mark.req("BAPI-29")
async def test_the_application_is_notified_in_the_background(
    browser: Browser, settings: Settings, logout_calls: Callable[[int], Requests], status: int
) -> None:
    requests = logout_calls(status)
    session = await sign_in(browser, "nurse")
    assert (await browser.http.get(f"{MOUNT_PATH}/end-session")).status_code == 200
    assert await session_and_user(requests, settings) == (session["claims"]["id_token"]["sid"], "nurse")


@pytest.mark.req("BAPI-29")
async def test_the_session_of_the_hint_ends_and_an_invalid_hint_ends_nothing(
    browser: Browser, settings: Settings, logout_calls: Callable[[int], Requests]
) -> None:
    requests = logout_calls(200)
    first = await sign_in(browser, "nurse")
    await sign_in(browser, "neuro")
    for hint in ("a.b.c", first["id_token"]):
        await browser.http.get(f"{MOUNT_PATH}/end-session", params={"id_token_hint": hint})
    assert await session_and_user(requests, settings) == (first["claims"]["id_token"]["sid"], "nurse")
