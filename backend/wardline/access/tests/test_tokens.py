"""Which access tokens are believed."""

import asyncio
import hmac
import json
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from joserfc import jws
from joserfc.errors import SecurityWarning
from joserfc.jwk import ECKey, Key, RSAKey

from wardline.access.tokens import (
    ASK_AGAIN,
    KEEP_KEYS,
    LEEWAY,
    TOKEN_LIMIT,
    FixedKeys,
    InvalidToken,
    KeySource,
    ProviderKeys,
    ProviderUnreachable,
    TokenVerifier,
    verifier_for,
)
from wardline.core import clock
from wardline.settings import Settings

ISSUER = "https://login.example.org/tenant"
AUDIENCE = "wardline-api"
CLIENT = "wardline-web"
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)

KEY = RSAKey.generate_key(2048, {"kid": "one", "use": "sig"})
OTHER_KEY = RSAKey.generate_key(2048, {"kid": "one", "use": "sig"})
NEXT_KEY = RSAKey.generate_key(2048, {"kid": "two", "use": "sig"})
CURVE_KEY = ECKey.generate_key("P-256", {"kid": "curve"})


def claims(**changed: Any) -> dict[str, Any]:
    now = int(NOW.timestamp())
    usual = {"iss": ISSUER, "sub": "nurse", "aud": AUDIENCE, "client_id": CLIENT, "iat": now, "exp": now + 900}
    return {name: value for name, value in (usual | changed).items() if value is not ...}


def signed(payload: Any, *, key: Key = KEY, alg: str = "RS256", **header: Any) -> str:
    content = payload if isinstance(payload, bytes) else json.dumps(payload)
    protected = {"alg": alg, "typ": "at+jwt", "kid": key.kid, **header}
    registry = jws.JWSRegistry(algorithms=[alg], strict_check_header=False)
    return jws.serialize_compact({k: v for k, v in protected.items() if v is not ...}, content, key, registry=registry)


def public(*keys: Key) -> list[dict[str, Any]]:
    return [dict(key.as_dict(private=False)) for key in keys]


def verifier(
    *known: Key, keys: KeySource | None = None, user_claim: str = "sub", client_id: str | None = CLIENT
) -> TokenVerifier:
    return TokenVerifier(
        issuer=ISSUER,
        audience=AUDIENCE,
        keys=keys or FixedKeys(known or (KEY, CURVE_KEY)),
        user_claim=user_claim,
        client_id=client_id,
    )


async def refused(token: str, *, by: TokenVerifier | None = None, at: datetime = NOW) -> str:
    with clock.clock_at(at), pytest.raises(InvalidToken) as raised:
        await (by or verifier()).verify(token)
    assert raised.value.status == 401
    return raised.value.reason


async def subject(token: str, *, by: TokenVerifier | None = None, at: datetime = NOW) -> str:
    with clock.clock_at(at):
        return (await (by or verifier()).verify(token)).subject


@pytest.mark.parametrize(
    "token",
    [
        pytest.param(signed(claims()), id="RS256"),
        pytest.param(signed(claims(), alg="PS256"), id="PS256"),
        pytest.param(signed(claims(), key=CURVE_KEY, alg="ES256"), id="ES256"),
        pytest.param(signed(claims(), typ="JWT"), id="a provider that does not tell access tokens apart by type"),
        pytest.param(signed(claims(), typ=...), id="a token without type"),
        pytest.param(signed(claims(), nonce="x", x5t="y"), id="members that the provider adds to the header"),
        pytest.param(signed(claims(aud=["other-api", AUDIENCE])), id="one of several audiences"),
        pytest.param(signed(claims(client_id=..., azp=CLIENT)), id="client named as authorized party"),
        pytest.param(signed(claims(nbf=int(NOW.timestamp()))), id="valid from now on"),
    ],
)
async def test_a_good_token_is_believed(token: str) -> None:
    with clock.clock_at(NOW):
        believed = await verifier().verify(token)
    assert believed.subject == "nurse"
    assert believed.expires_at == NOW + timedelta(seconds=900)
    assert believed.claims["iss"] == ISSUER


@pytest.mark.req("AUTH-09")
@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"iss": "https://login.example.org/other"}, "another issuer"),
        ({"iss": ISSUER + "/"}, "another issuer"),
        ({"iss": ...}, "another issuer"),
        ({"iss": [ISSUER]}, "another issuer"),
        ({"aud": "other-api"}, "another audience"),
        ({"aud": CLIENT}, "another audience"),
        ({"aud": []}, "another audience"),
        ({"aud": {AUDIENCE: 1}}, "another audience"),
        ({"aud": ...}, "another audience"),
        ({"client_id": "other-app"}, "another client"),
        ({"client_id": ...}, "another client"),
        ({"azp": "other-app"}, "another client"),
        ({"azp": [CLIENT]}, "another client"),
        ({"exp": ...}, "no expiry"),
        ({"exp": "tomorrow"}, "no expiry"),
        ({"exp": True}, "no expiry"),
        ({"exp": 1e300}, "no expiry"),
        ({"exp": 10**400}, "no expiry"),
        ({"exp": -1}, "no expiry"),
        ({"exp": float("nan")}, "no expiry"),
        ({"nbf": "soon"}, "not yet valid"),
        ({"sub": ...}, "no user"),
        ({"sub": ""}, "no user"),
        ({"sub": 7}, "no user"),
        ({"sub": "n" * 256}, "no user"),
        ({"sub": "nur\x00se"}, "no user"),
    ],
)
async def test_a_token_for_somebody_else_or_without_what_it_needs(changed: dict[str, Any], reason: str) -> None:
    assert await refused(signed(claims(**changed))) == reason


@pytest.mark.req("AUTH-09")
async def test_a_token_lives_from_its_beginning_to_its_end() -> None:
    begins, ends = NOW + timedelta(hours=1), NOW + timedelta(hours=2)
    token = signed(claims(nbf=begins.timestamp(), exp=ends.timestamp()))
    assert await refused(token, at=begins - LEEWAY - SECOND) == "not yet valid"
    assert await subject(token, at=begins - LEEWAY) == "nurse"
    assert await subject(token, at=ends + LEEWAY - SECOND) == "nurse"
    assert await refused(token, at=ends + LEEWAY) == "expired"


def encoded(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def tampered(token: str, part: int, text: Any) -> str:
    parts = token.split(".")
    parts[part] = encoded(json.dumps(text).encode())
    return ".".join(parts)


@pytest.mark.req("AUTH-09")
async def test_a_signature_by_another_key_or_over_other_content() -> None:
    assert await refused(signed(claims(), key=OTHER_KEY)) == "not signed by the provider"
    assert await refused(tampered(signed(claims()), 1, claims(sub="admin"))) == "not signed by the provider"
    assert await refused(signed(claims()).rsplit(".", 1)[0] + ".") == "not signed by the provider"
    assert await refused(signed(claims(), key=NEXT_KEY)) == "unknown key"


@pytest.mark.req("AUTH-09")
async def test_the_token_does_not_choose_how_it_is_checked() -> None:
    """Neither unsigned, nor with the public key as a shared secret, nor by a key that it brings along."""
    unsigned = tampered(signed(claims()), 0, {"alg": "none", "kid": "one"}).rsplit(".", 1)[0] + "."
    assert await refused(unsigned) == "algorithm not accepted"
    shared = tampered(signed(claims()), 0, {"alg": "HS256", "kid": "one"}).rsplit(".", 1)[0]
    mac = hmac.digest(KEY.as_pem(private=False), shared.encode(), "sha256")
    assert await refused(f"{shared}.{encoded(mac)}") == "algorithm not accepted"
    own = signed(claims(), key=OTHER_KEY, jwk=public(OTHER_KEY)[0], jku="https://evil.example.org/keys")
    assert await refused(own) == "not signed by the provider"
    assert await refused(tampered(signed(claims()), 0, {"alg": "ES256", "kid": "one"})) == "not signed by the provider"
    assert await refused(signed(claims(), crit=["b64"], b64=True)) == "algorithm not accepted"
    only_rs256 = RSAKey.import_key({**public(KEY)[0], "alg": "RS256"})
    assert await refused(signed(claims(), alg="PS256"), by=verifier(only_rs256)) == "not signed by the provider"


@pytest.mark.req("AUTH-09")
@pytest.mark.parametrize("kind", ["id+jwt", "logout+jwt", "secevent+jwt", ["at+jwt"]])
async def test_tokens_made_for_something_else(kind: Any) -> None:
    assert (
        await refused(tampered(signed(claims()), 0, {"alg": "RS256", "kid": "one", "typ": kind}))
        == "not an access token"
    )


@pytest.mark.req("AUTH-09")
@pytest.mark.parametrize(
    ("token", "reason"),
    [
        ("", "malformed"),
        ("nurse", "malformed"),
        ("a.b.c", "malformed"),
        ("....", "malformed"),
        ("\ud800.\u00e9.", "malformed"),
        (tampered(signed(claims()), 0, ["alg"]), "malformed"),
        (tampered(signed(claims()), 0, "alg"), "malformed"),
        (tampered(signed(claims()), 0, {"alg": "RS256", "kid": 1}), "malformed"),
        (tampered(signed(claims()), 0, {"kid": "one"}), "algorithm not accepted"),
        (tampered(signed(claims()), 0, {"alg": {}}), "algorithm not accepted"),
        (signed(claims()) + ".x.y", "not signed by the provider"),
        (signed(b"not json"), "not signed by the provider"),
        (signed(b"[" * 10_000), "not signed by the provider"),
        (signed(b"\xff"), "not signed by the provider"),
        (signed(["list"]), "malformed"),
        (signed(claims(padding="x" * TOKEN_LIMIT)), "too large"),
    ],
)
async def test_malformed_and_huge_tokens(token: str, reason: str) -> None:
    assert await refused(token) == reason


async def test_a_token_without_key_id_is_checked_with_the_only_key() -> None:
    token = signed(claims(), kid=...)
    assert await subject(token, by=verifier(KEY)) == "nurse"
    assert await refused(token, by=verifier(KEY, NEXT_KEY)) == "unknown key"


async def test_another_claim_may_name_the_user_and_any_client_may_be_allowed() -> None:
    token = signed(claims(upn="n.nurse@hospital.example.org", client_id="other"))
    by = verifier(user_claim="upn", client_id=None)
    assert await subject(token, by=by) == "n.nurse@hospital.example.org"


@pytest.mark.req("AUTH-10")
async def test_issuer_audience_client_and_claim_come_from_the_settings() -> None:
    settings = Settings(
        oidc_issuer="https://sso.example.org", oidc_client_id="ward", oidc_audience="api", oidc_user_claim="email"
    )
    by = verifier_for(settings, FixedKeys([KEY]))
    good = claims(iss="https://sso.example.org", aud="api", client_id="ward", email="a@b.example")
    assert await subject(signed(good), by=by) == "a@b.example"
    for name in ("iss", "aud", "client_id", "email"):
        await refused(signed(good | {name: None}), by=by)
    with pytest.raises(ValueError, match="provider"):
        verifier_for(Settings(demo=False), FixedKeys([KEY]))


class Provider:
    """An OpenID provider's two public documents; what it publishes can change, and it can be down."""

    def __init__(self, *keys: Key) -> None:
        self.discovery: dict[str, Any] = {"issuer": ISSUER, "jwks_uri": "https://keys.example.org/jwks"}
        self.published: list[Any] = public(*keys)
        self.down = False
        self.asked: list[str] = []
        self.answers = asyncio.Event()
        self.answers.set()
        self.keys = ProviderKeys(ISSUER, httpx.AsyncClient(transport=httpx.MockTransport(self._answer)))
        self.verifier = verifier(keys=self.keys)

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(str(request.url))
        await self.answers.wait()
        if self.down:
            raise httpx.ConnectError("refused", request=request)
        if request.url.path.endswith("/.well-known/openid-configuration"):
            return httpx.Response(200, json=self.discovery)
        return httpx.Response(200, json={"keys": self.published})


async def until(condition: Callable[[], bool]) -> None:
    """What happens beside a call needs a few turns of the loop."""
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(0)
    raise AssertionError


@pytest.fixture
def good() -> str:
    return signed(claims(exp=int(NOW.timestamp()) + 100_000))


@pytest.mark.req("AUTH-10")
async def test_keys_are_found_by_discovery_and_kept(good: str) -> None:
    provider = Provider(KEY)
    with clock.clock_at(NOW):
        for _ in range(3):
            assert (await provider.verifier.verify(good)).subject == "nurse"
        assert provider.asked == [f"{ISSUER}/.well-known/openid-configuration", "https://keys.example.org/jwks"]
        clock.advance(KEEP_KEYS)
        provider.published = public(KEY, NEXT_KEY)
        await provider.verifier.verify(good)
        await until(lambda: len(provider.asked) == 4)
        assert await subject(signed(claims(), key=NEXT_KEY), by=provider.verifier)
        assert len(provider.asked) == 4


async def test_nobody_waits_for_a_provider_that_hangs_while_the_key_is_known(good: str) -> None:
    provider = Provider(KEY)
    with clock.clock_at(NOW):
        await provider.verifier.verify(good)
        provider.answers.clear()
        for _ in range(3):
            clock.advance(KEEP_KEYS)
            async with asyncio.timeout(5):
                await provider.verifier.verify(good)
        await until(lambda: len(provider.asked) == 3)
        await provider.keys.aclose()
        assert len(provider.asked) == 3


async def test_what_goes_wrong_while_keys_are_renewed_is_logged(good: str, caplog: pytest.LogCaptureFixture) -> None:
    provider = Provider(KEY)
    with clock.clock_at(NOW):
        await provider.verifier.verify(good)
        clock.advance(KEEP_KEYS)
        await provider.keys.aclose()
        await provider.verifier.verify(good)
        await until(lambda: bool(caplog.records))
    assert "renewed: RuntimeError" in caplog.text


async def test_a_rotated_key_is_fetched_when_it_first_appears(good: str) -> None:
    provider = Provider(KEY)
    with clock.clock_at(NOW):
        await provider.verifier.verify(good)
        provider.published = public(NEXT_KEY)
        clock.advance(ASK_AGAIN)
        assert (await provider.verifier.verify(signed(claims(), key=NEXT_KEY))).subject == "nurse"
        with pytest.raises(InvalidToken):
            await provider.verifier.verify(good)


async def test_made_up_key_ids_do_not_become_a_flood(good: str) -> None:
    provider = Provider(KEY)
    with clock.clock_at(NOW):
        await provider.verifier.verify(good)
        clock.advance(ASK_AGAIN)
        for number in range(50):
            assert await refused(signed(claims(), kid=f"made-up-{number}"), by=provider.verifier, at=clock.now())
    assert len(provider.asked) == 4


async def test_while_the_provider_is_down_known_keys_stay_in_use(good: str) -> None:
    provider = Provider(KEY)
    with clock.clock_at(NOW):
        await provider.verifier.verify(good)
        provider.down = True
        clock.advance(KEEP_KEYS * 2)
        assert (await provider.verifier.verify(good)).subject == "nurse"
        with pytest.raises(InvalidToken):
            await provider.verifier.verify(signed(claims(), key=NEXT_KEY))


async def test_without_any_keys_nobody_is_turned_away_as_a_stranger(good: str) -> None:
    provider = Provider(KEY)
    provider.down = True
    with clock.clock_at(NOW):
        with pytest.raises(ProviderUnreachable) as raised:
            await provider.verifier.verify(good)
        assert raised.value.status == 503
        await refused("garbage", by=provider.verifier)
        provider.down = False
        clock.advance(ASK_AGAIN)
        assert (await provider.verifier.verify(good)).subject == "nurse"


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
async def test_a_discovery_document_that_is_not_the_issuers(discovery: dict[str, Any], good: str) -> None:
    provider = Provider(KEY)
    provider.discovery = discovery
    with clock.clock_at(NOW), pytest.raises(ProviderUnreachable):
        await provider.verifier.verify(good)


async def test_keys_that_are_broken_or_for_something_else_are_passed_over(good: str) -> None:
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
        assert (await provider.verifier.verify(good)).subject == "nurse"


async def test_a_weak_key_of_the_provider_signs_nothing() -> None:
    with pytest.warns(SecurityWarning):
        weak = RSAKey.generate_key(1024, {"kid": "weak"})
    provider = Provider(KEY, weak)
    token = signed(claims(), key=weak)
    assert await refused(token, by=provider.verifier) == "unknown key"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.text() | st.lists(json_values.map(json.dumps).map(str.encode).map(encoded), min_size=3, max_size=3).map(".".join)
)
async def test_garbage_is_an_invalid_token_and_nothing_else(token: str) -> None:
    await refused(token)


@given(st.sampled_from(["alg", "typ", "kid", "crit", "b64", "jwk", "x5c", "zip"]), json_values)
async def test_a_header_that_was_changed_afterwards_is_refused(name: str, value: Any) -> None:
    token = tampered(signed(claims()), 0, {"alg": "RS256", "kid": "one", name: value})
    await refused(token)


@given(st.sampled_from(["iss", "aud", "sub", "exp", "nbf", "client_id", "azp", "iat"]), json_values)
async def test_any_signed_claim_is_believed_or_refused(name: str, value: Any) -> None:
    with clock.clock_at(NOW), suppress(InvalidToken):
        believed = await verifier().verify(signed(claims(**{name: value})))
        assert believed.subject == believed.claims["sub"]
