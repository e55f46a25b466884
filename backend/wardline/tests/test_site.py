"""The page, the built files, and their headers."""

import gzip
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
    (root / "robots.txt").write_text("robots")
    (root / "silent-renew.html").write_text("renewal")
    (root / "service-worker.js").write_text("worker")
    (root / "assets" / "index-1.js").write_text("the code")
    (root / "assets" / "index-1.js.gz").write_bytes(gzip.compress(b"the code"))
    (root / "assets" / "index-1.js.br").write_text("as the build wrote it")
    (root / "assets" / "font-1.woff2").write_text("a font")
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
        ("/robots.txt", "robots"),
        ("/..%2fsecret.txt", "the page"),
        ("/%00", "the page"),
        ("/" + "a" * 5000, "the page"),
    ],
)
@pytest.mark.req("ROUTE-35")
async def test_every_path_serves_its_file_or_the_page(browser: httpx.AsyncClient, path: str, content: str) -> None:
    response = await browser.get(path)
    assert (response.status_code, response.text) == (200, content)


@pytest.mark.req("API-06")
async def test_an_unknown_api_path_is_not_a_page(browser: httpx.AsyncClient) -> None:
    response = await browser.get("/api/nothing")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


COMMON = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(self), microphone=(self), geolocation=(), payment=(), usb=()",
    "strict-transport-security": "max-age=31536000; includeSubDomains",
}
NOT_FRAMED = COMMON | {"x-frame-options": "DENY", "content-security-policy": NOT_A_PAGE}
HEADERS = {
    "/config.json": NOT_FRAMED | {"cache-control": "no-store"},
    "/robots.txt": NOT_FRAMED,
    "/assets/index-1.js": NOT_FRAMED | {"cache-control": "public, max-age=31536000, immutable"},
    "/assets/none.js": NOT_FRAMED,
    "/api/nothing": NOT_FRAMED | {"cache-control": "no-store"},
    "/api/defect": NOT_FRAMED | {"cache-control": "no-store"},
    "/silent-renew.html": COMMON
    | {
        "cache-control": "no-cache",
        "x-frame-options": "SAMEORIGIN",
        "content-security-policy": (
            "default-src 'none'; script-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
        ),
    },
    "/service-worker.js": NOT_FRAMED
    | {
        "cache-control": "no-cache",
        "content-security-policy": f"{NOT_A_PAGE}; connect-src 'self'; img-src 'self'",
    },
}
OTHER_HEADERS = {
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
async def test_every_response_has_security_headers(tmp_path: Path, path: str, expected: dict[str, str]) -> None:
    response = await _browser(tmp_path, BEHIND_TLS).get(path)
    assert {name: value for name, value in response.headers.items() if name not in OTHER_HEADERS} == expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [({}, {"idleMinutes": 15, "noteIdleMinutes": 15}), ({"note_idle_minutes": 7}, {"noteIdleMinutes": 7})],
)
@pytest.mark.req("SIGN-09", "BCONST-02")
async def test_the_configuration_has_the_idle_times(
    tmp_path: Path, changes: dict[str, int], expected: dict[str, int]
) -> None:
    settings = BEHIND_TLS.model_copy(update=changes)
    config = (await _browser(tmp_path, settings).get("/config.json")).json()
    assert {name: config[name] for name in expected} == expected


@pytest.mark.req("AUTH-10", "AUTH-05", "ROUTE-03", "ROUTE-10", "NAV-24")
async def test_the_configuration_has_the_identity_provider_and_the_links(tmp_path: Path) -> None:
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
    ("changes", "policy"),
    [
        ({}, None),
        ({"demo": True}, None),
        ({"oidc_invite_policy": "B2C_1A_invite"}, "B2C_1A_invite"),
        ({"oidc_issuer": None, "demo": True}, "invitation"),
        ({"oidc_issuer": None, "demo": True, "oidc_invite_policy": "sign-up"}, "sign-up"),
    ],
)
@pytest.mark.req("AUTH-05", "AUTH-10")
async def test_only_the_built_in_provider_has_a_default_invitation_policy(
    tmp_path: Path, changes: dict[str, object], policy: str | None
) -> None:
    settings = BEHIND_TLS.model_copy(update=changes)
    config = (await _browser(tmp_path, settings).get("/config.json")).json()
    built_in = "https://wardline.example.org/demo-identity"
    assert config["oidc"]["issuer"] == (built_in if "oidc_issuer" in changes else "https://sso.example.org/realm")
    assert config["oidc"]["invitePolicy"] == policy


async def test_pages_may_reach_the_media_server_if_there_is_one(tmp_path: Path) -> None:
    settings = BEHIND_TLS.model_copy(update={"janus_url": "wss://media.example.org:8989/ws"})
    response = await _browser(tmp_path, settings, page="").get("/")
    allowed = "connect-src 'self' wss://wardline.example.org wss://media.example.org:8989 https://sso.example.org;"
    assert allowed in response.headers["content-security-policy"]


async def test_each_page_has_a_new_nonce_and_is_never_cached(tmp_path: Path) -> None:
    browser = _browser(tmp_path, BEHIND_TLS, page='<meta property="csp-nonce" nonce="{{ nonce }}">')
    nonces = set()
    for path in ("/", "/consult/7", "/index.html"):
        response = await browser.get(path)
        nonce = response.text.split('"')[3]
        nonces.add(nonce)
        assert len(nonce) >= 22
        assert response.headers["content-security-policy"] == (
            f"default-src 'self'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; "
            "font-src 'self'; connect-src 'self' wss://wardline.example.org https://sso.example.org; "
            "frame-src 'self' https://sso.example.org; frame-ancestors 'none'; base-uri 'none'; object-src 'none'; "
            "form-action 'self' https://sso.example.org"
        )
        assert (response.headers["cache-control"], response.headers["x-frame-options"]) == ("no-store", "DENY")
        assert "etag" not in response.headers
    assert len(nonces) == 3


async def test_there_is_no_hsts_header_without_tls(browser: httpx.AsyncClient) -> None:
    assert "strict-transport-security" not in (await browser.get("/")).headers


@pytest.mark.parametrize(
    ("headers", "status", "encoding", "content"),
    [
        ({"accept-encoding": "gzip, deflate, br"}, 200, "br", "as the build wrote it"),
        ({"accept-encoding": "gzip"}, 200, "gzip", "the code"),
        ({"accept-encoding": "identity"}, 200, None, "the code"),
        ({"accept-encoding": "gzip", "range": "bytes=4-"}, 206, None, "code"),
    ],
)
async def test_scripts_are_compressed_for_clients_that_accept_it(
    browser: httpx.AsyncClient, headers: dict[str, str], status: int, encoding: str | None, content: str
) -> None:
    response = await browser.get("/assets/index-1.js", headers=headers)
    assert (response.status_code, response.headers.get("content-encoding"), response.text) == (
        status,
        encoding,
        content,
    )
    assert response.headers["content-type"] == "text/javascript; charset=utf-8"
    assert response.headers["vary"] == "Accept-Encoding"


async def test_what_the_build_did_not_compress_is_sent_as_it_is(browser: httpx.AsyncClient) -> None:
    response = await browser.get("/assets/font-1.woff2", headers={"accept-encoding": "gzip, br"})
    assert (response.headers.get("content-encoding"), response.text) == (None, "a font")


@pytest.mark.parametrize("encoding", ["br", "identity"])
async def test_an_unchanged_script_is_not_sent_again(browser: httpx.AsyncClient, encoding: str) -> None:
    accepted = {"accept-encoding": encoding}
    etag = (await browser.get("/assets/index-1.js", headers=accepted)).headers["etag"]
    repeated = await browser.get("/assets/index-1.js", headers=accepted | {"if-none-match": etag})
    assert repeated.status_code == 304
