"""Signing in at the demonstration provider, as a browser and a client see it."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey

from wardline.access.provider_keys import ProviderKeys
from wardline.access.tokens import InvalidToken, verifier_for
from wardline.core import clock
from wardline.demo.identity import provider
from wardline.demo.identity.issuing import ACCESS_LIFETIME, SESSION_LIFETIME
from wardline.demo.identity.keys import load_or_create_key
from wardline.demo.identity.provider import MOUNT_PATH, invitation_link, issue_access_token
from wardline.demo.identity.requests import CODE_LIFETIME, Client
from wardline.demo.identity.tests.browser import (
    ACCOUNTS,
    CALLBACK,
    CHALLENGE,
    ISSUER,
    NOW,
    ORIGIN,
    Browser,
    authorization_request,
    redirect_query,
)
from wardline.settings import Settings
from wardline.site import public_configuration


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(demo=True, data_dir=tmp_path_factory.mktemp("identity"))


@pytest.fixture(scope="session")
def key(settings: Settings) -> RSAKey:
    return load_or_create_key(settings.data_dir)


@pytest.fixture
async def browser(settings: Settings, key: RSAKey, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Browser]:
    # The key is loaded once, since loading it takes longer than a test.
    monkeypatch.setattr(provider, "load_or_create_key", lambda _: key)
    browser = Browser(settings)
    async with browser.http:
        yield browser


@pytest.mark.req("AUTH-10")
async def test_a_complete_sign_in_like_a_client_library(browser: Browser, settings: Settings) -> None:
    about = (await browser.http.get(f"{MOUNT_PATH}/.well-known/openid-configuration")).json()
    assert about["issuer"] == ISSUER
    assert about["code_challenge_methods_supported"] == ["S256"]
    page = await browser.http.get(about["authorization_endpoint"], params=authorization_request())
    assert page.status_code == 200
    back = redirect_query(await browser.choose("nurse"))
    assert (back["state"], back["iss"]) == ("st&te", ISSUER)
    response = await browser.exchange(back["code"])
    assert response.status_code == 200
    assert response.headers["cache-control"] == "no-store"
    tokens = response.json()
    assert (tokens["token_type"], tokens["expires_in"]) == ("Bearer", 900)

    keys = KeySet.import_key_set((await browser.http.get(about["jwks_uri"])).json())
    identity = jwt.decode(tokens["id_token"], keys, algorithms=["RS256"])
    expected = {"iss": ISSUER, "sub": "nurse", "aud": "wardline-web", "nonce": "once", "name": "Nora Lind"}
    assert expected.items() <= identity.claims.items()

    # The API verifies it like any provider's token: by discovery, over HTTP.
    found_by_discovery = verifier_for(settings, ProviderKeys(ISSUER, browser.http))
    assert (await found_by_discovery.verify(tokens["access_token"])).subject == "nurse"
    with pytest.raises(InvalidToken):
        await found_by_discovery.verify(tokens["id_token"])

    bearer = {"authorization": f"Bearer {tokens['access_token']}"}
    person = (await browser.http.get(about["userinfo_endpoint"], headers=bearer)).json()
    assert (person["sub"], person["name"]) == ("nurse", "Nora Lind")


async def test_published_keys_are_public_only(browser: Browser) -> None:
    (key,) = (await browser.http.get(f"{MOUNT_PATH}/jwks")).json()["keys"]
    assert key.keys() == {"kty", "n", "e", "use", "alg", "kid"}


async def test_tokens_from_the_command_line_and_from_before_a_restart_are_valid(settings: Settings) -> None:
    token = issue_access_token(settings, "neuro")
    restarted = Browser(settings).identity
    verifier = verifier_for(settings, restarted.keys)
    assert (await verifier.verify(token)).subject == "neuro"
    with clock.clock_at(datetime.now(UTC) + ACCESS_LIFETIME + timedelta(minutes=1)), pytest.raises(InvalidToken):
        await verifier.verify(token)


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": None}, "unsupported_response_type"),
        ({"response_mode": "form_post"}, "invalid_request"),
        ({"scope": "profile"}, "invalid_scope"),
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"prompt": "none login"}, "invalid_request"),
        ({"prompt": "sing"}, "invalid_request"),
        ({"max_age": "-1"}, "invalid_request"),
        ({"prompt": "none"}, "login_required"),
    ],
)
async def test_invalid_requests_of_the_client_are_reported_to_it(
    browser: Browser, changed: dict[str, str | None], error: str
) -> None:
    back = redirect_query(await browser.authorize(**changed))
    assert (back["error"], back["state"]) == (error, "st&te")
    assert "code" not in back


@pytest.mark.parametrize(
    "changed",
    [
        {"client_id": "other"},
        {"client_id": None},
        {"redirect_uri": None},
        {"redirect_uri": "https://evil.example.org/"},
        {"redirect_uri": "http://127.0.0.1:8000.evil.example.org/"},
        {"redirect_uri": "http://127.0.0.1:8000@evil.example.org/"},
        {"redirect_uri": "http://127.0.0.1:80001/"},
        {"redirect_uri": "http://localhost:8000/"},
        {"redirect_uri": f"{ORIGIN}/a#b"},
        {"redirect_uri": f"{ORIGIN}\\@evil.example.org/"},
        {"redirect_uri": f"{ORIGIN}/\r\nx: y"},
        {"redirect_uri": f"{ORIGIN}/" + "a" * 3_000},
    ],
)
async def test_no_redirect_leaves_the_application(browser: Browser, changed: dict[str, str | None]) -> None:
    for response in (await browser.authorize(**changed), await browser.choose("nurse", **changed)):
        assert response.status_code == 400
        assert "location" not in response.headers
        assert not response.cookies


async def test_a_repeated_parameter_is_refused(browser: Browser) -> None:
    repeated = httpx.QueryParams(authorization_request()).add("redirect_uri", "https://evil.example.org/")
    assert (await browser.http.get(f"{MOUNT_PATH}/authorize", params=repeated)).status_code == 400


async def test_a_redirect_address_keeps_its_own_query(browser: Browser) -> None:
    back = redirect_query(await browser.choose("nurse", redirect_uri=f"{CALLBACK}?mode=silent"))
    assert back["mode"] == "silent"
    assert back["code"]


@pytest.mark.parametrize(
    ("changed", "status", "error"),
    [
        ({"code_verifier": "w" * 64}, 400, "invalid_grant"),
        ({"code_verifier": None}, 400, "invalid_grant"),
        ({"code_verifier": "v" * 42}, 400, "invalid_grant"),
        ({"code_verifier": CHALLENGE}, 400, "invalid_grant"),
        ({"redirect_uri": f"{ORIGIN}/other"}, 400, "invalid_grant"),
        ({"redirect_uri": None}, 400, "invalid_grant"),
        ({"code": "made-up"}, 400, "invalid_grant"),
        ({"code": None}, 400, "invalid_grant"),
        ({"client_id": "other"}, 401, "invalid_client"),
        ({"grant_type": "password"}, 400, "unsupported_grant_type"),
        ({"grant_type": None}, 400, "unsupported_grant_type"),
    ],
)
async def test_a_code_alone_is_useless(
    browser: Browser, changed: dict[str, str | None], status: int, error: str
) -> None:
    code = redirect_query(await browser.choose("nurse"))["code"]
    response = await browser.exchange(**({"code": code} | changed))  # type: ignore[arg-type]
    assert (response.status_code, response.json()["error"]) == (status, error)
    assert "access_token" not in response.json()


async def test_a_code_works_once_and_for_a_minute(browser: Browser) -> None:
    with clock.clock_at(NOW):
        used = redirect_query(await browser.choose("nurse"))["code"]
        assert (await browser.exchange(used)).status_code == 200
        assert (await browser.exchange(used)).json()["error"] == "invalid_grant"
        guessed_at = redirect_query(await browser.choose("nurse"))["code"]
        await browser.exchange(guessed_at, code_verifier="w" * 64)
        assert (await browser.exchange(guessed_at)).json()["error"] == "invalid_grant"
        late = redirect_query(await browser.choose("nurse"))["code"]
        in_time = redirect_query(await browser.choose("nurse"))["code"]
        clock.advance(CODE_LIFETIME - timedelta(seconds=1))
        assert (await browser.exchange(in_time)).status_code == 200
        clock.advance(timedelta(seconds=1))
        assert (await browser.exchange(late)).json()["error"] == "invalid_grant"


@pytest.mark.req("AUTH-04")
async def test_a_token_is_renewed_silently_while_the_provider_remembers(browser: Browser) -> None:
    with clock.clock_at(NOW):
        await browser.choose("nurse")
        clock.advance(SESSION_LIFETIME - timedelta(minutes=1))
        silent = await browser.authorize(prompt="none")
        tokens = (await browser.exchange(redirect_query(silent)["code"])).json()
        renewed = jwt.decode(tokens["id_token"], KeySet([browser.identity._issuer.public_key]), algorithms=["RS256"])
        assert (renewed.claims["sub"], renewed.claims["auth_time"]) == ("nurse", int(NOW.timestamp()))
        assert "'self'" in silent.headers["content-security-policy"].split("frame-ancestors")[1]
        assert redirect_query(await browser.authorize(prompt="none", login_hint="neuro"))["error"] == "login_required"
        assert redirect_query(await browser.authorize())["code"]
        for prompt in ("login", "select_account"):
            assert (await browser.authorize(prompt=prompt)).status_code == 200
        clock.advance(timedelta(minutes=1))
        assert redirect_query(await browser.authorize(prompt="none"))["error"] == "login_required"


@pytest.mark.req("AUTH-05")
async def test_an_invitation_is_for_one_user_and_valid_for_a_week(browser: Browser, settings: Settings) -> None:
    """The request that `/invite` redirects to: with the policy and the token of the link."""
    policy = public_configuration(settings).oidc.invite_policy
    assert policy
    with clock.clock_at(NOW):
        link = urlsplit(invitation_link(settings, "neuro"))
        assert f"{link.scheme}://{link.netloc}{link.path}" == f"{ORIGIN}/invite"
        invited = {"p": policy, "id_token_hint": parse_qs(link.query)["id_token_hint"][0]}
        await browser.choose("nurse")
        page = await browser.authorize(**invited)
        assert page.status_code == 200, "the signed-in user is not the invited one"
        assert "Dr. Ada Lee" in page.text
        assert "Nora Lind" not in page.text
        assert (await browser.choose("nurse", **invited)).status_code == 400
        tokens = (await browser.exchange(redirect_query(await browser.choose("neuro", **invited))["code"])).json()
        identity = jwt.decode(tokens["id_token"], KeySet([browser.identity._issuer.public_key]), algorithms=["RS256"])
        assert identity.claims["sub"] == "neuro"

        clock.advance(timedelta(days=settings.invitation_days))
        for token in (invited["id_token_hint"], issue_access_token(settings, "neuro"), "a.b.c"):
            parameters = redirect_query(await browser.authorize(p=policy, id_token_hint=token))
            assert (parameters["error"], parameters["error_description"].split(":")[0]) == (
                "access_denied",
                "AADB2C90233",
            )
    assert redirect_query(await browser.authorize(p="another", id_token_hint="a.b.c"))["error"] == "invalid_request"
    assert redirect_query(await browser.authorize(p=policy))["error"] == "invalid_request"


async def test_the_session_cookie_is_hidden_from_scripts_and_other_sites(browser: Browser, tmp_path: Path) -> None:
    cookie = (await browser.choose("nurse")).headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", f"Path={MOUNT_PATH}"} <= set(cookie.split("; "))
    secure = Browser(Settings(demo=True, data_dir=tmp_path, public_url="https://demo.example.org"))
    response = await secure.choose("nurse", redirect_uri="https://demo.example.org/signed-in")
    assert "Secure" in response.headers["set-cookie"].split("; ")


async def test_an_invalid_cookie_is_no_session(browser: Browser, settings: Settings) -> None:
    for forged in ("nurse", "a.b.c", issue_access_token(settings, "nurse")):
        browser.http.cookies.set("demo_identity_session", forged)
        assert redirect_query(await browser.authorize(prompt="none"))["error"] == "login_required"


async def test_a_user_whose_account_was_removed_chooses_again(settings: Settings) -> None:
    before = Browser(settings)
    await before.choose("nurse")
    after = Browser(settings, accounts=ACCOUNTS[1:])
    after.http.cookies = before.http.cookies
    assert redirect_query(await after.authorize(prompt="none"))["error"] == "login_required"
    assert (await after.choose("nurse")).status_code == 400


@pytest.mark.parametrize(
    ("headers", "accepted"),
    [
        ({"sec-fetch-site": "same-origin"}, True),
        ({"origin": ORIGIN}, True),
        ({"sec-fetch-site": "cross-site", "origin": ORIGIN}, False),
        ({"sec-fetch-site": "same-site"}, False),
        ({"origin": "https://evil.example.org"}, False),
        ({"origin": "null"}, False),
    ],
)
async def test_another_site_cannot_choose_an_account(browser: Browser, headers: dict[str, str], accepted: bool) -> None:
    assert (await browser.choose("nurse", headers)).status_code == (303 if accepted else 400)


@pytest.mark.req("AUTH-02")
async def test_signing_out_ends_the_session_and_leads_back(browser: Browser) -> None:
    await browser.choose("nurse")
    out = await browser.http.get(
        f"{MOUNT_PATH}/end-session", params={"post_logout_redirect_uri": f"{ORIGIN}/login", "state": "s"}
    )
    assert redirect_query(out, to=f"{ORIGIN}/login") == {"state": "s"}
    assert redirect_query(await browser.authorize(prompt="none"))["error"] == "login_required"
    await browser.choose("nurse")
    plain = await browser.http.post(f"{MOUNT_PATH}/end-session")
    assert "You are signed out" in plain.text
    assert redirect_query(await browser.authorize(prompt="none"))["error"] == "login_required"


async def test_signing_out_leads_nowhere_else(browser: Browser) -> None:
    out = await browser.http.get(
        f"{MOUNT_PATH}/end-session", params={"post_logout_redirect_uri": "https://evil.example.org/"}
    )
    assert out.status_code == 400
    assert "location" not in out.headers


@pytest.mark.parametrize("authorization", ["", "Bearer", "Bearer x.y.z", "Basic bnVyc2U6"])
async def test_user_info_requires_a_token(browser: Browser, authorization: str) -> None:
    response = await browser.http.get(f"{MOUNT_PATH}/userinfo", headers={"authorization": authorization})
    assert response.status_code == 401
    assert response.headers["www-authenticate"].startswith("Bearer")


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


async def test_the_picker_explains_itself_and_groups_the_accounts(browser: Browser) -> None:
    response = await browser.authorize(login_hint="neuro", state='"><script>')
    page = Page(response.text)
    assert "no passwords" in response.text
    assert "fictitious" in response.text
    assert [button["value"] for button in page.all("button")] == ["nurse", "edtech", "neuro"]
    assert [button["value"] for button in page.all("button") if "autofocus" in button] == ["neuro"]
    assert len(page.all("h1")) == 1
    assert [section["aria-labelledby"] for section in page.all("section")] == [head["id"] for head in page.all("h2")]
    assert page.all("html")[0]["lang"] == "en"
    hidden = {field["name"]: field["value"] for field in page.all("input")}
    assert hidden == authorization_request(login_hint="neuro", state='"><script>')


async def test_pages_run_no_scripts_and_are_not_framed(browser: Browser) -> None:
    picker = await browser.authorize()
    error = await browser.authorize(client_id="<script>")
    for response in (picker, error):
        page = Page(response.text)
        assert not page.all("script")
        assert not [attributes for _, attributes in page.elements if "style" in attributes]
        policy = response.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
    style = await browser.http.get(f"{MOUNT_PATH}/style.css")
    assert style.headers["content-type"].startswith("text/css")


async def test_other_origins_cannot_read_responses(browser: Browser) -> None:
    elsewhere = {"origin": "https://evil.example.org", "access-control-request-method": "POST"}
    for path in ("/.well-known/openid-configuration", "/jwks"):
        response = await browser.http.get(MOUNT_PATH + path, headers=elsewhere)
        assert "access-control-allow-origin" not in response.headers
    assert (await browser.http.options(f"{MOUNT_PATH}/token", headers=elsewhere)).status_code == 405


@pytest.mark.parametrize("path", ["/authorize", "/token", "/end-session"])
@pytest.mark.parametrize("body", [b"\xff\xfe", b"a=1&a=2", b"%ff=%fe", b"x" * 100_000, b"=" * 1_000, b""])
async def test_invalid_forms_are_refused(browser: Browser, path: str, body: bytes) -> None:
    response = await browser.http.post(MOUNT_PATH + path, content=body)
    assert response.status_code in {200, 400, 401}
    assert not response.cookies


@given(st.text())
def test_every_redirect_stays_on_the_origin(text: str) -> None:
    client = Client("wardline-web", ORIGIN, None)
    for address in (text, ORIGIN + text, f"{ORIGIN}/{text}"):
        if client.owns(address):
            parts = urlsplit(address)
            assert (parts.scheme, parts.netloc) == ("http", "127.0.0.1:8000")


@given(st.dictionaries(st.sampled_from(sorted(authorization_request())), st.text(max_size=60)))
async def test_every_request_gets_a_response(shared: Browser, changed: dict[str, Any]) -> None:
    response = await shared.authorize(**changed)
    assert response.status_code in {200, 303, 400}


@pytest.fixture(scope="session")
async def shared(settings: Settings) -> AsyncIterator[Browser]:
    browser = Browser(settings)
    async with browser.http:
        yield browser
