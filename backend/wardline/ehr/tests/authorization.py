"""A hospital's strict authorization server, and its FHIR server that requires the tokens."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, RSAKey
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from wardline.core import clock
from wardline.ehr.fhir.service_key import SigningKey

CLIENT = "wardline-at-general"
SCOPE = "system/Encounter.read system/Location.read system/Patient.read"
MAX_LIFETIME = timedelta(minutes=5)
Handler = Callable[[Request], Response]


def public(key: SigningKey) -> SigningKey:
    """The public key that the hospital registered, with its key id."""
    data = key.as_dict(private=False, kid=key.kid or key.thumbprint())
    return RSAKey.import_key(data) if key.key_type == "RSA" else ECKey.import_key(data)


@dataclass
class GuardedHospital:
    """`registered` is the client's public key; `requested` has the requests in order, by the names of `instead`.

    `instead` replaces the response of a part: ``configuration``, ``token`` or ``search``.
    """

    registered: SigningKey
    fhir: ASGIApp
    lifetime: Any = 300
    scope: str = SCOPE
    instead: dict[str, Handler] = field(default_factory=dict)
    requested: list[str] = field(default_factory=list)
    issued: dict[str, datetime] = field(default_factory=dict)
    assertions: list[str] = field(default_factory=list)
    bearers: list[str] = field(default_factory=list)
    refused: int = 0
    _used: set[str] = field(default_factory=set)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        part = {"/fhir/.well-known/smart-configuration": "configuration", "/token": "token"}.get(
            request.url.path, "search"
        )
        self.requested.append(part)
        await (await self._respond(part, request))(scope, receive, send)

    async def _respond(self, part: str, request: Request) -> ASGIApp:
        if part in self.instead:
            return self.instead[part](request)
        if part == "configuration":
            return JSONResponse({"token_endpoint": f"{request.url.scheme}://{request.url.netloc}/token"})
        if part == "token":
            return await self._token(request)
        if self._accepts(request):
            return self.fhir
        self.refused += 1
        return Response(status_code=401)

    async def _token(self, request: Request) -> Response:
        form = {name: values[0] for name, values in parse_qs((await request.body()).decode()).items()}
        self.assertions.append(form.get("client_assertion", ""))
        reason = self._objection(form, str(request.url))
        if reason:
            return JSONResponse({"error": "invalid_client", "error_description": reason}, status_code=400)
        token = secrets.token_urlsafe(32)
        self.issued[token] = clock.now() + timedelta(seconds=float(self.lifetime))
        return JSONResponse(
            {"access_token": token, "token_type": "bearer", "expires_in": self.lifetime, "scope": form["scope"]}
        )

    def _accepts(self, request: Request) -> bool:
        bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
        self.bearers.append(bearer)
        return self.issued.get(bearer, datetime.min.replace(tzinfo=UTC)) > clock.now()

    def _objection(self, form: dict[str, str], endpoint: str) -> str | None:
        """Why SMART refuses this request, or None."""
        algorithm = "RS384" if self.registered.key_type == "RSA" else "ES384"
        try:
            token = jwt.decode(form["client_assertion"], self.registered, algorithms=[algorithm])
        except (JoseError, KeyError, ValueError) as error:
            return repr(error)
        claims, now = token.claims, clock.now().timestamp()
        checks = {
            "grant_type": form.get("grant_type") == "client_credentials",
            "type": form.get("client_assertion_type") == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
            "scope": form.get("scope") == self.scope,
            "header": token.header == {"typ": "JWT", "alg": algorithm, "kid": self.registered.kid},
            "claims": claims.keys() == {"iss", "sub", "aud", "exp", "jti"},
            "client": claims.get("iss") == claims.get("sub") == CLIENT,
            "aud": claims.get("aud") == endpoint,
            "exp": now < claims.get("exp", 0) <= now + MAX_LIFETIME.total_seconds(),
            "jti": claims.get("jti") not in self._used and len(claims.get("jti", "")) >= 16,
        }
        self._used.add(claims.get("jti", ""))
        return next((name for name, holds in checks.items() if not holds), None)
