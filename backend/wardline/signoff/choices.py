"""Closed lists about sign-off notes."""

from wardline.core.forms.choices import Choice


class DocType(Choice):
    NOTE = "Note"
    ADDENDUM = "Addendum"
    ERROR = "Error", "Marked in Error"
    FAX = "Fax"
    """Nothing was signed with it: the version that was current then went out by fax."""


class DocStatus(Choice):
    """Follows from what came after: only the newest signed version is current. A fax tells how far it has come."""

    DRAFT = "Draft"
    CURRENT = "Current"
    SUPERSEDED = "Superseded"
    SENDING = "Sending"
    SENT = "Sent"
    FAILED = "Failed"
    HANDLED = "Handled"


class PdfStatus(Choice):
    """Why a document is missing; it is made again until it is there."""

    PDF_ERROR = "PdfError", "Document could not be made"
    TEMPLATE_ERROR = "TemplateError", "Document template failed"
