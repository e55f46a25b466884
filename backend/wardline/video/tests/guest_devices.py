"""Guests of a call: who invites them, and what their device sends."""

import secrets
from dataclasses import dataclass
from typing import Any

import httpx

from wardline.video.tests.windows import Window

NAME, KIND = "Ana Ruiz", "interpreter"


@dataclass(frozen=True)
class GuestWindow(Window):
    """The window of a guest, whose device is `who`."""

    @property
    def path(self) -> str:
        return f"/guest/attendees/{self.attendee_id}"

    async def hang_up(self) -> httpx.Response:
        return await self.who.delete(self.path, params={"forGood": "true"})


async def request_invitation(window: Window, *, key: str | None = None, **changes: str) -> httpx.Response:
    body = {"name": NAME, "kind": KIND} | changes
    headers = {"Idempotency-Key": key} if key is not None else {}
    return await window.who.post(f"/meeting/{window.meeting_id}/guests", json=body, headers=headers)


async def invite(window: Window, **changes: str) -> tuple[str, str]:
    """The guest's id, and the secret in their link."""
    response = await request_invitation(window, **changes)
    assert response.status_code == 201, response.text
    return response.json()["guest"]["id"], secret_in(response)


def secret_in(invited: httpx.Response) -> str:
    path, _, secret = invited.json()["link"].partition("#")
    assert path == "/guest"
    return str(secret)


def guest_device(app: Any, secret: str | None = None) -> httpx.AsyncClient:
    """A device that has chosen this secret, or a new one."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=True)
    headers = {"Authorization": f"Guest {secret or secrets.token_urlsafe(32)}"}
    return httpx.AsyncClient(transport=transport, base_url=f"{app.state.settings.origin}/api", headers=headers)


async def open_link(device: httpx.AsyncClient, link: str) -> httpx.Response:
    return await device.put("/guest", json={"link": link})


async def state_of(device: httpx.AsyncClient) -> str:
    response = await device.get("/guest")
    assert response.status_code == 200, response.text
    return str(response.json()["state"])


async def knock(device: httpx.AsyncClient) -> str:
    response = await device.put("/guest/knock")
    assert response.status_code == 200, response.text
    return str(response.json()["state"])


async def answer(window: Window, guest_id: str, *, admit: bool) -> httpx.Response:
    return await window.who.put(f"/meeting/{window.meeting_id}/guests/{guest_id}", json={"admit": admit})


async def remove(window: Window, guest_id: str) -> httpx.Response:
    return await window.who.delete(f"/meeting/{window.meeting_id}/guests/{guest_id}")


async def request_to_join(device: httpx.AsyncClient) -> httpx.Response:
    return await device.put("/guest/attendee")


async def join(device: httpx.AsyncClient) -> GuestWindow:
    response = await request_to_join(device)
    assert response.status_code == 200, response.text
    meeting, attendee = (response.json()["joinInfo"][part] for part in ("meeting", "attendee"))
    return GuestWindow(device, "", meeting["meetingId"], meeting["externalMeetingId"], attendee["attendeeId"])


async def listed(window: Window) -> dict[str, str]:
    """The states of all guests, by id, as a user inside sees them."""
    response = await window.who.get(f"/meeting/{window.meeting_id}/guests")
    assert response.status_code == 200, response.text
    return {each["id"]: each["state"] for each in response.json()}


async def guest_entries(who: httpx.AsyncClient, consult_id: str) -> list[tuple[str, str]]:
    """The entries about guests, the oldest first: kind and text."""
    entries = (await who.get(f"/consults/{consult_id}/updates")).json()
    return [(each["kind"], each["message"]) for each in reversed(entries) if (each["kind"] or "").startswith("guest")]
