"""Valid parts of requests about calls."""

from typing import Any, Final

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
