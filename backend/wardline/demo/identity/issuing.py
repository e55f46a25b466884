"""The tokens of the demonstration provider."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import RSAKey

from wardline.core import clock
from wardline.demo.identity.accounts import DemoAccount

ACCESS_LIFETIME = timedelta(minutes=15)
SESSION_LIFETIME = timedelta(hours=12)
_ALGORITHM = "RS256"
_SESSION_TYPE = "demo-session+jwt"


@dataclass(frozen=True, slots=True)
class ProviderSession:
    """Who chose an account in this browser, and when (UTC, whole seconds)."""

    username: str
    signed_in_at: datetime


class Issuer:
    """Signs with one key, for one client and one API."""

    def __init__(self, *, issuer: str, key: RSAKey, client_id: str, audience: str) -> None:
        self.issuer = issuer
        self._key = key
        self._client_id = client_id
        self._audience = audience

    @property
    def public_key(self) -> RSAKey:
        return RSAKey.import_key(self._key.as_dict(private=False))

    def access_token(self, username: str, scope: str = "openid profile email") -> str:
        """An access token for the API (RFC 9068), valid for `ACCESS_LIFETIME`."""
        claims = {"aud": self._audience, "client_id": self._client_id, "scope": scope, "preferred_username": username}
        return self._sign("at+jwt", username, ACCESS_LIFETIME, claims | {"jti": secrets.token_urlsafe(16)})

    def id_token(self, account: DemoAccount, session: ProviderSession, nonce: str | None) -> str:
        """An ID token for the client, valid as long as the access token beside it."""
        claims = profile(account) | {"aud": self._client_id, "auth_time": int(session.signed_in_at.timestamp())}
        if nonce is not None:
            claims["nonce"] = nonce
        return self._sign("JWT", account.username, ACCESS_LIFETIME, claims)

    def session_cookie(self, session: ProviderSession) -> str:
        claims = {"aud": self.issuer, "auth_time": int(session.signed_in_at.timestamp())}
        return self._sign(_SESSION_TYPE, session.username, SESSION_LIFETIME, claims)

    def read_session(self, cookie: str | None) -> ProviderSession | None:
        """The session that a cookie of ours carries, or None for anything else."""
        if cookie is None:
            return None
        try:
            token = jwt.decode(cookie, self._key, algorithms=[_ALGORITHM])
        except (JoseError, ValueError, TypeError, RecursionError):
            return None
        claims = token.claims
        if token.header.get("typ") != _SESSION_TYPE or claims["exp"] <= clock.now().timestamp():
            return None
        return ProviderSession(claims["sub"], datetime.fromtimestamp(claims["auth_time"], UTC))

    def _sign(self, kind: str, subject: str, lifetime: timedelta, claims: Mapping[str, Any]) -> str:
        now = int(clock.now().timestamp())
        times = {"iat": now, "exp": now + int(lifetime.total_seconds())}
        header = {"alg": _ALGORITHM, "typ": kind, "kid": self._key.kid}
        return jwt.encode(header, {"iss": self.issuer, "sub": subject, **times, **claims}, self._key, [_ALGORITHM])


def profile(account: DemoAccount) -> dict[str, Any]:
    """What the profile and email scopes tell of a person."""
    return {
        "name": account.name,
        "preferred_username": account.username,
        "email": f"{account.username}@demonstration.invalid",
        "email_verified": False,
    }
