"""Closed lists about notifications."""

from wardline.core.choices import Choice


class NotificationKind(Choice):
    """What a notification tells; the label is its title."""

    SIGNOFF_NOTE_DRAFT = "SignoffNoteDraft", "Signoff Note in Progress"
    SIGNOFF_NOTE_SIGNED = "SignoffNoteSigned", "Signoff Note Signed"

    @property
    def action_name(self) -> str:
        """What its button says."""
        return _ACTION_NAMES[self]


_ACTION_NAMES = {
    NotificationKind.SIGNOFF_NOTE_DRAFT: "Continue Note",
    NotificationKind.SIGNOFF_NOTE_SIGNED: "View Note",
}
