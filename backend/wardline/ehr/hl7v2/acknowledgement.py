"""What a receiver answered to a message. Nothing of its words goes further, because they may quote the patient."""

from typing import Final

import hl7

from wardline.ehr.filing import FilingDelayed, FilingRefused

UNREADABLE: Final = "unreadable answer"
OF_ANOTHER: Final = "answer to another message"

_KEPT: Final = frozenset({"AA", "CA"})
_AT_FAULT: Final = frozenset({"AE", "CE"})
"""The receiver found something wrong in the message."""
_NOT_NOW: Final = frozenset({"AR", "CR"})
"""The receiver could not, for reasons that are not in the document (chapter 2.9.2 of the standard)."""


def judge(answer: bytes, control_id: str) -> None:
    """Return when the answer says that the message with this id is kept.

    Raises:
        FilingRefused: it says that something in the message is wrong.
        FilingDelayed: it says anything else, or cannot be read.
    """
    code, answered = _read(answer)
    if answered != control_id:
        raise FilingDelayed(OF_ANOTHER)
    if code in _AT_FAULT:
        raise FilingRefused(code)
    if code in _NOT_NOW:
        raise FilingDelayed(code)
    if code not in _KEPT:
        raise FilingDelayed(UNREADABLE)


def _read(answer: bytes) -> tuple[str, str]:
    """MSA-1 and MSA-2, which are ASCII whatever the rest is written in."""
    try:
        # Some receivers end their segments as lines of text end.
        lines = answer.decode("ascii", errors="replace").replace("\r\n", "\r").replace("\n", "\r")
        message = hl7.parse(lines)
        (_header,), (found,) = message.segments("MSH"), message.segments("MSA")
        return str(found[1]).strip(), str(found[2]).strip()
    except Exception:  # noqa: BLE001 - the library fails in a dozen ways at what is no message, some of which quote it
        raise FilingDelayed(UNREADABLE) from None
