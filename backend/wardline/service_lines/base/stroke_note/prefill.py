"""Prefills a new stroke note."""

from collections.abc import Mapping
from typing import Any

from wardline.service_lines.base.stroke_note.texts import LABS_DEFAULT


def prefilled(detail: Mapping[str, Any], call_length: int | None) -> dict[str, Any]:
    """Uses the request's record and the completion. Nothing clinical is prefilled."""
    return {"callLength": call_length, "lastKnownWell": detail.get("lastKnownWell"), "labs": LABS_DEFAULT}
