"""Guests of the nurses' calls, and valid bodies about them."""

from collections.abc import Mapping
from typing import Any, Final

import httpx

OF_GUESTS: Final = b"/api/guest"
"""Paths that take the secret of a guest's device only."""
GUEST: Final = f"Guest {'g' * 43}"
"""How the nurse's guest is authorized."""
ON_ATTENDING_GUEST: Final = ("attendMeetingAsGuest", "leaveMeetingAsGuest")
GUEST_BODIES: Final = {"inviteGuest": {"name": "Ana Ruiz", "kind": "family"}, "answerGuest": {"admit": True}}


async def build_guests(
    client: httpx.AsyncClient, callers: Mapping[str, dict[str, str]], bodies: dict[str, Any]
) -> dict[str, dict[str, str]]:
    """Each caller, by their authorization, invites a guest to their call; the last one lets them in.

    Adds the ids of the guests to those of the callers. Returns the path parameters of `ON_ATTENDING_GUEST`.
    """
    bodies |= {**GUEST_BODIES, "attendMeetingAsGuest": bodies["attendMeeting"]}
    for authorization, ids in callers.items():
        client.headers["Authorization"] = authorization
        path = f"/meeting/{ids['meeting_id']}/guests"
        invited = (await client.post(path, json=bodies["inviteGuest"])).json()
        ids["guest_id"], bodies["openGuestLink"] = invited["guest"]["id"], {"link": invited["link"].partition("#")[2]}
    as_guest = {"Authorization": GUEST}
    await client.put("/guest", json=bodies["openGuestLink"], headers=as_guest)
    await client.put("/guest/knock", headers=as_guest)
    await client.put(f"{path}/{ids['guest_id']}", json=bodies["answerGuest"])
    joined = await client.put("/guest/attendee", headers=as_guest)
    assert joined.status_code == 200, joined.text
    attendee_id = joined.json()["joinInfo"]["attendee"]["attendeeId"]
    return {name: {"attendee_id": attendee_id} for name in ON_ATTENDING_GUEST}
