"""A simulated fax provider over real HTTP."""

import uuid
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from starlette.applications import Starlette
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from wardline.core import clock
from wardline.fax.tests.account import API_KEY

PAGE: Final = 100
"""The maximum number of faxes in one response."""

Handler = Callable[[], Response]


def problem(status: int, code: str = "10015") -> Response:
    """An error response, with text that must not be repeated to users or logs."""
    return JSONResponse({"errors": [{"code": code, "title": "Zebulon", "detail": "Secretname"}]}, status_code=status)


def truncated() -> Response:
    """A response cut off before its declared length."""
    return Response(b'{"data":', status_code=202, headers={"content-length": "1000"})


class Provider:
    """Behaves as the provider's API reference says. `instead` replaces a request; `after` replaces only its response.

    Faxes to `unlisted` numbers do not appear in its lists.
    """

    def __init__(self) -> None:
        self.faxes: list[dict[str, Any]] = []
        self.instead: dict[str, Handler] = {}
        self.after: dict[str, Handler] = {}
        self.unlisted: set[str] = set()
        self.requests: list[str] = []
        self.app = Starlette(
            routes=[
                Route("/v2/faxes", self._send, methods=["POST"]),
                Route("/v2/faxes", self._list),
                Route("/v2/faxes/{id}", self._view),
                Route("/{path:path}", self._elsewhere),
            ]
        )

    def _refusal(self, call: str, request: Request) -> Response | None:
        self.requests.append(call)
        if request.headers.get("authorization") != f"Bearer {API_KEY}":
            return problem(401, "10009")
        return self.instead[call]() if call in self.instead else None

    async def _send(self, request: Request) -> Response:
        if (refusal := self._refusal("send", request)) is not None:
            return refusal
        async with request.form() as form:
            fields = {name: value for name, value in form.items() if isinstance(value, str)}
            contents = form["contents"]
            if not isinstance(contents, UploadFile):
                return problem(422)
            document = {"contents": await contents.read(), "media_type": contents.content_type}
        fax = {
            **fields,
            **document,
            "record_type": "fax",
            "id": str(uuid.uuid4()),
            "direction": "outbound",
            "status": "queued",
            "created_at": clock.now(),
        }
        self.faxes.append(fax)
        return self.after["send"]() if "send" in self.after else self._one(fax, 202)

    async def _list(self, request: Request) -> Response:
        if (refusal := self._refusal("list", request)) is not None:
            return refusal
        query = request.query_params
        since = datetime.fromisoformat(query["filter[created_at][gte]"])
        found = [
            self._public(fax)
            for fax in self.faxes
            if (fax["to"], fax["direction"]) == (query["filter[to][eq]"], query["filter[direction][eq]"])
            and fax["created_at"] >= since
            and fax["to"] not in self.unlisted
        ]
        size, page = min(int(query["page[size]"]), PAGE), int(query["page[number]"])
        meta = {"total_results": len(found), "total_pages": -(-len(found) // size), "page_number": page}
        return JSONResponse({"data": found[(page - 1) * size : page * size], "meta": meta})

    async def _view(self, request: Request) -> Response:
        if (refusal := self._refusal("view", request)) is not None:
            return refusal
        fax = next((fax for fax in self.faxes if fax["id"] == request.path_params["id"]), None)
        return problem(404, "10005") if fax is None else self._one(fax, 200)

    async def _elsewhere(self, request: Request) -> Response:
        self.requests.append(request.url.path)
        return Response(status_code=404)

    def _one(self, fax: dict[str, Any], status: int) -> Response:
        return JSONResponse({"data": self._public(fax)}, status_code=status)

    def _public(self, fax: dict[str, Any]) -> dict[str, Any]:
        return {**fax, "contents": None, "created_at": fax["created_at"].isoformat()}
