"""Access tokens of any OpenID Connect provider, verified without a request to the provider.

Issuer, audience, client and lifetime are checked on every request, a token's signature once per key. Only asymmetric
algorithms from a fixed list are accepted, whatever the token's header says.
"""

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from joserfc import jws
from joserfc.errors import ClaimError, ExpiredTokenError, InvalidClaimError, JoseError
from joserfc.jwk import Key
from joserfc.jwt import JWTClaimsRegistry
from joserfc.util import urlsafe_b64decode

from wardline.access.provider_keys import KeySource
from wardline.core import clock
from wardline.core.errors import NotSignedIn
from wardline.settings import Settings

ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512")
MAX_TOKEN_LENGTH: Final = 16 * 1024
LEEWAY: Final = timedelta(seconds=30)
"""How much the provider's clock and ours may differ."""
CACHED_TOKENS: Final = 10_000
"""How many tokens whose signatures were checked are remembered."""

PROVIDER_SESSION: Final = "sid:"
"""Prefix of session keys that the provider named; any other key is derived from one token."""

_TOKEN_TYPES: Final = frozenset({"at+jwt", "application/at+jwt", "jwt"})
_CLIENT_CLAIMS: Final = ("client_id", "azp", "cid", "appid")
_MAX_SUBJECT_LENGTH: Final = 255
_MAX_NAME_LENGTH: Final = 255
_MAX_TIMESTAMP: Final = datetime(9000, 1, 1, tzinfo=UTC).timestamp()
_REASONS: Final = {
    "iss": "another issuer",
    "aud": "another audience",
    "exp": "no expiry",
    "nbf": "not yet valid",
    "iat": "no time of issue",
    "sub": "no user",
    "jti": "no id",
}
"""By the claim that is missing or wrong."""


@dataclass(frozen=True, slots=True)
class AccessToken:
    """A verified token. `subject` is the value of the user claim; times are in UTC."""

    subject: str
    issued_at: datetime
    expires_at: datetime
    claims: Mapping[str, Any]

    @property
    def session_id(self) -> str:
        """The key of the token's session, from the first of ``sid``, ``jti``, and ``sub`` with ``iat``.

        A token without ``sub`` is identified by the user claim.
        """
        for name in ("sid", "jti"):
            if value := text_claim(self.claims, name):
                return session_key(name, value)
        return session_key("sub", f"{self.claims.get('sub', self.subject)}:{self.claims.get('iat')}")

    @property
    def ended_by(self) -> tuple[str, str, str]:
        """The keys of ended sessions that make the token invalid."""
        return ended_by(self.session_id, str(self.claims.get("sub")))

    @property
    def authenticated_at(self) -> datetime:
        """When the user last authenticated, if the token says; silent renewals do not change it."""
        return self.signed_in_at or self.issued_at

    @property
    def signed_in_at(self) -> datetime | None:
        """The same, but None if the token does not say."""
        return _time(self.claims.get("auth_time"))

    @property
    def acr(self) -> str | None:
        """How the user authenticated, as the provider names it."""
        return text_claim(self.claims, "acr")


def session_key(kind: str, name: str) -> str:
    """The key of a session; a name that is too long or not printable is replaced by its digest."""
    if len(name) > _MAX_NAME_LENGTH or not name.isprintable():
        name = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{kind}:{name}"


def unnamed_key(sub: str) -> str:
    """The key of all of this user's sessions whose tokens have no ``sid``."""
    return session_key("nosid", sub)


def ended_by(session_id: str, sub: str) -> tuple[str, str, str]:
    """The keys of ended sessions that make the tokens of this session of this user invalid."""
    unnamed = session_id if session_id.startswith(PROVIDER_SESSION) else unnamed_key(sub)
    return session_id, session_key("all", sub), unnamed


class InvalidToken(NotSignedIn):
    """The token is not accepted; `reason` is for logs and tests and never quotes the token."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason


class TokenVerifier:
    """Verifies access tokens for one API (`audience`) of one provider, and for one client if `client_id` is given.

    A token that was issued for longer than `max_lifetime` is refused from the start.
    """

    def __init__(
        self,
        *,
        issuer: str,
        audience: str,
        keys: KeySource,
        user_claim: str = "sub",
        client_id: str | None = None,
        max_lifetime: timedelta = timedelta(hours=24),
    ) -> None:
        self._keys = keys
        self._api_claims = ClaimsRegistry(issuer, audience)
        # None without a client ID, because joserfc would accept any audience.
        self._client_claims = ClaimsRegistry(issuer, client_id) if client_id is not None else None
        self.user_claim = user_claim
        self.client_id = client_id
        self._max_lifetime = max_lifetime
        self._verified: dict[bytes, tuple[Key, dict[str, Any]]] = {}

    async def verify(self, token: str) -> AccessToken:
        """Check everything about a token.

        Raises:
            InvalidToken, ProviderUnreachable
        """
        claims = self._claims(token, await self._key_of(token, _TOKEN_TYPES))
        self._api_claims.check(claims)
        self._check_client(claims)
        subject = self._subject(claims)
        issued_at, expires_at = lifetime(claims, self._max_lifetime)
        return AccessToken(subject=subject, issued_at=issued_at, expires_at=expires_at, claims=claims)

    async def verify_for_client(
        self, token: str, *, types: Collection[str], max_lifetime: timedelta
    ) -> tuple[dict[str, Any], datetime, datetime]:
        """The claims of another kind of token, issued to the client, with its times of issue and expiry.

        Raises:
            InvalidToken, ProviderUnreachable
        """
        claims = signed_claims(token, await self._key_of(token, types))
        if self._client_claims is None:
            raise InvalidToken(_REASONS["aud"])
        self._client_claims.check(claims)
        return claims, *lifetime(claims, max_lifetime)

    async def _key_of(self, token: str, types: Collection[str]) -> Key:
        key = await self._keys.key(check_header(token, types))
        if key is None:
            raise InvalidToken("unknown key")
        return key

    def _claims(self, token: str, key: Key) -> dict[str, Any]:
        """The claims if this key has signed them.

        Tokens are cached by their digests, so no token itself stays in memory.
        """
        digest = hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
        signer, claims = self._verified.get(digest, (None, {}))
        if signer is not key:
            claims = signed_claims(token, key)
            self._verified[digest] = key, claims
            if len(self._verified) > CACHED_TOKENS:
                del self._verified[next(iter(self._verified))]
        return claims

    def _check_client(self, claims: Mapping[str, Any]) -> None:
        # Providers name the client in different claims; at least one must be present, and none may name another.
        clients = [claims[name] for name in _CLIENT_CLAIMS if claims.get(name) is not None]
        if self.client_id is not None and not (clients and all(name == self.client_id for name in clients)):
            raise InvalidToken("another client")

    def _subject(self, claims: Mapping[str, Any]) -> str:
        subject = claims.get(self.user_claim)
        if not isinstance(subject, str) or not 1 <= len(subject) <= _MAX_SUBJECT_LENGTH or "\x00" in subject:
            raise InvalidToken("no user")
        return subject


def verifier_for(settings: Settings, keys: KeySource) -> TokenVerifier:
    """The verifier that the settings describe. Raises ValueError if they name no provider."""
    if settings.issuer is None:
        raise ValueError("no OpenID provider is configured")
    return TokenVerifier(
        issuer=settings.issuer,
        audience=settings.oidc_audience,
        keys=keys,
        user_claim=settings.oidc_user_claim,
        client_id=settings.oidc_client_id,
        max_lifetime=settings.max_token_lifetime,
    )


def text_claim(claims: Mapping[str, Any], name: str) -> str | None:
    """The claim if it is a string that is not empty."""
    value = claims.get(name)
    return value if isinstance(value, str) and value else None


class ClaimsRegistry(JWTClaimsRegistry):
    """What every token of this issuer for this audience must contain, with times that a `datetime` can hold.

    RFC 9068 also requires ``sub`` and ``jti`` of access tokens. Many providers omit one of them, so a token may lack
    both if another claim names the user; any that are present must be strings (RFC 7519), since they identify the
    session. A time of issue may be in the future; `_lifetime` limits by how much.
    """

    def __init__(self, issuer: str, audience: str) -> None:
        super().__init__(
            now=lambda: int(clock.now().timestamp()),
            leeway=int(LEEWAY.total_seconds()),
            iss={"essential": True, "value": issuer},
            aud={"essential": True, "value": audience},
            exp={"essential": True},
            iat={"essential": True},
        )

    def check(self, claims: dict[str, Any]) -> None:
        """Raises `InvalidToken`."""
        try:
            self.validate(claims)
        except ExpiredTokenError:
            raise InvalidToken("expired") from None
        except ClaimError as error:
            first = error.claim.partition(",")[0]  # Several that are missing are named together.
            raise InvalidToken(_REASONS[first]) from None

    def validate_exp(self, value: object) -> None:
        if _time(value) is None:
            raise InvalidClaimError("exp")
        super().validate_exp(value)

    def validate_iat(self, value: object) -> None:
        if _time(value) is None:
            raise InvalidClaimError("iat")


def check_header(token: str, types: Collection[str], algorithms: Collection[str] = ALGORITHMS) -> str | None:
    """The token's key id. Refuses everything in the header that could change how the token is verified.

    Raises:
        InvalidToken
    """
    header = _header(token)
    if header.get("alg") not in algorithms or "crit" in header:
        raise InvalidToken("algorithm not accepted")
    if _type(header) not in types:
        raise InvalidToken("another kind of token")
    kid = header.get("kid")
    if kid is not None and not isinstance(kid, str):
        raise InvalidToken("malformed")
    return kid


def is_of_type(token: str, types: Collection[str]) -> bool:
    """Whether the token says that it is of one of these types; nothing has been verified yet."""
    try:
        return _type(_header(token)) in types
    except InvalidToken:
        return False


def signed_claims(token: str, key: Key, algorithms: Collection[str] = ALGORITHMS) -> dict[str, Any]:
    """The claims of a token whose header was checked, if this key has signed them.

    Raises:
        InvalidToken
    """
    # Providers add header members of their own; none of them is used.
    registry = jws.JWSRegistry(algorithms=algorithms, strict_check_header=False)
    registry.max_header_length = MAX_TOKEN_LENGTH
    try:
        claims = json.loads(jws.deserialize_compact(token, key, registry=registry).payload)
    except (JoseError, ValueError, TypeError, RecursionError):
        raise InvalidToken("not signed by the issuer") from None
    if not isinstance(claims, dict):
        raise InvalidToken("malformed")
    return claims


def _header(token: str) -> dict[str, Any]:
    if len(token) > MAX_TOKEN_LENGTH:
        raise InvalidToken("too large")
    try:
        header = json.loads(urlsafe_b64decode(token.split(".", 1)[0].encode("ascii")))
    except (ValueError, RecursionError):
        raise InvalidToken("malformed") from None
    if not isinstance(header, dict):
        raise InvalidToken("malformed")
    return header


def _type(header: Mapping[str, Any]) -> str:
    return str(header.get("typ", "jwt")).lower()


def lifetime(claims: Mapping[str, Any], max_lifetime: timedelta) -> tuple[datetime, datetime]:
    """The times of issue and expiry of checked claims.

    Raises:
        InvalidToken
    """
    issued_at, expires_at = _time(claims.get("iat")), _time(claims.get("exp"))
    if issued_at is None or expires_at is None:
        raise InvalidToken(_REASONS["exp"])
    # A time of issue in the future would hide how long the token is valid from now on.
    if expires_at - issued_at > max_lifetime or expires_at - clock.now() > max_lifetime + LEEWAY:
        raise InvalidToken("valid for too long")
    return issued_at, expires_at


def _time(value: object) -> datetime | None:
    """A numeric date of RFC 7519 (seconds since 1970); None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if not 0 <= value <= _MAX_TIMESTAMP:
        return None
    return datetime.fromtimestamp(value, UTC)
