"""Every call of the contract, and those beside it, with credentials that are good for a few only."""

import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

import httpx
from committed_contract import openapi
from fastapi.routing import APIRoute

from wardline.main import API_ROUTERS
from wardline.scim import endpoints as scim
from wardline.video.tests.windows import refusal

NOT_SIGNED_IN = (401, "not_signed_in")
FOR_ANYONE = {"getHealth", "listStandaloneKeys", "reportPush", "replacePushSubscription"}
"""Calls that look at no token at all."""
OF_OTHER_SYSTEMS: set[str | None] = {
    "receiveFaxCallback",
    "receivePhoneCallback",
    "readCalendar",
    "endSessionsFromProvider",
}
OF_OTHER_SYSTEMS |= {route.operation_id for route in scim.router.routes if isinstance(route, APIRoute)}
"""They have ways of their own to check who calls."""
SCHEMES = ("Bearer", "Duty", "Guest")


class EveryCall(NamedTuple):
    method: str
    path: str
    operation: str


def every_call() -> list[EveryCall]:
    """Those in the contract, and those that are not."""
    beside = [
        EveryCall(method, route.path, str(route.operation_id))
        for router in API_ROUTERS
        for route in router.routes
        if isinstance(route, APIRoute) and not route.include_in_schema
        for method in route.methods or ()
    ]
    return beside + [
        EveryCall(method.upper(), path.removeprefix("/api"), call["operationId"])
        for path, methods in openapi()["paths"].items()
        for method, call in methods.items()
    ]


async def check_good_for_nothing_else(
    client: httpx.AsyncClient, secret: str, scheme: str, ids: Mapping[str, str], own: Collection[str]
) -> None:
    """The secret works for none but its `own` calls, and for those with no other scheme. `ids` are of what exists."""
    found = [call for call in every_call() if call.operation not in FOR_ANYONE]
    assert len(found) > 100
    for method, path, operation in found:
        at = re.sub(r"{(\w+)(:\w+)?}", lambda name: ids.get(name[1], "1"), path)
        for tried in SCHEMES if operation not in OF_OTHER_SYSTEMS else ("Bearer",):
            if operation in own and tried == scheme:
                continue
            response = await client.request(method, at, headers={"Authorization": f"{tried} {secret}"})
            if operation in OF_OTHER_SYSTEMS:
                assert response.status_code in {400, 401, 403, 404, 415, 429}, operation
            else:
                assert response.status_code == 401, (operation, tried, response.text)
                assert refusal(response)[1] in {"not_signed_in", "duty_over", "guest_unknown"}, (operation, tried)
