"""Whose token is this: access tokens of any OpenID Connect provider, checked without asking the provider each time.

Key, issuer, audience, client and lifetime are checked on every call, a token's signature once for each key. Only
asymmetric algorithms are accepted, by name, whatever the token's header says.
"""

import asyncio
import hashlib
import json
import logging
import warnings
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

import httpx
from joserfc import jws
from joserfc.errors import JoseError, SecurityWarning
from joserfc.jwk import ECKey, JWKRegistry, Key, RSAKey
from joserfc.util import urlsafe_b64decode
from pydantic import BaseModel

from wardline.core import clock
from wardline.core.errors import NotSignedIn, Unavailable
from wardline.settings import Settings

log = logging.getLogger(__name__)

ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512")
TOKEN_LIMIT = 16 * 1024
LEEWAY = timedelta(seconds=30)
"""How far the provider's clock and ours may be apart."""
KEEP_KEYS = timedelta(hours=1)
ASK_AGAIN = timedelta(seconds=10)
"""The least time between two requests for keys, so that tokens with made-up key ids do not become a flood."""
REMEMBERED = 10_000
"""Of so many tokens it is remembered that their signatures were checked."""

NAMED_BY_PROVIDER = "sid:"
"""What the names of sign-ins begin with that the provider names; any other is made of one token."""

_TOKEN_TYPES = frozenset({"at+jwt", "application/at+jwt", "jwt"})
_KEY_TYPES = (RSAKey.key_type, ECKey.key_type)
_CLIENT_CLAIMS = ("client_id", "azp", "cid", "appid")
_SUBJECT_LIMIT = 255
_LONGEST_NAME = 255
_LATEST = datetime(9000, 1, 1, tzinfo=UTC).timestamp()


@dataclass(frozen=True, slots=True)
class AccessToken:
    """A token that was checked. `subject` is the user claim's value, the times are in UTC."""

    subject: str
    issued_at: datetime
    expires_at: datetime
    claims: Mapping[str, Any]

    @property
    def session_id(self) -> str:
        """The sign-in that the token belongs to, named by the first of ``sid``, ``jti``, and ``sub`` with ``iat``."""
        for name in ("sid", "jti"):
            if found := claimed(self.claims, name):
                return session_key(name, found)
        return session_key("sub", f"{self.claims.get('sub')}:{self.claims.get('iat')}")

    @property
    def ended_by(self) -> tuple[str, str, str]:
        """The keys of the ended sessions that refuse the token."""
        return ended_by(self.session_id, str(self.claims.get("sub")))

    @property
    def proven_at(self) -> datetime:
        """When the person last proved who they are, as far as the token tells; silent renewals keep it."""
        return _moment(self.claims.get("auth_time")) or self.issued_at


def session_key(kind: str, name: str) -> str:
    """What a sign-in is called here; a name that no column or message should hold is told by its digest."""
    if len(name) > _LONGEST_NAME or not name.isprintable():
        name = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{kind}:{name}"


def unnamed_key(sub: str) -> str:
    """Stands for whichever sign-ins of this person have tokens without ``sid``."""
    return session_key("nosid", sub)


def ended_by(session_id: str, sub: str) -> tuple[str, str, str]:
    """The keys of the ended sessions that refuse the tokens of this sign-in of this person."""
    unnamed = session_id if session_id.startswith(NAMED_BY_PROVIDER) else unnamed_key(sub)
    return session_id, session_key("all", sub), unnamed


class InvalidToken(NotSignedIn):
    """The token proves nothing; `reason` is for logs and tests and never quotes the token."""

    code = "invalid_token"

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason


class ProviderUnreachable(Unavailable):
    """No token can be checked, because the provider's keys have never been seen."""

    code = "identity_provider_unreachable"
    message = "The sign-in service cannot be reached. Please try again."


class KeySource(Protocol):
    async def key(self, kid: str | None) -> Key | None:
        """The public key of this id; without an id the only key, or None. Raises `ProviderUnreachable`."""

    async def aclose(self) -> None: ...


class FixedKeys:
    """Keys that are known beforehand, as those of the provider inside this process."""

    def __init__(self, keys: Iterable[Key]) -> None:
        self._keys = list(keys)

    async def key(self, kid: str | None) -> Key | None:
        return _pick(self._keys, kid)

    async def aclose(self) -> None:
        """Nothing is open."""


class ProviderKeys:
    """The keys that a provider publishes, found by discovery and asked for anew every `KEEP_KEYS`.

    Nobody whose key is known waits for the provider: it is asked beside the call, and keys once seen stay in use while
    it does not answer. An unknown key id is a reason to ask and wait, at most once in `ASK_AGAIN`. `http` is closed
    with this.
    """

    def __init__(self, issuer: str, http: httpx.AsyncClient) -> None:
        self._issuer = issuer
        self._http = http
        self._keys: list[Key] | None = None
        self._fetched: datetime | None = None
        self._asked: datetime | None = None
        self._asking = asyncio.Lock()
        self._beside: asyncio.Task[None] | None = None

    async def key(self, kid: str | None) -> Key | None:
        found = _pick(self._keys or [], kid)
        if found is not None:
            self._refresh_beside()
            return found
        if kid is not None or self._is_due():
            await self._refresh()
        if self._keys is None:
            raise ProviderUnreachable
        return _pick(self._keys, kid)

    async def aclose(self) -> None:
        if self._beside is not None:
            self._beside.cancel()
            await asyncio.gather(self._beside, return_exceptions=True)
        await self._http.aclose()

    def _refresh_beside(self) -> None:
        """Ask for keys that are due while calls go on with those that are known."""
        if self._is_due() and self._may_ask() and (self._beside is None or self._beside.done()):
            self._beside = asyncio.create_task(self._refresh())
            self._beside.add_done_callback(_tell_failure)

    def _is_due(self) -> bool:
        return self._fetched is None or clock.now() - self._fetched >= KEEP_KEYS

    def _may_ask(self) -> bool:
        return self._asked is None or clock.now() - self._asked >= ASK_AGAIN

    async def _refresh(self) -> None:
        async with self._asking:
            if not self._may_ask():
                return
            self._asked = now = clock.now()
            try:
                self._keys = await self._fetch()
                self._fetched = now
            except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
                # The text of a validation error would quote the answer, so only its kind is told.
                log.warning("the identity provider's keys cannot be read: %s", type(error).__name__)

    async def _fetch(self) -> list[Key]:
        address = f"{self._issuer.rstrip('/')}/.well-known/openid-configuration"
        discovery = _Discovery.model_validate_json(await self._get(address))
        if discovery.issuer != self._issuer:
            raise ValueError("the provider names another issuer")
        if httpx.URL(self._issuer).scheme == "https" and httpx.URL(discovery.jwks_uri).scheme != "https":
            raise ValueError("the provider's keys would travel unprotected")
        return _import(_Jwks.model_validate_json(await self._get(discovery.jwks_uri)).keys)

    async def _get(self, address: str) -> bytes:
        response = await self._http.get(address, headers={"accept": "application/json"}, follow_redirects=False)
        if response.status_code != httpx.codes.OK:
            raise ValueError(f"status {response.status_code}")
        return response.content


class TokenVerifier:
    """Checks access tokens for one API (`audience`) of one provider, and for one client where `client_id` is given.

    A token that was issued to be valid for more than `longest` is refused from the beginning.
    """

    def __init__(
        self,
        *,
        issuer: str,
        audience: str,
        keys: KeySource,
        user_claim: str = "sub",
        client_id: str | None = None,
        longest: timedelta = timedelta(hours=24),
    ) -> None:
        self._issuer = issuer
        self._audience = audience
        self._keys = keys
        self.user_claim = user_claim
        self.client_id = client_id
        self._longest = longest
        self._signed: dict[bytes, tuple[Key, dict[str, Any]]] = {}

    async def verify(self, token: str) -> AccessToken:
        """What the token says, once everything about it is checked. Raises `InvalidToken` or `ProviderUnreachable`."""
        claims = self._claims(token, await self._key_of(token, _TOKEN_TYPES))
        self._check_parties(claims)
        subject = self._subject(claims)
        issued_at, expires_at = _lifetime(claims, clock.now(), self._longest)
        return AccessToken(subject=subject, issued_at=issued_at, expires_at=expires_at, claims=claims)

    async def read(
        self, token: str, *, kinds: Collection[str], audience: str | None, longest: timedelta
    ) -> tuple[dict[str, Any], datetime, datetime]:
        """The claims of another token of this provider, with its times of issue and end. Raises as `verify` does."""
        claims = _signed_claims(token, await self._key_of(token, kinds))
        self._check_issuer_and_audience(claims, audience)
        return claims, *_lifetime(claims, clock.now(), longest)

    async def _key_of(self, token: str, kinds: Collection[str]) -> Key:
        key = await self._keys.key(_check_header(token, kinds))
        if key is None:
            raise InvalidToken("unknown key")
        return key

    def _claims(self, token: str, key: Key) -> dict[str, Any]:
        """What this key has signed. Tokens are remembered by their digests, so that none lies about in memory."""
        digest = hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
        signer, claims = self._signed.get(digest, (None, {}))
        if signer is not key:
            claims = _signed_claims(token, key)
            self._signed[digest] = key, claims
            if len(self._signed) > REMEMBERED:
                del self._signed[next(iter(self._signed))]
        return claims

    def _check_issuer_and_audience(self, claims: Mapping[str, Any], wanted: str | None) -> None:
        if claims.get("iss") != self._issuer:
            raise InvalidToken("another issuer")
        audience = claims.get("aud")
        if wanted is None or wanted not in (audience if isinstance(audience, list) else [audience]):
            raise InvalidToken("another audience")

    def _check_parties(self, claims: Mapping[str, Any]) -> None:
        self._check_issuer_and_audience(claims, self._audience)
        # Providers name the client in different claims; at least one is there and none names somebody else.
        clients = [claims[name] for name in _CLIENT_CLAIMS if claims.get(name) is not None]
        if self.client_id is not None and not (clients and all(name == self.client_id for name in clients)):
            raise InvalidToken("another client")

    def _subject(self, claims: Mapping[str, Any]) -> str:
        subject = claims.get(self.user_claim)
        if not isinstance(subject, str) or not 1 <= len(subject) <= _SUBJECT_LIMIT or "\x00" in subject:
            raise InvalidToken("no user")
        return subject


def verifier_for(settings: Settings, keys: KeySource) -> TokenVerifier:
    """The verifier that the settings ask for. Raises ValueError when they name no provider."""
    if settings.issuer is None:
        raise ValueError("no OpenID provider is configured")
    return TokenVerifier(
        issuer=settings.issuer,
        audience=settings.oidc_audience,
        keys=keys,
        user_claim=settings.oidc_user_claim,
        client_id=settings.oidc_client_id,
        longest=settings.longest_token,
    )


class _Discovery(BaseModel):
    issuer: str
    jwks_uri: str


class _Jwks(BaseModel):
    keys: list[dict[str, Any]]


def _tell_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("the identity provider's keys cannot be renewed: %s", type(error).__name__)


def _import(published: list[dict[str, Any]]) -> list[Key]:
    """The signature keys among the published ones; a key that is broken, weak or for something else is passed over."""
    keys: list[Key] = []
    for data in published:
        if data.get("kty") not in _KEY_TYPES or data.get("use", "sig") != "sig":
            continue
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", SecurityWarning)
                keys.append(JWKRegistry.import_key(data))
        except (JoseError, SecurityWarning, ValueError, TypeError, KeyError):
            log.warning("one of the identity provider's keys is not usable")
    return keys


def _pick(keys: list[Key], kid: str | None) -> Key | None:
    candidates = keys if kid is None else [key for key in keys if key.kid == kid]
    return candidates[0] if len(candidates) == 1 else None


def _check_header(token: str, kinds: Collection[str]) -> str | None:
    """The token's key id, after everything in its header that could change how it is checked is refused."""
    if len(token) > TOKEN_LIMIT:
        raise InvalidToken("too large")
    try:
        header = json.loads(urlsafe_b64decode(token.split(".", 1)[0].encode("ascii")))
    except (ValueError, RecursionError):
        raise InvalidToken("malformed") from None
    if not isinstance(header, dict):
        raise InvalidToken("malformed")
    if header.get("alg") not in ALGORITHMS or "crit" in header:
        raise InvalidToken("algorithm not accepted")
    if str(header.get("typ", "jwt")).lower() not in kinds:
        raise InvalidToken("another kind of token")
    kid = header.get("kid")
    if kid is not None and not isinstance(kid, str):
        raise InvalidToken("malformed")
    return kid


def _signed_claims(token: str, key: Key) -> dict[str, Any]:
    # Providers put members of their own into the header; none of them is acted on.
    registry = jws.JWSRegistry(algorithms=ALGORITHMS, strict_check_header=False)
    registry.max_header_length = TOKEN_LIMIT
    try:
        claims = json.loads(jws.deserialize_compact(token, key, registry=registry).payload)
    except (JoseError, ValueError, TypeError, RecursionError):
        raise InvalidToken("not signed by the provider") from None
    if not isinstance(claims, dict):
        raise InvalidToken("malformed")
    return claims


def _lifetime(claims: Mapping[str, Any], now: datetime, longest: timedelta) -> tuple[datetime, datetime]:
    """When the token was issued and when it expires."""
    expires_at = _moment(claims.get("exp"))
    if expires_at is None:
        raise InvalidToken("no expiry")
    if now >= expires_at + LEEWAY:
        raise InvalidToken("expired")
    if "nbf" in claims:
        not_before = _moment(claims["nbf"])
        if not_before is None or now < not_before - LEEWAY:
            raise InvalidToken("not yet valid")
    issued_at = _moment(claims.get("iat"))
    if issued_at is None:
        raise InvalidToken("no time of issue")
    # A time of issue that is yet to come would hide how long the token is valid from now on.
    if expires_at - issued_at > longest or expires_at - now > longest + LEEWAY:
        raise InvalidToken("valid for too long")
    return issued_at, expires_at


def claimed(claims: Mapping[str, Any], name: str) -> str | None:
    """The claim, if it is text that says something."""
    found = claims.get(name)
    return found if isinstance(found, str) and found else None


def _moment(value: Any) -> datetime | None:
    """A numeric date of RFC 7519 (seconds since 1970), or None for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if not 0 <= value <= _LATEST:
        return None
    return datetime.fromtimestamp(value, UTC)
