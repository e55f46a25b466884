"""Reads a receiver's acknowledgement. None of its text is passed on, because it may quote patient data."""

from typing import Final

import hl7

from wardline.ehr.filing import FilingDelayed, FilingRefused

UNREADABLE: Final = "unreadable response"
OTHER_MESSAGE: Final = "response to another message"

_ACCEPTED: Final = frozenset({"AA", "CA"})
_REJECTED: Final = frozenset({"AE", "CE"})
"""The receiver rejects the message."""
_TRY_AGAIN: Final = frozenset({"AR", "CR"})
"""The receiver failed for a reason unrelated to the document (chapter 2.9.2 of the standard)."""


def check_acknowledgement(response: bytes, control_id: str) -> None:
    """Return if the response says that the message with this id was stored.

    Raises:
        FilingRefused: it says that the message is invalid.
        FilingDelayed: it says anything else, or cannot be read.
    """
    code, acknowledged_id = _read(response)
    if acknowledged_id != control_id:
        raise FilingDelayed(OTHER_MESSAGE)
    if code in _REJECTED:
        raise FilingRefused(f"rejected by the EMR ({code})")
    if code in _TRY_AGAIN:
        raise FilingDelayed(f"not accepted by the EMR ({code})")
    if code not in _ACCEPTED:
        raise FilingDelayed(UNREADABLE)


def _read(response: bytes) -> tuple[str, str]:
    """MSA-1 and MSA-2, which are ASCII in any encoding."""
    try:
        # Some receivers end segments with a line feed.
        lines = response.decode("ascii", errors="replace").replace("\r\n", "\r").replace("\n", "\r")
        message = hl7.parse(lines)
        (_header,), (acknowledgement,) = message.segments("MSH"), message.segments("MSA")
        return str(acknowledgement[1]).strip(), str(acknowledgement[2]).strip()
    except Exception:  # noqa: BLE001 - the library raises many types for an invalid message, and some quote it
        raise FilingDelayed(UNREADABLE) from None
