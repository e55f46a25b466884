"""The layout of all pages of the demonstration's simulated services: HTML and `style.css`, without scripts."""

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


def page_response(content: str, *, status: int = 200) -> Response:
    return HTMLResponse(content, status_code=status, headers=HEADERS)


async def style(_: Request) -> Response:
    return Response(_packaged("style.css"), media_type="text/css", headers={"x-content-type-options": "nosniff"})


def _packaged(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
