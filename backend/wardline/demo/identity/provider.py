"""The demonstration provider as an ASGI application, mounted at `MOUNT_PATH` of the server.

It serves one public client, Wardline's own web application, on the same origin, and allows no cross-origin scripts.
"""

import logging
import secrets
from typing import Any
from urllib.parse import parse_qsl

import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from wardline.access.provider_keys import FixedKeys
from wardline.access.tokens import InvalidToken, TokenVerifier
from wardline.core import clock
from wardline.core.http.client import HttpClient
from wardline.demo.identity import pages
from wardline.demo.identity.accounts import Accounts, DemoAccount
from wardline.demo.identity.issuing import ACCESS_LIFETIME, SESSION_LIFETIME, Issuer, ProviderSession, profile
from wardline.demo.identity.keys import load_or_create_key
from wardline.demo.identity.requests import (
    PROMPTS,
    SCOPES,
    AuthorizationRequest,
    Client,
    Codes,
    Params,
    RefusedGrant,
    RefusedOnPage,
    RefusedToClient,
    authorization_request,
    single_values,
    with_query,
)
from wardline.demo.page import is_own_form, page_response, style
from wardline.settings import Settings

log = logging.getLogger(__name__)

MOUNT_PATH = "/demo-identity"
BACK_CHANNEL_SECONDS = 2
FORM_LIMIT = 32 * 1024
INVITATION_EXPIRED = "AADB2C90233: The invitation has expired."
_COOKIE = "demo_identity_session"
_REDIRECT_HEADERS = {
    # Silent renewal loads this in a frame of the application.
    "content-security-policy": "default-src 'none'; frame-ancestors 'self'",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}
_DATA_HEADERS = {"x-content-type-options": "nosniff", "cache-control": "no-store"}


class DemoIdentity:
    """The provider. Mount `app` at `MOUNT_PATH`; `keys` verify its tokens in the same process."""

    def __init__(self, settings: Settings, accounts: Accounts) -> None:
        self._issuer = issuer_for(settings)
        self._accounts = accounts
        self._client = Client(settings.oidc_client_id, settings.origin, settings.invite_policy)
        self._codes = Codes(self._client, settings.data_dir / "demo-codes")
        self.keys = FixedKeys([self._issuer.public_key])
        self._verifier = TokenVerifier(issuer=self._issuer.issuer, audience=settings.oidc_audience, keys=self.keys)
        self.app = Starlette(
            routes=[
                Route("/.well-known/openid-configuration", self._discovery),
                Route("/jwks", self._jwks),
                Route("/authorize", self._authorize, methods=["GET", "POST"]),
                Route("/token", self._token, methods=["POST"]),
                Route("/userinfo", self._userinfo, methods=["GET", "POST"]),
                Route("/end-session", self._end_session, methods=["GET", "POST"]),
                Route("/style.css", style),
            ]
        )

    async def _discovery(self, _: Request) -> Response:
        issuer = self._issuer.issuer
        return _data(
            {
                "issuer": issuer,
                "authorization_endpoint": f"{issuer}/authorize",
                "token_endpoint": f"{issuer}/token",
                "userinfo_endpoint": f"{issuer}/userinfo",
                "end_session_endpoint": f"{issuer}/end-session",
                "jwks_uri": f"{issuer}/jwks",
                "scopes_supported": list(SCOPES),
                "response_types_supported": ["code"],
                "response_modes_supported": ["query"],
                "grant_types_supported": ["authorization_code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256"],
                "token_endpoint_auth_methods_supported": ["none"],
                "code_challenge_methods_supported": ["S256"],
                "prompt_values_supported": list(PROMPTS),
                "authorization_response_iss_parameter_supported": True,
                "backchannel_logout_supported": True,
                "backchannel_logout_session_supported": True,
            }
        )

    async def _jwks(self, _: Request) -> Response:
        return _data({"keys": [self._issuer.public_key.as_dict(private=False)]})

    async def _authorize(self, request: Request) -> Response:
        try:
            params = await _params(request)
            authorization = authorization_request(params, self._client)
            return await self._respond(request, params, authorization)
        except RefusedOnPage as refusal:
            return self._refused(refusal)
        except RefusedToClient as refusal:
            return self._redirect(
                refusal.redirect_uri, error=refusal.error, error_description=str(refusal), state=refusal.state
            )

    async def _respond(self, request: Request, params: Params, authorization: AuthorizationRequest) -> Response:
        accounts = {account.username: account for account in await self._accounts()}
        if authorization.invitation is not None:
            accounts = self._invited(authorization, authorization.invitation, accounts)
        if request.method == "POST" and "account" in params:
            return self._account_chosen(request, authorization, accounts.get(params["account"]))
        session = self._issuer.read_session(request.cookies.get(_COOKIE))
        account = accounts.get(session.username) if session else None
        must_choose = authorization.prompts & {"login", "select_account"} or _is_insufficient(session, authorization)
        if session and account and not must_choose and authorization.login_hint in {None, account.username}:
            return self._redirect_with_code(authorization, account, session)
        if "none" in authorization.prompts:
            raise RefusedToClient(
                authorization.redirect_uri, authorization.state, "login_required", "no account is chosen"
            )
        suggested = authorization.login_hint or (session.username if session else None)
        return page_response(pages.picker(list(accounts.values()), params, suggested))

    def _invited(
        self, authorization: AuthorizationRequest, invitation: str, accounts: dict[str, DemoAccount]
    ) -> dict[str, DemoAccount]:
        """The account of an invitation. Errors have codes that clients recognize."""
        username = self._issuer.read_invitation(invitation)
        if username not in accounts:
            raise RefusedToClient(authorization.redirect_uri, authorization.state, "access_denied", INVITATION_EXPIRED)
        return {username: accounts[username]}

    def _account_chosen(
        self, request: Request, authorization: AuthorizationRequest, account: DemoAccount | None
    ) -> Response:
        if not is_own_form(request, self._client.origin) or account is None:
            raise RefusedOnPage("Please choose an account on the sign-in page.")
        now, context = clock.now().replace(microsecond=0), next(iter(authorization.acr_values), None)
        session = ProviderSession(account.username, now, secrets.token_urlsafe(16), context)
        response = self._redirect_with_code(authorization, account, session)
        response.set_cookie(
            _COOKIE,
            self._issuer.session_cookie(session),
            max_age=int(SESSION_LIFETIME.total_seconds()),
            path=MOUNT_PATH,
            secure=self._client.origin.startswith("https:"),
            httponly=True,
            samesite="lax",
        )
        return response

    def _redirect_with_code(
        self, authorization: AuthorizationRequest, account: DemoAccount, session: ProviderSession
    ) -> Response:
        code = self._codes.issue(authorization, account, session)
        return self._redirect(authorization.redirect_uri, code=code, state=authorization.state)

    async def _token(self, request: Request) -> Response:
        try:
            grant = self._codes.redeem(await _params(request))
        except RefusedOnPage as refusal:
            return _data({"error": "invalid_request", "error_description": str(refusal)}, status=400)
        except RefusedGrant as refusal:
            status = 401 if refusal.error == "invalid_client" else 400
            return _data({"error": refusal.error, "error_description": str(refusal)}, status=status)
        return _data(
            {
                "access_token": self._issuer.access_token(grant.account.username, grant.request.scope, grant.session),
                "token_type": "Bearer",
                "expires_in": int(ACCESS_LIFETIME.total_seconds()),
                "scope": grant.request.scope,
                "id_token": self._issuer.id_token(grant.account, grant.session, grant.request.nonce),
            }
        )

    async def _userinfo(self, request: Request) -> Response:
        account = await self._account_of_token(request.headers.get("authorization", ""))
        if account is None:
            return _data({"error": "invalid_token"}, status=401, **{"www-authenticate": 'Bearer error="invalid_token"'})
        return _data({"sub": account.username, **profile(account)})

    async def _account_of_token(self, authorization: str) -> DemoAccount | None:
        scheme, _, token = authorization.partition(" ")
        try:
            username = (await self._verifier.verify(token)).subject if scheme.lower() == "bearer" else None
        except InvalidToken:
            return None
        return next((account for account in await self._accounts() if account.username == username), None)

    async def _end_session(self, request: Request) -> Response:
        try:
            params = await _params(request)
        except RefusedOnPage as refusal:
            return self._refused(refusal)
        target = params.get("post_logout_redirect_uri")
        if target is not None and not self._client.owns(target):
            return self._refused(RefusedOnPage("Signing out can redirect only to the application."))
        hint, cookie = params.get("id_token_hint"), request.cookies.get(_COOKIE)
        session = self._issuer.read_session(cookie) if hint is None else self._issuer.session_of(hint)
        if session is not None:
            await self._notify_application(session)
        if target is None:
            response = page_response(pages.signed_out(self._client.origin))
        else:
            response = self._redirect(target, state=params.get("state"))
        response.delete_cookie(_COOKIE, path=MOUNT_PATH, httponly=True, samesite="lax")
        return response

    async def _notify_application(self, session: ProviderSession) -> None:
        """Runs in the background: the user does not wait for an application that does not respond."""
        form = {"logout_token": self._issuer.logout_token(session)}
        try:
            async with HttpClient(timeout=BACK_CHANNEL_SECONDS) as http:
                response = await http.post(f"{self._client.origin}/api/backchannel-logout", data=form)
            response.raise_for_status()
        except httpx.HTTPError as error:
            log.warning("the application did not accept a logout: %s", type(error).__name__)

    def _redirect(self, address: str, **added: str | None) -> Response:
        parameters = added | {"iss": self._issuer.issuer} if {"code", "error"} & added.keys() else added
        return RedirectResponse(with_query(address, **parameters), status_code=303, headers=_REDIRECT_HEADERS)

    def _refused(self, refusal: RefusedOnPage) -> Response:
        return page_response(pages.refused(str(refusal), self._client.origin), status=400)


def _is_insufficient(session: ProviderSession | None, authorization: AuthorizationRequest) -> bool:
    """Whether the session is too old for the request, or has another authentication context."""
    if session is None:
        return False
    too_old = authorization.max_age is not None and clock.now() - session.signed_in_at > authorization.max_age
    return too_old or bool(authorization.acr_values and session.acr not in authorization.acr_values)


def issuer_for(settings: Settings) -> Issuer:
    """The demonstration provider's signer; its key is created in the data folder on first use."""
    return Issuer(
        issuer=f"{settings.origin}{MOUNT_PATH}",
        key=load_or_create_key(settings.data_dir),
        client_id=settings.oidc_client_id,
        audience=settings.oidc_audience,
    )


def issue_access_token(settings: Settings, username: str) -> str:
    """An access token for the command line. The API checks whether the user exists."""
    return issuer_for(settings).access_token(username)


def invitation_link(settings: Settings, username: str) -> str:
    """The link with which an invited user signs in. The provider checks whether the user exists."""
    return with_query(f"{settings.origin}/invite", id_token_hint=issuer_for(settings).invitation(username))


async def _params(request: Request) -> Params:
    """The query parameters of a GET, the form fields of a POST. Raises `RefusedOnPage`."""
    if request.method == "GET":
        return single_values(request.query_params.multi_items())
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > FORM_LIMIT:
            raise RefusedOnPage("The request is too large.")
    try:
        return single_values(parse_qsl(body.decode("ascii"), keep_blank_values=True, errors="strict"))
    except ValueError:
        raise RefusedOnPage("The request is not a form.") from None


def _data(content: dict[str, Any], *, status: int = 200, **headers: str) -> Response:
    return JSONResponse(content, status_code=status, headers=_DATA_HEADERS | headers)
