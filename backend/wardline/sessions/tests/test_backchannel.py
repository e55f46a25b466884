"""Logouts are accepted once, only from the identity provider, and published to all nodes."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import httpx
import orjson
import pytest
from fastapi import FastAPI
from joserfc import jwt
from joserfc.jwk import RSAKey
from sent_statements import recorded_statements
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.tokens import TokenVerifier
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.core.security.rate_limits import RateLimiter
from wardline.demo.identity.issuing import Issuer, ProviderSession
from wardline.main import create_api, install_parts
from wardline.settings import Settings

EVENT = "http://schemas.openid.net/event/backchannel-logout"
PATH = "/backchannel-logout"
NOWHERE = "postgresql://nobody@127.0.0.1:1/none"

pytestmark = pytest.mark.usefixtures("noon")


@pytest.fixture
async def provider(app: FastAPI, settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=f"{settings.origin}/api") as client:
        yield client


Sign = Callable[..., str]


@pytest.fixture
def sign(issuer: Issuer, settings: Settings) -> Sign:
    """A logout token of the provider with other claims (`...` for none) and header members."""

    def make(*, key: RSAKey | None = None, typ: Any = "logout+jwt", **changed: Any) -> str:
        now = int(clock.now().timestamp())
        usual = {
            "iss": issuer.issuer,
            "aud": settings.oidc_client_id,
            "iat": now,
            "exp": now + 120,
            "jti": "logout-1",
            "sid": "sid-1",
            "events": {EVENT: {}},
        }
        claims = {name: value for name, value in (usual | changed).items() if value is not ...}
        signer = key or issuer._key  # Of the provider itself.
        header = {"alg": "RS256", "kid": issuer.public_key.kid, "typ": typ}
        return jwt.encode(
            {name: value for name, value in header.items() if value is not ...}, claims, signer, ["RS256"]
        )

    return make


async def log_out(provider: httpx.AsyncClient, token: str) -> int:
    return (await provider.post(PATH, data={"logout_token": token})).status_code


async def status(app: FastAPI, issuer: Issuer, session: ProviderSession | None, **iat: timedelta) -> int:
    """The result of a request with a token of this session, or of one without a session."""
    with clock.clock_at(clock.now() + iat.get("later", timedelta(0))):
        token = issuer.access_token("nurse", session=session)
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://wardline.test") as client:
            return (await client.get("/api/me", headers=headers)).status_code


def of(sid: str, noon: datetime) -> ProviderSession:
    return ProviderSession("nurse", noon - timedelta(hours=1), sid)


@pytest.mark.parametrize("typ", ["logout+jwt", "JWT", ...])
@pytest.mark.req("AUTH-09", "BAPI-29")
async def test_only_the_session_that_the_provider_ended_ends_here(
    provider: httpx.AsyncClient, sign: Sign, app: FastAPI, issuer: Issuer, noon: datetime, typ: Any
) -> None:
    assert await log_out(provider, sign(typ=typ)) == 200
    assert await status(app, issuer, of("sid-1", noon)) == 401
    assert await status(app, issuer, of("sid-2", noon)) == 200
    assert await status(app, issuer, None) == 200


@pytest.mark.req("AUTH-09", "BAPI-29")
async def test_a_logout_without_a_session_ends_all_existing_sessions_of_the_user(
    provider: httpx.AsyncClient, sign: Sign, app: FastAPI, issuer: Issuer, noon: datetime
) -> None:
    assert await log_out(provider, sign(sid=..., sub="nurse")) == 200
    for session in (of("sid-1", noon), of("sid-2", noon), None):
        assert await status(app, issuer, session) == 401
    assert await status(app, issuer, None, later=timedelta(seconds=1)) == 200
    assert await log_out(provider, sign(sid=..., sub="nobody-known", jti="logout-2")) == 200


@pytest.mark.req("AUTH-09", "BAPI-29")
async def test_a_session_logout_also_ends_the_users_tokens_without_a_session(
    provider: httpx.AsyncClient, sign: Sign, app: FastAPI, issuer: Issuer, noon: datetime
) -> None:
    """Some providers have the session in logout tokens only."""
    assert await log_out(provider, sign(sub="nurse")) == 200
    assert await status(app, issuer, of("sid-1", noon)) == 401
    assert await status(app, issuer, None) == 401
    assert await status(app, issuer, of("sid-2", noon)) == 200
    assert await status(app, issuer, None, later=timedelta(seconds=1)) == 200


@contextmanager
def published() -> Iterator[list[Any]]:
    """What is published to every node."""
    notices: list[Any] = []

    def record(statement: str, parameters: Any) -> None:
        if "pg_notify" in statement:
            notices.append(orjson.loads(next(value for value in parameters.values() if str(value).startswith("{"))))

    with recorded_statements(record):
        yield notices


@pytest.mark.req("RT-02")
async def test_sockets_and_calls_of_the_session_end_on_every_node(
    provider: httpx.AsyncClient, sign: Sign, session: AsyncSession
) -> None:
    with published() as notices:
        await log_out(provider, sign(sub="nurse"))
        await log_out(provider, sign(jti="logout-2", sid=..., sub="nurse"))
    nurse = await session.scalar(text("select id from users where subject = 'nurse'"))
    assert notices == [
        {"ended": {"user_id": nurse, "session_id": "sid:sid-1", "unnamed_id": "nosid:nurse"}},
        {"ended": {"user_id": nurse, "session_id": None, "unnamed_id": None}},
    ]
    trail = text("select user_id, action, status from audit_entries order by id desc limit 2")
    assert [tuple(row) for row in await session.execute(trail)] == [(nurse, "endSessionsFromProvider", 200)] * 2


@pytest.mark.req("AUTH-09", "RT-02")
async def test_a_logout_finds_the_user_by_another_claim(
    provider: httpx.AsyncClient, sign: Sign, app: FastAPI, issuer: Issuer, monkeypatch: pytest.MonkeyPatch
) -> None:
    verifier: TokenVerifier = app.state.token_verifier
    monkeypatch.setattr(verifier, "user_claim", "preferred_username")
    token = await verifier.verify(issuer.access_token("nurse"))
    with published() as notices:
        assert await log_out(provider, sign(sub="nurse")) == 200
        assert await log_out(provider, sign(jti="logout-2")) == 200
    assert [each["ended"]["user_id"] for each in notices] == [None, None]
    assert [each["ended"]["unnamed_id"] in token.ended_by for each in notices] == [True, False]


STRANGE_KEY = RSAKey.generate_key(2048)
REFUSED: dict[str, dict[str, Any]] = {
    "another signer": {"key": STRANGE_KEY},
    "another issuer": {"iss": "https://evil.example"},
    "another client": {"aud": "wardline-api"},
    "no audience": {"aud": ...},
    "no time of issue": {"iat": ...},
    "issued in the future": {"iat": 4_000_000_000, "exp": 4_000_000_100},
    "no end": {"exp": ...},
    "expired": {"iat": 1_700_000_000, "exp": 1_700_000_120},
    "good for a day": {"exp": 4_000_000_000},
    "no id": {"jti": ...},
    "an id that is no text": {"jti": 7},
    "no events": {"events": ...},
    "another event": {"events": {"http://schemas.openid.net/event/other": {}}},
    "an event that says nothing": {"events": {EVENT: None}},
    "events that are none": {"events": [EVENT]},
    "a nonce, as ID tokens have": {"nonce": "n"},
    "nobody": {"sid": ..., "sub": ...},
    "a session that is no text": {"sid": 7},
    "another kind of token": {"typ": "at+jwt"},
}


@pytest.mark.parametrize("what", REFUSED)
@pytest.mark.req("BAPI-29")
async def test_other_tokens_end_nothing(
    provider: httpx.AsyncClient, sign: Sign, app: FastAPI, issuer: Issuer, noon: datetime, what: str
) -> None:
    response = await provider.post(PATH, data={"logout_token": sign(**REFUSED[what])})
    assert (response.status_code, response.json()["code"]) == (400, "invalid_request")
    assert await status(app, issuer, of("sid-1", noon)) == 200


@pytest.fixture
async def without_database(settings: Settings) -> AsyncIterator[FastAPI]:
    app = create_api(settings)
    app.state.database = Database(NOWHERE)
    install_parts(app, settings)
    yield app
    await app.state.database.close()


async def test_access_tokens_and_missing_or_repeated_tokens_are_refused_without_the_database(
    without_database: FastAPI, issuer: Issuer, sign: Sign
) -> None:
    good, form = sign(), {"Content-Type": "application/x-www-form-urlencoded"}
    bodies = [
        b"",
        b"logout_token=",
        b"logout_token=a.b.c",
        b"token=" + good.encode(),
        b"logout_token=" + good.encode() + b"&logout_token=" + good.encode(),
        b"logout_token=" + issuer.access_token("nurse").encode(),
        b"logout_token=" + b"a" * 40_000,
        "logout_token=\u00e4".encode(),
    ]
    transport = httpx.ASGITransport(without_database)
    async with httpx.AsyncClient(transport=transport, base_url="http://wardline.test/api") as client:
        found = [(await client.post(PATH, content=body, headers=form)).status_code for body in bodies]
        assert found == [400] * len(bodies)
        assert await log_out(client, good) == 503


@pytest.mark.req("BAPI-29")
async def test_a_logout_token_is_accepted_once(provider: httpx.AsyncClient, sign: Sign) -> None:
    token = sign()
    assert [await log_out(provider, token), await log_out(provider, token)] == [200, 400]
    assert await log_out(provider, sign(jti="logout-2")) == 200


async def test_a_logout_token_is_not_an_access_token(app: FastAPI, sign: Sign) -> None:
    token = sign(sub="nurse", aud=["wardline-web", "wardline-api"], client_id="wardline-web")
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://wardline.test") as client:
        response = await client.get("/api/me", headers={"Authorization": f"Bearer {token}"})
    assert response.status_code == 401


@pytest.fixture
def limited(app: FastAPI) -> Iterator[None]:
    endless = app.state.rate_limiter
    app.state.rate_limiter = RateLimiter(2)
    yield
    app.state.rate_limiter = endless


@pytest.mark.usefixtures("limited")
@pytest.mark.req("BAPI-29")
async def test_refused_logouts_are_rate_limited_and_genuine_ones_are_not(
    provider: httpx.AsyncClient, sign: Sign
) -> None:
    assert [await log_out(provider, sign(jti=f"logout-{number}")) for number in range(5)] == [200] * 5
    assert [await log_out(provider, "a.b.c") for _ in range(4)] == [400, 400, 429, 429]
    assert await log_out(provider, sign(jti="logout-after")) == 200
