"""Closed lists about notifications."""

from wardline.consults.timeline.choices import FAX_FAILED
from wardline.core.forms.choices import Choice


class NotificationType(Choice):
    """The `details.type` of notifications about notes; every other kind has none."""

    SIGNOFF_NOTE_DRAFT = "SignoffNoteDraft"
    SIGNOFF_NOTE_SIGNED = "SignoffNoteSigned"


class NotificationKind(Choice):
    """What a notification is about; the label is its title."""

    SIGNOFF_NOTE_DRAFT = "SignoffNoteDraft", "Signoff Note in Progress"
    SIGNOFF_NOTE_SIGNED = "SignoffNoteSigned", "Signoff Note Signed"
    URGENT_COMMENT = "UrgentComment", "Urgent Comment"
    FAX_FAILED = "FaxFailed", FAX_FAILED
    NEW_CONSULT = "NewConsult", "New Consult"
    TRANSFER_REQUESTED = "TransferRequested", "Transfer Requested"
    NO_ACTIVITY = "NoActivity", "No Activity After Acknowledgment"
    NOBODY_ANSWERED = "NobodyAnswered", "No One Has Answered"
    PAGING_ALARM = "PagingAlarm", "Paging Needs Attention"
    HANDED_OVER = "HandedOver", "Consult Handed Over to You"

    @property
    def action_name(self) -> str:
        """The label of its button."""
        return _ACTION_NAMES[self]

    @property
    def type(self) -> NotificationType | None:
        """Its `details.type`."""
        return _TYPES.get(self)


_ACTION_NAMES = {
    NotificationKind.SIGNOFF_NOTE_DRAFT: "Continue Note",
    NotificationKind.SIGNOFF_NOTE_SIGNED: "View Note",
    NotificationKind.URGENT_COMMENT: "View Comment",
    NotificationKind.FAX_FAILED: "Open Consult",
    NotificationKind.NEW_CONSULT: "Open Consult",
    NotificationKind.TRANSFER_REQUESTED: "Open Consult",
    NotificationKind.NO_ACTIVITY: "Open Consult",
    NotificationKind.NOBODY_ANSWERED: "Open Consult",
    NotificationKind.PAGING_ALARM: "Open Consult",
    NotificationKind.HANDED_OVER: "Open Consult",
}
_TYPES = {
    NotificationKind.SIGNOFF_NOTE_DRAFT: NotificationType.SIGNOFF_NOTE_DRAFT,
    NotificationKind.SIGNOFF_NOTE_SIGNED: NotificationType.SIGNOFF_NOTE_SIGNED,
}
