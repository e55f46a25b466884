"""The keys of an OpenID provider: found, cached, renewed in the background."""

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from joserfc.errors import SecurityWarning
from joserfc.jwk import Key, RSAKey

from wardline.access.provider_keys import KEYS_CACHED_FOR, MIN_REFRESH_INTERVAL, ProviderKeys, ProviderUnreachable
from wardline.access.tests.signing import (
    ISSUER,
    KEY,
    NEXT_KEY,
    NOW,
    OTHER_KEY,
    claims,
    public,
    refused,
    signed,
    subject,
    verifier,
)
from wardline.access.tokens import InvalidToken
from wardline.core import clock


class Provider:
    """An OpenID provider's two public documents; they can change, and it can be down."""

    def __init__(self, *keys: Key) -> None:
        self.discovery: dict[str, Any] = {"issuer": ISSUER, "jwks_uri": "https://keys.example.org/jwks"}
        self.published: list[Any] = public(*keys)
        self.down = False
        self.requests: list[str] = []
        self.responding = asyncio.Event()
        self.responding.set()
        self.keys = ProviderKeys(ISSUER, httpx.AsyncClient(transport=httpx.MockTransport(self._respond)))
        self.verifier = verifier(keys=self.keys)

    async def _respond(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(str(request.url))
        await self.responding.wait()
        if self.down:
            raise httpx.ConnectError("refused", request=request)
        if request.url.path.endswith("/.well-known/openid-configuration"):
            return httpx.Response(200, json=self.discovery)
        return httpx.Response(200, json={"keys": self.published})


async def until(condition: Callable[[], bool]) -> None:
    """Let background tasks run for a few iterations of the event loop."""
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(0)
    raise AssertionError


@pytest.fixture
def valid() -> str:
    return signed(claims(exp=int(NOW.timestamp()) + 80_000))


@pytest.mark.req("AUTH-10")
async def test_keys_are_found_by_discovery_and_cached(valid: str) -> None:
    provider = Provider(KEY)
    with clock.clock_at(NOW):
        for _ in range(3):
            assert (await provider.verifier.verify(valid)).subject == "nurse"
        assert provider.requests == [f"{ISSUER}/.well-known/openid-configuration", "https://keys.example.org/jwks"]
        clock.advance(KEYS_CACHED_FOR)
        provider.published = public(KEY, NEXT_KEY)
        await provider.verifier.verify(valid)
        await until(lambda: len(provider.requests) == 4)
        assert await subject(signed(claims(), key=NEXT_KEY), by=provider.verifier)
        assert len(provider.requests) == 4


async def test_a_hanging_provider_delays_no_one_while_the_key_is_known(valid: str) -> None:
    provider = Provider(KEY)
    with clock.clock_at(NOW):
        await provider.verifier.verify(valid)
        provider.responding.clear()
        for _ in range(3):
            clock.advance(KEYS_CACHED_FOR)
            async with asyncio.timeout(5):
                await provider.verifier.verify(valid)
        await until(lambda: len(provider.requests) == 3)
        await provider.keys.aclose()
        assert len(provider.requests) == 3


async def test_errors_while_renewing_keys_are_logged(valid: str, caplog: pytest.LogCaptureFixture) -> None:
    provider = Provider(KEY)
    with clock.clock_at(NOW):
        await provider.verifier.verify(valid)
        clock.advance(KEYS_CACHED_FOR)
        await provider.keys.aclose()
        await provider.verifier.verify(valid)
        await until(lambda: bool(caplog.records))
    assert "refreshed: RuntimeError" in caplog.text


@pytest.mark.req("AUTH-09")
async def test_a_rotated_key_is_fetched_when_it_first_appears(valid: str) -> None:
    provider = Provider(KEY)
    with clock.clock_at(NOW):
        await provider.verifier.verify(valid)
        provider.published = public(NEXT_KEY)
        clock.advance(MIN_REFRESH_INTERVAL)
        assert (await provider.verifier.verify(signed(claims(), key=NEXT_KEY))).subject == "nurse"
        with pytest.raises(InvalidToken):
            await provider.verifier.verify(valid)


async def test_made_up_key_ids_do_not_flood_the_provider(valid: str) -> None:
    provider = Provider(KEY)
    with clock.clock_at(NOW):
        await provider.verifier.verify(valid)
        clock.advance(MIN_REFRESH_INTERVAL)
        for number in range(50):
            assert await refused(signed(claims(), kid=f"made-up-{number}"), by=provider.verifier, at=clock.now())
    assert len(provider.requests) == 4


async def test_while_the_provider_is_down_known_keys_stay_in_use(valid: str) -> None:
    provider = Provider(KEY)
    with clock.clock_at(NOW):
        await provider.verifier.verify(valid)
        provider.down = True
        clock.advance(KEYS_CACHED_FOR * 2)
        assert (await provider.verifier.verify(valid)).subject == "nurse"
        with pytest.raises(InvalidToken):
            await provider.verifier.verify(signed(claims(), key=NEXT_KEY))


async def test_without_keys_calls_are_unavailable_instead_of_unauthorized(valid: str) -> None:
    provider = Provider(KEY)
    provider.down = True
    with clock.clock_at(NOW):
        with pytest.raises(ProviderUnreachable) as raised:
            await provider.verifier.verify(valid)
        assert raised.value.status == 503
        await refused("garbage", by=provider.verifier)
        provider.down = False
        clock.advance(MIN_REFRESH_INTERVAL)
        assert (await provider.verifier.verify(valid)).subject == "nurse"


@pytest.mark.req("AUTH-10")
@pytest.mark.parametrize(
    "discovery",
    [
        {"issuer": "https://evil.example.org", "jwks_uri": "https://keys.example.org/jwks"},
        {"issuer": ISSUER, "jwks_uri": "http://keys.example.org/jwks"},
        {"issuer": ISSUER, "jwks_uri": "https://keys.example.org:port/jwks"},
        {"issuer": ISSUER},
        {},
    ],
)
async def test_a_discovery_document_that_is_not_the_issuers(discovery: dict[str, Any], valid: str) -> None:
    provider = Provider(KEY)
    provider.discovery = discovery
    with clock.clock_at(NOW), pytest.raises(ProviderUnreachable):
        await provider.verifier.verify(valid)


async def test_keys_that_are_broken_or_for_another_use_are_skipped(valid: str) -> None:
    provider = Provider(KEY)
    usable = provider.published[0]
    provider.published = [
        {"kty": "oct", "k": "c2VjcmV0", "kid": "one"},
        {**public(OTHER_KEY)[0], "use": "enc"},
        {"kty": "RSA", "kid": "one"},
        {"kty": "RSA", "n": 1, "e": [], "kid": "one"},
        {"kty": "RSA", "n": "yQ", "e": "AQAB", "kid": "one"},
        {"kty": "EC", "crv": "P-1", "x": "", "y": "", "kid": "one"},
        {"kty": {}},
        {},
        usable,
    ]
    with clock.clock_at(NOW):
        assert (await provider.verifier.verify(valid)).subject == "nurse"


@pytest.mark.req("AUTH-09")
async def test_a_weak_key_of_the_provider_signs_nothing() -> None:
    with pytest.warns(SecurityWarning):
        weak = RSAKey.generate_key(1024, {"kid": "weak"})
    provider = Provider(KEY, weak)
    token = signed(claims(), key=weak)
    assert await refused(token, by=provider.verifier) == "unknown key"
