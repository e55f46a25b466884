"""Reading a receiver's acknowledgement. None of its text is passed on, because it may quote the patient."""

from typing import Final

import hl7

from wardline.ehr.filing import FilingDelayed, FilingRefused

UNREADABLE: Final = "unreadable answer"
OF_ANOTHER: Final = "answer to another message"

_KEPT: Final = frozenset({"AA", "CA"})
_AT_FAULT: Final = frozenset({"AE", "CE"})
"""The receiver rejects the message."""
_NOT_NOW: Final = frozenset({"AR", "CR"})
"""The receiver failed for a reason that is not in the document (chapter 2.9.2 of the standard)."""


def judge(answer: bytes, control_id: str) -> None:
    """Return if the response says that the message with this id was stored.

    Raises:
        FilingRefused: it says that the message is wrong.
        FilingDelayed: it says anything else, or cannot be read.
    """
    code, acknowledged_id = _read(answer)
    if acknowledged_id != control_id:
        raise FilingDelayed(OF_ANOTHER)
    if code in _AT_FAULT:
        raise FilingRefused(code)
    if code in _NOT_NOW:
        raise FilingDelayed(code)
    if code not in _KEPT:
        raise FilingDelayed(UNREADABLE)


def _read(answer: bytes) -> tuple[str, str]:
    """MSA-1 and MSA-2, which are ASCII in any encoding."""
    try:
        # Some receivers end segments with a line feed.
        lines = answer.decode("ascii", errors="replace").replace("\r\n", "\r").replace("\n", "\r")
        message = hl7.parse(lines)
        (_header,), (found,) = message.segments("MSH"), message.segments("MSA")
        return str(found[1]).strip(), str(found[2]).strip()
    except Exception:  # noqa: BLE001 - the library raises many types for an invalid message, and some quote it
        raise FilingDelayed(UNREADABLE) from None
