"""Simulates the video providers whose rooms open in a separate window; mounted at `MOUNT_PATH`."""

from html import escape
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wardline.demo.page import page, page_response, style

MOUNT_PATH: Final = "/demo-rooms"
_PROVIDERS: Final = {"vidyo": "Vidyo", "bluestream": "Bluestream", "core-video": "Core video"}


async def _room(request: Request) -> Response:
    name = _PROVIDERS.get(request.path_params["provider"])
    if name is None:
        return page_response(page("This room does not exist", ""), status=404)
    role = "host" if request.query_params.get("as") == "host" else "guest"
    content = (
        '<p class="notice">This page simulates the provider\'s room. No one is filmed or recorded here.</p>'
        f"<p>You joined <strong>{escape(request.query_params.get('room', ''))}</strong> as {role}.</p>"
    )
    return page_response(page(f"{name} room", content))


app: Final = Starlette(routes=[Route("/style.css", style), Route("/{provider}", _room)])
