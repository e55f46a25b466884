"""Every kind of entry that a timeline can show."""

from collections.abc import Mapping
from typing import Any, Final

from wardline.core.forms.choices import Choice


class TaskType(Choice):
    UPDATE = "update", "Comment"
    TRANSFER = "transfer", "Transfer Requested"
    SIGNOFF = "signoff", "Consult Signed Off"
    CANCELLED = "cancelled", "Consult Cancelled"
    CONSULT_CREATION = "consult-creation", "Consult Requested"
    CONSULT_ACKNOWLEDGEMENT = "consult-acknowledgement", "Consult Acknowledged"
    CONSULT_COMPLETION = "consult-completion", "Consult Completed"
    TRANSFER_ACKNOWLEDGEMENT = "transfer-acknowledgement", "Transfer Acknowledged"
    TRANSFER_COMPLETION = "transfer-completion", "Transfer Completed"
    SIGNOFF_NOTE_NOTE = "signoff-note-note", "Signoff Note Signed"
    SIGNOFF_NOTE_ADDENDUM = "signoff-note-addendum", "Signoff Note Addended"
    SIGNOFF_NOTE_ERROR = "signoff-note-error", "Signoff Note Marked in Error"
    SIGNOFF_NOTE_FAX = "signoff-note-fax", "Signoff Note Faxed"
    SIGNOFF_PDF_ERROR = "signoff-pdf-error", "Signoff Note PDF Failed to Create"
    SIGNOFF_SEND_ERROR = "signoff-send-error", "Signoff Note Failed to Send to EMR"


class UpdateKind(Choice):
    """Entries of type `update` that are not comments: the types are prescribed, so what else happens is an update."""

    TRANSFER_DECLINED = "transferDeclined", "Facility Declined Transfer"
    TRANSFER_CLOSED = "transferClosed", "Transfer Closed"
    PAGE_DECLINED = "pageDeclined", "Page Declined"
    ON_THE_PHONE = "onThePhone", "On the Phone"
    HANDED_OVER = "handedOver", "Handed Over"
    UNATTENDED_STARTED = "unattendedStarted", "Unattended Patient Mode Started"
    UNATTENDED_ENDED = "unattendedEnded", "Unattended Patient Mode Ended"
    GUEST_INVITED = "guestInvited", "Guest Invited"
    GUEST_JOINED = "guestJoined", "Guest Joined"
    GUEST_LEFT = "guestLeft", "Guest Left"
    VIDEO_FAILED = "videoFailed", "Video Call Without Sound and Picture"
    VIDEO_ENDED = "videoEnded", "Video Call Ended"


FAX_FAILED: Final = "Signoff Note Fax Failed"


def describe(task_type: TaskType, details: Mapping[str, Any] | None) -> str:
    """The text of an entry without a message.

    The types are prescribed, so a failed fax also counts as a failed send.
    """
    is_fax = task_type is TaskType.SIGNOFF_SEND_ERROR and details is not None and details.get("docType") == "Fax"
    return FAX_FAILED if is_fax else task_type.label
