"""How audited requests ended."""

from wardline.core.forms.choices import Choice


class AuditResult(Choice):
    """By the status of the response: below 400, in the 400s, and from 500 on."""

    ALLOWED = "allowed", "Allowed"
    REFUSED = "refused", "Refused"
    FAILED = "failed", "Failed"


class AuditFormat(Choice):
    """Formats of an export: with everything, for programs; and a table for spreadsheets."""

    NDJSON = "ndjson", "Lines of JSON"
    CSV = "csv", "Table (CSV)"
