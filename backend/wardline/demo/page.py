"""The layout of all pages of the demonstration's simulated services: HTML and `style.css`."""

from html import escape
from importlib import resources
from string import Template
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    # The form's origin must be sent, because it is checked.
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
}


def page(title: str, content: str) -> str:
    """`title` is plain text, `content` is HTML with all external values escaped."""
    heading = f"<h1>{escape(title)}</h1>"
    return Template(_packaged("page.html")).substitute(
        title=f"{escape(title)} - Wardline demonstration", content=heading + content
    )


def page_response(content: str, *, status: int = 200, has_script: bool = False) -> Response:
    """With `has_script`, the page may load scripts from this server, and these may send requests to it."""
    allowed = "; script-src 'self'; connect-src 'self'" if has_script else ""
    policy = HEADERS["content-security-policy"] + allowed
    return HTMLResponse(content, status_code=status, headers={**HEADERS, "content-security-policy": policy})


def is_own_form(request: Request, origin: str) -> bool:
    """Whether a form was sent by one of our own pages, so that no other site can act for the user."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    return request.headers.get("origin") in {None, origin}


async def style(_: Request) -> Response:
    return file_response("style.css", "text/css")


def file_response(name: str, media_type: str) -> Response:
    return Response(_packaged(name), media_type=media_type, headers={"x-content-type-options": "nosniff"})


def _packaged(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
