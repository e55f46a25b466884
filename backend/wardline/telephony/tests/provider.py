"""A simulated provider of texts and calls over real HTTP."""

import uuid
from collections.abc import Callable
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from wardline.telephony.tests.account import API_KEY

Handler = Callable[[], Response]


def problem(status: int, code: str = "10015") -> Response:
    """An error response, with text that must not be repeated to users or logs."""
    return JSONResponse({"errors": [{"code": code, "title": "Zebulon", "detail": "Secretname"}]}, status_code=status)


class Provider:
    """Behaves as the API reference says. `instead` replaces a request; `after` replaces only its response."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.calls: list[dict[str, Any]] = []
        self.commands: list[tuple[str, str, dict[str, Any]]] = []
        self.instead: dict[str, Handler] = {}
        self.after: dict[str, Handler] = {}
        self.app = Starlette(
            routes=[
                Route("/v2/messages", self._send, methods=["POST"]),
                Route("/v2/messages/{id}", self._view_message),
                Route("/v2/calls", self._dial, methods=["POST"]),
                Route("/v2/calls/{id}", self._view_call),
                Route("/v2/calls/{id}/actions/{command}", self._command, methods=["POST"]),
            ]
        )

    def _refusal(self, call: str, request: Request) -> Response | None:
        if request.headers.get("authorization") != f"Bearer {API_KEY}":
            return problem(401, "10009")
        return self.instead[call]() if call in self.instead else None

    async def _send(self, request: Request) -> Response:
        if (refusal := self._refusal("text", request)) is not None:
            return refusal
        message = {**await request.json(), "id": str(uuid.uuid4()), "status": "queued", "errors": []}
        self.messages.append(message)
        return self.after["text"]() if "text" in self.after else self._message(message)

    async def _view_message(self, request: Request) -> Response:
        if (refusal := self._refusal("view", request)) is not None:
            return refusal
        found = [message for message in self.messages if message["id"] == request.path_params["id"]]
        return self._message(found[0]) if found else problem(404, "10005")

    async def _dial(self, request: Request) -> Response:
        if (refusal := self._refusal("call", request)) is not None:
            return refusal
        call = {**await request.json(), "call_control_id": f"v3:{uuid.uuid4()}_-"}
        self.calls.append(call)
        return self.after["call"]() if "call" in self.after else JSONResponse({"data": {**call, "is_alive": False}})

    async def _view_call(self, request: Request) -> Response:
        if (refusal := self._refusal("view", request)) is not None:
            return refusal
        found = [call for call in self.calls if call["call_control_id"] == request.path_params["id"]]
        return JSONResponse({"data": found[0]}) if found else problem(404, "10005")

    async def _command(self, request: Request) -> Response:
        if (refusal := self._refusal("command", request)) is not None:
            return refusal
        self.commands.append((request.path_params["id"], request.path_params["command"], await request.json()))
        return JSONResponse({"data": {"result": "ok"}})

    def _message(self, message: dict[str, Any]) -> Response:
        public = {**message, "to": [{"phone_number": message["to"], "status": message["status"]}]}
        return JSONResponse({"data": public})
