"""A device that stays in a call with a standalone token, and what signs such tokens."""

import base64
import json
from typing import Any

import httpx

from wardline.video.tests.windows import Window, window_of


async def request_token(window: Window, *, key: str | None = None, **ids: str) -> httpx.Response:
    """Ask for a token for the device that the window is on; `ids` replace those of its call."""
    about = {"meeting_id": window.meeting_id, "consult_id": window.consult_id} | ids
    path = "/meeting/{meeting_id}/consults/{consult_id}/token/".format(**about)
    return await window.who.post(path, headers={"Idempotency-Key": key} if key is not None else {})


async def issue_token(window: Window) -> str:
    response = await request_token(window)
    assert response.status_code == 201, response.text
    return str(response.json()["token"])


def with_token(app: Any, token: str) -> httpx.AsyncClient:
    """A device with nothing but this token."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=True)
    base_url = f"{app.state.settings.origin}/api"
    return httpx.AsyncClient(transport=transport, base_url=base_url, headers={"Authorization": f"Bearer {token}"})


async def request_to_join_as_device(device: httpx.AsyncClient, window: Window, **changes: str | None) -> httpx.Response:
    """Join the call of the window; `changes` are to the body."""
    body = {"externalMeetingId": window.external_id, "consultId": window.consult_id} | changes
    return await device.post("/meeting", json={name: value for name, value in body.items() if value is not None})


async def join_as_device(device: httpx.AsyncClient, window: Window) -> Window:
    response = await request_to_join_as_device(device, window)
    assert response.status_code == 200, response.text
    return window_of(device, window.consult_id, response)


async def look_up(device: httpx.AsyncClient, window: Window) -> httpx.Response:
    """What the standalone path answers about the call of the window."""
    return await device.get(f"/standalone/meeting/{window.meeting_id}/consults/{window.consult_id}")


async def give_back(device: Window) -> httpx.Response:
    """Take the device back while others go on with the call."""
    return await device.who.delete(device.path, params={"restore": "true"})


def parts_of(token: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Its header and claims, unverified."""
    header, claims = (json.loads(base64.urlsafe_b64decode(f"{part}==")) for part in token.split(".")[:2])
    return header, claims
