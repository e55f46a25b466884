"""Valid parts of requests about calls, and about what people can do."""

from typing import Any, Final

import httpx

OF_DEVICES: Final = b"/api/standalone/"
"""Paths that take the token of a device only."""
SIGNALS: Final = (
    {"type": "offer", "sdp": "v=0\r\n", "peer": 5, "round": 1},
    {"type": "candidate", "candidate": "way", "sdpMid": "0", "sdpMLineIndex": 0, "usernameFragment": "EsAw"},
)


def signal(to: str, content: dict[str, Any]) -> dict[str, Any]:
    return {"number": 1, "to": to, "content": content}


def presence(to: str) -> dict[str, Any]:
    """What a window sends that has signals of each kind for another one."""
    signals = [signal(to, kind) for kind in SIGNALS]
    return {"heard": [1], "signals": signals, "publisherId": 7, "mediaGeneration": 0, "isCutOff": True}


async def access_check(client: httpx.AsyncClient, consult_id: str, location_id: int, line_id: int) -> dict[str, Any]:
    """Whether the client's user may request this line there, with all that other questions name, too."""
    return {
        "personId": (await client.get("/me")).json()["id"],
        "action": "requestConsult",
        "consultId": consult_id,
        "locationId": location_id,
        "serviceLineId": line_id,
        "organizationId": 1,
        "at": "2026-03-04T12:00:00Z",
    }
