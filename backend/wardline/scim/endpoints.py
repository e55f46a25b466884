"""The SCIM protocol at `/api/scim/v2`, for identity providers; RFC 7644 describes it, not the contract."""

from typing import Final

import orjson
from fastapi import APIRouter, Request, Response
from scim2_models import SCIMException
from scim2_server.handler import AsyncScimHandler
from scim2_server.responses import ScimResponse

from wardline.core.http.app_settings import AppSettings
from wardline.core.http.routing import Session
from wardline.network import changing
from wardline.scim.admission import BASE, CHANGES, ScimRefused, ScimRoute, caller_of, note_problem, scim_request
from wardline.scim.resources import SERVICE
from wardline.scim.storage import Storage

router = APIRouter(prefix=BASE, route_class=ScimRoute, include_in_schema=False)

_OPERATIONS: Final = {
    ("GET", "/Users"): "scimListUsers",
    ("POST", "/Users"): "scimAddUser",
    ("GET", "/Users/{resource_id}"): "scimGetUser",
    ("PUT", "/Users/{resource_id}"): "scimReplaceUser",
    ("PATCH", "/Users/{resource_id}"): "scimChangeUser",
    ("DELETE", "/Users/{resource_id}"): "scimDeleteUser",
    ("GET", "/Groups"): "scimListGroups",
    ("POST", "/Groups"): "scimAddGroup",
    ("GET", "/Groups/{resource_id}"): "scimGetGroup",
    ("PUT", "/Groups/{resource_id}"): "scimReplaceGroup",
    ("PATCH", "/Groups/{resource_id}"): "scimChangeGroup",
    ("DELETE", "/Groups/{resource_id}"): "scimDeleteGroup",
}


async def _serve(request: Request, session: Session, settings: AppSettings) -> Response:
    """All or nothing: whatever a request changes is committed after its answer is complete."""
    if request.method in CHANGES:
        await session.run_sync(changing.lock)
    caller = caller_of(request)
    handler = AsyncScimHandler(SERVICE, Storage(session, caller))
    try:
        answer = await handler.handle(scim_request(request, settings.origin))
    except SCIMException as error:
        raise ScimRefused(error.to_error()) from None
    for sentence in caller.left_out:
        await note_problem(session, request, answer.status, sentence)
    return _response(answer)


def _response(answer: ScimResponse) -> Response:
    content = b"" if answer.body is None else orjson.dumps(answer.body)
    return Response(content, answer.status, {**answer.headers, "Cache-Control": "no-store"})


for (_method, _path), _operation in _OPERATIONS.items():
    router.add_api_route(_path, _serve, methods=[_method], operation_id=_operation)
router.add_api_route("/{path:path}", _serve, methods=["GET"], operation_id="scimDescribe")
router.add_api_route("/{path:path}", _serve, methods=sorted(CHANGES), operation_id="scimOther")
