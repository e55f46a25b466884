"""After a sign-out the tokens of that session are refused, and those of others still work."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import RolledBackDatabase, job_context
from wardline.access.tokens import LEEWAY
from wardline.consults.rooms import ConsultRoomPolicy
from wardline.core import clock
from wardline.demo.identity.issuing import ACCESS_LIFETIME, Issuer, ProviderSession
from wardline.realtime.rooms import SignInEnded
from wardline.sessions.jobs import forget_ended_sessions
from wardline.settings import Settings

Bearer = Callable[[str], httpx.AsyncClient]


@pytest.fixture
def bearer(app: FastAPI, settings: Settings) -> Bearer:
    def make(token: str) -> httpx.AsyncClient:
        headers = {"Authorization": f"Bearer {token}"}
        transport = httpx.ASGITransport(app)
        return httpx.AsyncClient(transport=transport, base_url=f"{settings.origin}/api", headers=headers)

    return make


def provider_session(at: datetime, sid: str = "sid-1") -> ProviderSession:
    return ProviderSession("nurse", at, sid)


def outcome_of(response: httpx.Response) -> tuple[int, Any]:
    return response.status_code, response.json()["code"] if response.is_error else None


@pytest.mark.req("AUTH-09")
async def test_after_a_sign_out_its_token_is_refused_and_a_new_sign_in_works(
    bearer: Bearer, issuer: Issuer, app: FastAPI, database: RolledBackDatabase
) -> None:
    token = issuer.access_token("nurse")
    leaving, other = bearer(token), bearer(issuer.access_token("nurse"))
    assert outcome_of(await leaving.post("/sign-out")) == (204, None)
    for method, path in (("GET", "/me"), ("POST", "/consults/$search"), ("GET", "/facilities"), ("POST", "/sign-out")):
        assert outcome_of(await leaving.request(method, path, json={} if "$" in path else None)) == (
            401,
            "session_ended",
        )
    keeper = ConsultRoomPolicy(database, app.state.token_verifier)  # type: ignore[arg-type]
    with pytest.raises(SignInEnded):
        await keeper.admit(token)
    assert outcome_of(await other.get("/me")) == (200, None)


async def test_sockets_of_ended_sessions_are_found(
    bearer: Bearer, issuer: Issuer, app: FastAPI, database: RolledBackDatabase
) -> None:
    tokens = {name: issuer.access_token("nurse") for name in ("leaving", "staying")}
    keeper = ConsultRoomPolicy(database, app.state.token_verifier)  # type: ignore[arg-type]
    admitted = {name: admission for name, token in tokens.items() if (admission := await keeper.admit(token))}
    assert await keeper.sockets_of_ended_sign_ins(admitted) == frozenset()
    await bearer(tokens["leaving"]).post("/sign-out")
    assert await keeper.sockets_of_ended_sign_ins(admitted) == {"leaving"}


@pytest.mark.req("AUTH-09")
async def test_all_tokens_of_a_session_end_together_even_later_renewed_ones(
    bearer: Bearer, issuer: Issuer, noon: datetime
) -> None:
    session = provider_session(noon)
    tokens = [issuer.access_token("nurse", session=session) for _ in range(2)]
    assert outcome_of(await bearer(tokens[0]).post("/sign-out")) == (204, None)
    clock.advance(ACCESS_LIFETIME / 2)
    renewed = issuer.access_token("nurse", session=session)
    for token in (*tokens, renewed):
        assert outcome_of(await bearer(token).get("/me")) == (401, "session_ended")
    elsewhere = issuer.access_token("nurse", session=provider_session(noon, "sid-2"))
    assert outcome_of(await bearer(elsewhere).get("/me")) == (200, None)


@pytest.mark.req("AUTH-09")
async def test_a_user_who_authenticates_again_is_admitted_in_the_same_session(
    bearer: Bearer, issuer: Issuer, noon: datetime
) -> None:
    """As after a sign-out that did not reach the provider: the next sign-in requires the password again."""
    await bearer(issuer.access_token("nurse", session=provider_session(noon))).post("/sign-out")
    again = provider_session(noon + timedelta(seconds=1))
    assert outcome_of(await bearer(issuer.access_token("nurse", session=again)).get("/me")) == (200, None)


@pytest.mark.req("AUTH-09")
async def test_only_expired_records_are_deleted(
    bearer: Bearer, issuer: Issuer, session: AsyncSession, settings: Settings, database: RolledBackDatabase
) -> None:
    token = issuer.access_token("nurse")
    await bearer(token).post("/sign-out")
    (kept,) = await session.scalars(text("select kept_until - ended_at from ended_sessions"))
    assert timedelta(0) <= kept - timedelta(hours=settings.oidc_token_hours) - LEEWAY < timedelta(seconds=30)
    insert = "insert into ended_sessions values ('sid:old', now() - interval '2 days', now() - interval '1 minute')"
    await session.execute(text(insert))
    await session.commit()
    await forget_ended_sessions(job_context(database))
    assert len((await session.scalars(text("select key from ended_sessions"))).all()) == 1
    assert outcome_of(await bearer(token).get("/me")) == (401, "session_ended")


@pytest.mark.parametrize("odd", ["a" * 3_000, "nul\x00"], ids=["long", "NUL"])
async def test_sessions_with_odd_names_end_like_others(
    bearer: Bearer, issuer: Issuer, noon: datetime, odd: str
) -> None:
    client = bearer(issuer.access_token("nurse", session=provider_session(noon, odd)))
    assert outcome_of(await client.get("/me")) == (200, None)
    assert outcome_of(await client.post("/sign-out")) == (204, None)
    assert outcome_of(await client.get("/me")) == (401, "session_ended")


async def test_checking_for_ended_sessions_takes_no_extra_statement(
    bearer: Bearer, issuer: Issuer, statements: list[str]
) -> None:
    client = bearer(issuer.access_token("nurse"))
    await client.get("/locations/me/favorites")
    first, *_ = statements
    assert [each for each in statements if "ended_sessions" in each] == [first]


@pytest.mark.req("AUTH-09")
async def test_a_sign_out_is_audited(bearer: Bearer, issuer: Issuer, session: AsyncSession) -> None:
    client = bearer(issuer.access_token("nurse"))
    await client.post("/sign-out")
    trail = "select username, action, status from audit_entries e join users u on u.id = e.user_id order by e.id desc"
    found = await session.execute(text(trail))
    assert tuple(found.first() or ()) == ("nurse", "signOut", 204)
