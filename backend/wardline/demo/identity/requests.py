"""Requests of clients, parsed strictly (RFC 6749, RFC 7636, OpenID Connect Core)."""

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final
from urllib.parse import urlencode, urlsplit, urlunsplit

from pydantic import TypeAdapter

from wardline.core import clock
from wardline.demo.identity.accounts import DemoAccount
from wardline.demo.identity.issuing import ProviderSession

CODE_LIFETIME = timedelta(seconds=60)
MAX_CODES = 1_000
VALUE_LIMIT = 2_000
SCOPES = ("openid", "profile", "email")
PROMPTS = ("none", "login", "select_account", "consent")
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")
_VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")
_SECONDS = re.compile(r"[0-9]{1,9}")
_PRINTABLE = re.compile(r"[\x21-\x7e]+")

Params = dict[str, str]


class RefusedOnPage(Exception):
    """An error shown on a page of the provider, because the request may not come from the application."""


class RefusedToClient(Exception):
    """An error that is returned to the application."""

    def __init__(self, redirect_uri: str, state: str | None, error: str, description: str) -> None:
        super().__init__(description)
        self.redirect_uri = redirect_uri
        self.state = state
        self.error = error


class RefusedGrant(Exception):
    """An error of the token endpoint."""

    def __init__(self, error: str, description: str) -> None:
        super().__init__(description)
        self.error = error


@dataclass(frozen=True, slots=True)
class Client:
    """The only application that the provider serves: a public client below `origin`."""

    client_id: str
    origin: str
    invite_policy: str | None
    """The value of parameter `p` in a request with an invitation."""

    def owns(self, address: str) -> bool:
        """Whether a redirect may go to `address`: below the application's own origin, without a fragment."""
        below = address == self.origin or address.startswith(f"{self.origin}/")
        return below and bool(_PRINTABLE.fullmatch(address)) and not set(address) & {"#", "\\"}


@dataclass(frozen=True, slots=True)
class AuthorizationRequest:
    redirect_uri: str
    state: str | None
    nonce: str | None
    scope: str
    code_challenge: str
    prompts: frozenset[str]
    max_age: timedelta | None
    """How long ago the account may have been chosen."""
    acr_values: tuple[str, ...]
    """The authentication contexts of which the client wants one, best first."""
    login_hint: str | None
    invitation: str | None
    """The token of an invitation, not verified; None for an ordinary sign-in."""


def single_values(pairs: Iterable[tuple[str, str]]) -> Params:
    """The parameters by name; a repeated or very long one is refused."""
    params: Params = {}
    for name, value in pairs:
        if name in params or len(value) > VALUE_LIMIT:
            raise RefusedOnPage("A parameter of the request is repeated or too long.")
        params[name] = value
    return params


def authorization_request(params: Params, client: Client) -> AuthorizationRequest:
    """Raises `RefusedOnPage` until the client is identified, then `RefusedToClient`."""
    redirect_uri, state = params.get("redirect_uri", ""), params.get("state")
    if params.get("client_id") != client.client_id:
        raise RefusedOnPage("The application that sent you here is unknown.")
    if not client.owns(redirect_uri):
        raise RefusedOnPage(f"Sign-in works only from {client.origin}. Please open the application there.")
    scopes, prompts = params.get("scope", "").split(), frozenset(params.get("prompt", "").split())
    pkce = params.get("code_challenge_method") == "S256" and _CHALLENGE.fullmatch(params.get("code_challenge", ""))
    requirements = (
        (params.get("response_type") == "code", "unsupported_response_type", "response_type must be code"),
        (params.get("response_mode", "query") == "query", "invalid_request", "response_mode must be query"),
        ("openid" in scopes, "invalid_scope", "scope must contain openid"),
        (pkce, "invalid_request", "PKCE with S256 is required"),
        (
            prompts <= set(PROMPTS) and (prompts == {"none"} or "none" not in prompts),
            "invalid_request",
            "prompt is invalid",
        ),
        (_SECONDS.fullmatch(params.get("max_age", "0")), "invalid_request", "max_age is not a number of seconds"),
        (params.get("p") in {None, client.invite_policy}, "invalid_request", "p is not a policy of this provider"),
        ("p" not in params or "id_token_hint" in params, "invalid_request", "the invitation is missing"),
    )
    for is_met, error, description in requirements:
        if not is_met:
            raise RefusedToClient(redirect_uri, state, error, description)
    return AuthorizationRequest(
        redirect_uri=redirect_uri,
        state=state,
        nonce=params.get("nonce"),
        scope=" ".join(scope for scope in SCOPES if scope in scopes),
        code_challenge=params["code_challenge"],
        prompts=prompts,
        max_age=timedelta(seconds=int(params["max_age"])) if "max_age" in params else None,
        acr_values=tuple(params.get("acr_values", "").split()),
        login_hint=params.get("login_hint"),
        invitation=params.get("id_token_hint") if "p" in params else None,
    )


def with_query(address: str, **added: str | None) -> str:
    """The URL with additional query parameters; None values are omitted."""
    parts = urlsplit(address)
    additional = urlencode({name: value for name, value in added.items() if value is not None})
    return urlunsplit(parts._replace(query="&".join(filter(None, (parts.query, additional)))))


@dataclass(frozen=True, slots=True)
class Grant:
    """What a code can be exchanged for."""

    request: AuthorizationRequest
    account: DemoAccount
    session: ProviderSession
    expires_at: datetime


_GRANT: Final = TypeAdapter(Grant)


class Codes:
    """One-time codes, each a file in `folder`, so that any of the server's processes can redeem it, and only one."""

    def __init__(self, client: Client, folder: Path) -> None:
        self._client = client
        self._folder = folder

    def issue(self, request: AuthorizationRequest, account: DemoAccount, session: ProviderSession) -> str:
        self._make_room()
        code = secrets.token_urlsafe(32)
        unfinished = self._folder / f".{secrets.token_hex(8)}"
        unfinished.write_bytes(_GRANT.dump_json(Grant(request, account, session, clock.now() + CODE_LIFETIME)))
        unfinished.replace(self._file(code))
        return code

    def redeem(self, params: Params) -> Grant:
        """The grant for a token request, which can be redeemed once. Raises `RefusedGrant`."""
        if params.get("grant_type") != "authorization_code":
            raise RefusedGrant("unsupported_grant_type", "grant_type must be authorization_code")
        if params.get("client_id") != self._client.client_id:
            raise RefusedGrant("invalid_client", "client_id is unknown")
        grant = self._take(params.get("code", ""))
        if grant is None or grant.expires_at <= clock.now():
            raise RefusedGrant("invalid_grant", "the code is unknown, used or expired")
        if params.get("redirect_uri") != grant.request.redirect_uri:
            raise RefusedGrant("invalid_grant", "redirect_uri does not match the request")
        if not _matches_challenge(params.get("code_verifier", ""), grant.request.code_challenge):
            raise RefusedGrant("invalid_grant", "code_verifier does not match the challenge")
        return grant

    def _take(self, code: str) -> Grant | None:
        file = self._file(code)
        try:
            content = file.read_bytes()
            file.unlink()  # Fails for all processes but one.
        except FileNotFoundError:
            return None
        return _GRANT.validate_json(content)

    def _file(self, code: str) -> Path:
        return self._folder / hashlib.sha256(code.encode()).hexdigest()

    def _make_room(self) -> None:
        """Drop the older half of the codes when there are too many; nearly all of them have expired."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        files = list(self._folder.iterdir())
        if len(files) >= MAX_CODES:
            for file in sorted(files, key=_changed_at)[: MAX_CODES // 2]:
                file.unlink(missing_ok=True)


def _changed_at(file: Path) -> float:
    """Seconds since the epoch, 0 for a file that is gone."""
    try:
        return file.stat().st_mtime
    except FileNotFoundError:
        return 0


def _matches_challenge(verifier: str, challenge: str) -> bool:
    if not _VERIFIER.fullmatch(verifier):
        return False
    digest = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode("ascii")).digest()).rstrip(b"=")
    return hmac.compare_digest(digest.decode("ascii"), challenge)
