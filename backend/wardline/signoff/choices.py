"""Closed lists about sign-off notes."""

from wardline.core.choices import Choice


class DocType(Choice):
    NOTE = "Note"
    ADDENDUM = "Addendum"
    ERROR = "Error"


class DocStatus(Choice):
    """Follows from what came after: only the newest signed version is current."""

    DRAFT = "Draft"
    CURRENT = "Current"
    SUPERSEDED = "Superseded"


class PdfStatus(Choice):
    """Why a document is missing; it is made again until it is there."""

    PDF_ERROR = "PdfError"
    TEMPLATE_ERROR = "TemplateError"
