"""Keys, tokens signed with them, and the outcome of checking such a token."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from joserfc import jws
from joserfc.jwk import ECKey, Key, RSAKey

from wardline.access.provider_keys import FixedKeys, KeySource
from wardline.access.tokens import InvalidToken, TokenVerifier
from wardline.core import clock

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
    *known: Key, keys: KeySource | None = None, user_claim: str = "sub", client_id: str | None = CLIENT, **options: Any
) -> TokenVerifier:
    return TokenVerifier(
        issuer=ISSUER,
        audience=AUDIENCE,
        keys=keys or FixedKeys(known or (KEY, CURVE_KEY)),
        user_claim=user_claim,
        client_id=client_id,
        **options,
    )


async def refused(token: str, *, by: TokenVerifier | None = None, at: datetime = NOW) -> str:
    with clock.clock_at(at), pytest.raises(InvalidToken) as raised:
        await (by or verifier()).verify(token)
    assert raised.value.status == 401
    return raised.value.reason


async def subject(token: str, *, by: TokenVerifier | None = None, at: datetime = NOW) -> str:
    with clock.clock_at(at):
        return (await (by or verifier()).verify(token)).subject
