"""Enumerations about sign-off notes."""

from wardline.core.forms.choices import Choice


class SignOffStatus(Choice):
    """The status of a consult's sign-off note."""

    DRAFT = "Draft"
    SIGNED = "Signed"
    ADDENDED = "Addended"
    MARKED_IN_ERROR = "MarkedInError"


class SignOffAction(Choice):
    """What a user may do with a consult's sign-off."""

    COMPLETE_AND_SIGN_OFF = "completeAndSignOff", "Complete and Sign Off"
    SIGN_OFF = "signOff", "Add Sign-off"
    EDIT_NOTE = "editSignoffNote", "Edit Signoff Note"
    EXPORT_NOTE = "exportSignoffNote", "View"
    FAX_NOTE = "faxSignoffNote", "Fax Stroke Signoff Note"
    ADDEND_NOTE = "addendSignoffNote", "Addend"
    MARK_NOTE_IN_ERROR = "markSignoffNoteInError", "Mark in Error"


class DocType(Choice):
    NOTE = "Note"
    ADDENDUM = "Addendum"
    ERROR = "Error", "Marked in Error"
    FAX = "Fax"
    """A fax of the version that was current then; not a signed document."""


class DocStatus(Choice):
    """Only the newest signed version is current. For a fax, its delivery state."""

    DRAFT = "Draft"
    CURRENT = "Current"
    SUPERSEDED = "Superseded"
    SENDING = "Sending"
    SENT = "Sent"
    FAILED = "Failed"
    HANDLED = "Handled"


class PdfStatus(Choice):
    """Why a PDF is missing; creating it is retried."""

    PDF_ERROR = "PdfError", "Document could not be created"
    TEMPLATE_ERROR = "TemplateError", "Document template failed"
