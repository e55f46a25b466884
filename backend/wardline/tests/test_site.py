"""The one page and the files beside it."""

from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from wardline.core.http.error_handlers import install_error_handlers
from wardline.settings import Settings
from wardline.site import SecurityHeaders, install_site

BEHIND_TLS = Settings(public_url="https://wardline.example.org/", oidc_issuer="https://sso.example.org/realm")
NOT_A_PAGE = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"


def _browser(folder: Path, settings: Settings, page: str = "the page") -> httpx.AsyncClient:
    (folder / "secret.txt").write_text("not for the web")
    root = folder / "web"
    (root / "assets").mkdir(parents=True)
    (root / "index.html").write_text(page)
    (root / "robots.txt").write_text("the robots")
    (root / "silent-renew.html").write_text("the renewal")
    (root / "assets" / "index-1.js").write_text("the code")
    app = FastAPI()
    install_error_handlers(app)

    @app.get("/api/defect")
    async def defect() -> None:
        raise RuntimeError

    install_site(app, settings, root)
    transport = httpx.ASGITransport(SecurityHeaders(app, settings))
    return httpx.AsyncClient(transport=transport, base_url=settings.origin)


@pytest.fixture
async def browser(tmp_path: Path) -> httpx.AsyncClient:
    return _browser(tmp_path, Settings(demo=True))


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("/", "the page"),
        ("/consult/7", "the page"),
        ("/nowhere/at/all", "the page"),
        ("/robots.txt", "the robots"),
        ("/..%2fsecret.txt", "the page"),
        ("/%00", "the page"),
        ("/" + "a" * 5000, "the page"),
    ],
)
@pytest.mark.req("ROUTE-35")
async def test_every_path_has_the_page_or_its_file(browser: httpx.AsyncClient, path: str, content: str) -> None:
    answer = await browser.get(path)
    assert (answer.status_code, answer.text) == (200, content)


@pytest.mark.req("API-06")
async def test_unknown_calls_are_not_pages(browser: httpx.AsyncClient) -> None:
    answer = await browser.get("/api/nothing")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


COMMON = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(self), microphone=(self), geolocation=(), payment=(), usb=()",
    "strict-transport-security": "max-age=31536000; includeSubDomains",
}
KEPT_OUT_OF_FRAMES = COMMON | {"x-frame-options": "DENY", "content-security-policy": NOT_A_PAGE}
HEADERS = {
    "/config.json": KEPT_OUT_OF_FRAMES | {"cache-control": "no-store"},
    "/robots.txt": KEPT_OUT_OF_FRAMES,
    "/assets/index-1.js": KEPT_OUT_OF_FRAMES | {"cache-control": "public, max-age=31536000, immutable"},
    "/assets/none.js": KEPT_OUT_OF_FRAMES,
    "/api/nothing": KEPT_OUT_OF_FRAMES | {"cache-control": "no-store"},
    "/api/defect": KEPT_OUT_OF_FRAMES | {"cache-control": "no-store"},
    "/silent-renew.html": COMMON
    | {
        "cache-control": "no-cache",
        "x-frame-options": "SAMEORIGIN",
        "content-security-policy": (
            "default-src 'none'; script-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
        ),
    },
}
OF_THE_ANSWER_ITSELF = {
    "content-length",
    "content-type",
    "date",
    "etag",
    "last-modified",
    "accept-ranges",
    "vary",
    "content-encoding",
}


@pytest.mark.parametrize(("path", "expected"), HEADERS.items())
async def test_what_every_answer_tells_the_browser(tmp_path: Path, path: str, expected: dict[str, str]) -> None:
    answer = await _browser(tmp_path, BEHIND_TLS).get(path)
    assert {name: value for name, value in answer.headers.items() if name not in OF_THE_ANSWER_ITSELF} == expected


@pytest.mark.parametrize(
    ("decided", "told"),
    [({}, {"idleMinutes": 15, "noteIdleMinutes": 15}), ({"note_idle_minutes": 7}, {"noteIdleMinutes": 7})],
)
@pytest.mark.req("SIGN-09", "BCONST-02")
async def test_the_browser_is_told_when_to_close_a_note(
    tmp_path: Path, decided: dict[str, int], told: dict[str, int]
) -> None:
    settings = BEHIND_TLS.model_copy(update=decided)
    config = (await _browser(tmp_path, settings).get("/config.json")).json()
    assert {name: config[name] for name in told} == told


@pytest.mark.req("AUTH-10", "AUTH-05", "ROUTE-03", "ROUTE-10")
async def test_the_browser_is_told_where_to_sign_in_and_where_to_find_help(tmp_path: Path) -> None:
    settings = BEHIND_TLS.model_copy(
        update={
            "oidc_client_id": "ward",
            "oidc_provider_name": "Hospital sign-in",
            "oidc_invite_policy": "B2C_1A_invite",
            "support_phone": "(555) 010-0177",
            "terms_url": "https://legal.example.org/use",
            "privacy_url": "https://legal.example.org/data",
            "admin_url": "https://admin.example.org",
            "reporting_url": "https://reports.example.org",
        }
    )
    config = (await _browser(tmp_path, settings).get("/config.json")).json()
    assert config["oidc"] == {
        "issuer": "https://sso.example.org/realm",
        "clientId": "ward",
        "providerName": "Hospital sign-in",
        "invitePolicy": "B2C_1A_invite",
    }
    assert [config[name] for name in ("supportPhone", "termsUrl", "privacyUrl", "adminUrl", "reportingUrl")] == [
        "(555) 010-0177",
        "https://legal.example.org/use",
        "https://legal.example.org/data",
        "https://admin.example.org",
        "https://reports.example.org",
    ]


@pytest.mark.parametrize(
    ("decided", "policy"),
    [
        ({}, None),
        ({"demo": True}, None),
        ({"oidc_invite_policy": "B2C_1A_invite"}, "B2C_1A_invite"),
        ({"oidc_issuer": None, "demo": True}, "invitation"),
        ({"oidc_issuer": None, "demo": True, "oidc_invite_policy": "sign-up"}, "sign-up"),
    ],
)
@pytest.mark.req("AUTH-05", "AUTH-10")
async def test_only_the_built_in_provider_has_a_policy_for_invitations_that_nobody_named(
    tmp_path: Path, decided: dict[str, object], policy: str | None
) -> None:
    """And it is there only where no other is named."""
    settings = BEHIND_TLS.model_copy(update=decided)
    config = (await _browser(tmp_path, settings).get("/config.json")).json()
    built_in = "https://wardline.example.org/demo-identity"
    assert config["oidc"]["issuer"] == (built_in if "oidc_issuer" in decided else "https://sso.example.org/realm")
    assert config["oidc"]["invitePolicy"] == policy


async def test_each_page_has_a_nonce_of_its_own_and_is_never_kept(tmp_path: Path) -> None:
    browser = _browser(tmp_path, BEHIND_TLS, page='<meta property="csp-nonce" nonce="{{ nonce }}">')
    nonces = set()
    for path in ("/", "/consult/7", "/index.html"):
        answer = await browser.get(path)
        nonce = answer.text.split('"')[3]
        nonces.add(nonce)
        assert len(nonce) >= 22
        assert answer.headers["content-security-policy"] == (
            f"default-src 'self'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; "
            "font-src 'self'; connect-src 'self' wss://wardline.example.org https://sso.example.org; "
            "frame-src 'self' https://sso.example.org; frame-ancestors 'none'; base-uri 'none'; object-src 'none'; "
            "form-action 'self' https://sso.example.org"
        )
        assert (answer.headers["cache-control"], answer.headers["x-frame-options"]) == ("no-store", "DENY")
        assert "etag" not in answer.headers
    assert len(nonces) == 3


async def test_nothing_is_promised_about_tls_without_it(browser: httpx.AsyncClient) -> None:
    assert "strict-transport-security" not in (await browser.get("/")).headers


@pytest.mark.parametrize(
    ("asked", "status", "encoding", "content"),
    [
        ({"accept-encoding": "gzip"}, 200, "gzip", "the code"),
        ({"accept-encoding": "identity"}, 200, None, "the code"),
        ({"accept-encoding": "gzip", "range": "bytes=4-"}, 206, None, "code"),
    ],
)
async def test_code_travels_compressed_to_who_takes_it(
    browser: httpx.AsyncClient, asked: dict[str, str], status: int, encoding: str | None, content: str
) -> None:
    for _ in range(2):
        answer = await browser.get("/assets/index-1.js", headers=asked)
        assert (answer.status_code, answer.headers.get("content-encoding"), answer.text) == (status, encoding, content)
        assert answer.headers["vary"] == "Accept-Encoding"


async def test_compressed_code_is_sent_once(browser: httpx.AsyncClient) -> None:
    etag = (await browser.get("/assets/index-1.js")).headers["etag"]
    assert (await browser.get("/assets/index-1.js", headers={"if-none-match": etag})).status_code == 304
