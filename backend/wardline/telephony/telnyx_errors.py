"""Telnyx's error codes of messages and calls that say more to a user than "failed".

https://developers.telnyx.com/docs/messaging/messages/error-codes
"""

from typing import Final

OPTED_OUT: Final = "the recipient opted out (STOP)"
NOT_REGISTERED: Final = "number not registered or filtered"
"""Carriers block texts from a 10-digit number without a 10DLC campaign, and from an unverified toll-free number."""

_REASONS: Final = {
    OPTED_OUT: ("40300",),
    NOT_REGISTERED: (
        *("40002", "40003", "40010", "40013", "40015", "40017", "40019"),
        *("40100", "40150", "40151", "40305", "40315", "40320", "40322", "40329", "40330"),
    ),
    "number cannot receive texts": ("40001", "40301", "40319"),
    "invalid phone number": ("10002", "10016", "40012", "40310"),
    "rejected by the recipient's carrier": ("40004", "40008"),
    "recipient's carrier unavailable": ("40006",),
    "expired": ("40005", "40014"),
}
REFUSALS: Final = {code: reason for reason, codes in _REASONS.items() for code in codes}
"""Why a message will not be delivered, by code."""
TEMPORARY: Final = frozenset({"10007", "10011", "40011", "40016", "40018", "40318"})
"""Telnyx or a carrier is too busy."""
CALL_ENDED: Final = frozenset({"90015", "90018"})
"""The call that a command names has ended, or does not exist."""

HANGUP_CAUSES: Final = {
    "user_busy": "line busy",
    "timeout": "no answer",
    "originator_cancel": "no answer",
    "not_found": "number not reachable",
    "unspecified": "failed",
}
"""Causes whose own words would puzzle a reader."""
ANSWERED: Final = ("normal_clearing", "time_limit")
"""Causes of hanging up after an answer."""
