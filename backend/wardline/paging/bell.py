"""What stays in the notification panel of those who are paged."""

from collections.abc import Mapping
from typing import Final

from wardline.notifications.choices import NotificationKind
from wardline.paging.choices import EscalationKind

BELL: Final[Mapping[EscalationKind, NotificationKind]] = {
    EscalationKind.REQUEST: NotificationKind.NEW_CONSULT,
    EscalationKind.TRANSFER: NotificationKind.TRANSFER_REQUESTED,
    EscalationKind.FOLLOW_UP: NotificationKind.NO_ACTIVITY,
    EscalationKind.HAND_OVER: NotificationKind.HANDED_OVER,
}
"""Withdrawn when nobody has to act anymore. An urgent comment's is stored with the comment, and stays until read."""
