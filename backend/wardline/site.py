"""The built web application, its run-time configuration, and the security headers of every response."""

import mimetypes
import secrets
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from fastapi import FastAPI
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wardline.addresses import is_loopback, url_host
from wardline.core.forms.wire import ReadModel
from wardline.fax.registry import are_faxes_set_up
from wardline.realtime.server import SOCKET_PATH
from wardline.settings import Settings

WEB_ROOT: Final = Path(__file__).parent / "web"
NONCE_PLACEHOLDER: Final = "{{ nonce }}"
"""Replaced in the page by the nonce of the response, which allows the page's style elements."""
RENEWAL_PAGE: Final = "silent-renew.html"
"""The redirect target of the provider for silent renewal in a hidden frame."""
DENY_ALL_POLICY: Final = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
"""The policy for everything except pages: a browser loads and runs nothing from it."""
RENEWAL_POLICY: Final = (
    "default-src 'none'; script-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
)
SERVICE_WORKER: Final = "service-worker.js"
SERVICE_WORKER_POLICY: Final = f"{DENY_ALL_POLICY}; connect-src 'self'; img-src 'self'"
"""The worker sends receipts of pushes, and its notifications have an icon; it runs nothing but itself."""
_COMPRESSED: Final = (("br", ".br"), ("gzip", ".gz"))
"""Encodings in the order of preference, and the suffixes of the files that have them."""


class OidcConfiguration(ReadModel):
    issuer: str
    client_id: str
    provider_name: str
    invite_policy: str | None


class PublicConfiguration(ReadModel):
    """The configuration that the browser needs before sign-in; nothing in it is secret."""

    api_base_url: str
    socket_path: str
    oidc: OidcConfiguration
    support_phone: str
    terms_url: str
    privacy_url: str
    admin_url: str
    reporting_url: str
    idle_minutes: int
    """Minutes of inactivity before the user is signed out."""
    note_idle_minutes: int
    """Minutes of inactivity in an open note before it is saved and closed."""
    faxes: bool
    """Whether faxes can be sent."""
    emergency_access: bool
    """Whether emergency access is offered."""
    demo: bool


def public_configuration(settings: Settings) -> PublicConfiguration:
    return PublicConfiguration(
        api_base_url="/api",
        socket_path=f"/{SOCKET_PATH}",
        oidc=OidcConfiguration(
            issuer=settings.issuer or "",
            client_id=settings.oidc_client_id,
            provider_name="Demonstration sign-in" if settings.oidc_issuer is None else settings.oidc_provider_name,
            invite_policy=settings.invite_policy,
        ),
        support_phone=settings.support_phone,
        terms_url=settings.terms_url,
        privacy_url=settings.privacy_url,
        admin_url=settings.admin_url,
        reporting_url=settings.reporting_url,
        idle_minutes=settings.idle_minutes,
        note_idle_minutes=settings.note_idle_minutes,
        faxes=are_faxes_set_up(settings),
        emergency_access=bool(settings.emergency_access_lifetime),
        demo=settings.demo,
    )


def install_site(app: FastAPI, settings: Settings, root: Path = WEB_ROOT) -> None:
    """Serve `/config.json`, the built files, and the page for every other path."""

    @app.get("/config.json", include_in_schema=False)
    async def config() -> Response:
        content = public_configuration(settings).model_dump(mode="json")
        return JSONResponse(content, headers={"Cache-Control": "no-store"})

    if not (root / "index.html").exists():
        return
    if (root / "assets").is_dir():
        app.mount("/assets", _ImmutableFiles(directory=root / "assets"))

    text = (root / "index.html").read_text(encoding="utf-8")

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        if path == "api" or path.startswith("api/"):
            return JSONResponse({"code": "not_found", "message": "Not Found", "errors": []}, status_code=404)
        if settings.demo and _has_other_loopback_name(request, settings):
            return RedirectResponse(settings.origin + request.url.path)
        return _file_response(root, path) or _page_response(text, settings)


def _file_response(root: Path, path: str) -> Response | None:
    file = _file_at(root, path)
    if file is None or path == "index.html":
        return None
    if path == RENEWAL_PAGE:
        policies = {"Content-Security-Policy": RENEWAL_POLICY, "X-Frame-Options": "SAMEORIGIN"}
        return FileResponse(file, headers={"Cache-Control": "no-cache", **policies})
    if path == SERVICE_WORKER:
        return FileResponse(
            file, headers={"Cache-Control": "no-cache", "Content-Security-Policy": SERVICE_WORKER_POLICY}
        )
    return FileResponse(file)


def _page_response(text: str, settings: Settings) -> Response:
    """The page with a new nonce; it must not be cached, because a header also contains the nonce."""
    nonce = secrets.token_urlsafe(16)
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": page_policy(settings, nonce)}
    return HTMLResponse(text.replace(NONCE_PLACEHOLDER, nonce), headers=headers)


def page_policy(settings: Settings, nonce: str) -> str:
    """The Content Security Policy of the page, which allows only the page itself and the identity provider."""
    issuer = urlsplit(settings.issuer or "")
    provider = f" {issuer.scheme}://{issuer.netloc}" if issuer.netloc else ""
    socket = settings.origin.replace("http", "ws", 1)
    if settings.janus_url is not None:
        janus = urlsplit(settings.janus_url)
        socket += f" {janus.scheme}://{janus.netloc}"
    return (
        f"default-src 'self'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; "
        f"font-src 'self'; connect-src 'self' {socket}{provider}; frame-src 'self'{provider}; "
        f"frame-ancestors 'none'; base-uri 'none'; object-src 'none'; form-action 'self'{provider}"
    )


def _file_at(root: Path, path: str) -> Path | None:
    """The built file at this path; None for any other path, valid or not."""
    try:
        file = (root / path).resolve()
        return file if file.is_relative_to(root) and file.is_file() else None
    except (ValueError, OSError):
        return None


def _has_other_loopback_name(request: Request, settings: Settings) -> bool:
    """Whether to redirect: sign-in works at only one origin, and ``localhost`` and ``127.0.0.1`` are two."""
    requested, ours = url_host(str(request.url)) or "", url_host(settings.origin) or ""
    return requested != ours and is_loopback(requested) and is_loopback(ours)


class _ImmutableFiles(StaticFiles):
    """Built files, which have a hash of their content in their names. The build also wrote most of them compressed."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        headers = Headers(scope=scope)
        accepted = headers.get("Accept-Encoding", "") if "Range" not in headers else ""
        for encoding, suffix in _COMPRESSED:
            if encoding in accepted and _file_at(Path(str(self.directory)), path + suffix) is not None:
                response = await super().get_response(path + suffix, scope)
                response.headers["Content-Encoding"] = encoding
                response.headers["Content-Type"] = _content_type(path)
                break
        else:
            response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        response.headers["Vary"] = "Accept-Encoding"
        return response


def _content_type(path: str) -> str:
    """As for the file that is not compressed."""
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


class SecurityHeaders:
    """Adds strict headers to every response, unless it has its own."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.headers = {
            "Content-Security-Policy": DENY_ALL_POLICY,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "X-Frame-Options": "DENY",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Permissions-Policy": "camera=(self), microphone=(self), geolocation=(), payment=(), usb=()",
        }
        if settings.origin.startswith("https:"):
            self.headers["Strict-Transport-Security"] = "max-age=31536000; includeSubDomains"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, with_headers)
