"""Enumerations about sign-off notes."""

from wardline.core.forms.choices import Choice


class DocType(Choice):
    NOTE = "Note"
    ADDENDUM = "Addendum"
    ERROR = "Error", "Marked in Error"
    FAX = "Fax"
    """Not signed: the version that was current at that time was sent by fax."""


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

    PDF_ERROR = "PdfError", "Document could not be made"
    TEMPLATE_ERROR = "TemplateError", "Document template failed"
