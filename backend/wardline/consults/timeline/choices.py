"""Every kind of entry that a timeline can show."""

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
