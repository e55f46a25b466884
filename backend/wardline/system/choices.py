"""Closed lists about the installation."""

from wardline.core.forms.choices import Choice


class SystemState(Choice):
    """How urgent something is."""

    OK = "ok", "OK"
    NOTE = "note", "Note"
    """Turned off, or not known to Wardline."""
    LOOK_SOON = "lookSoon", "Look soon"
    ACT_NOW = "actNow", "Act now"


class SystemGroupKind(Choice):
    """What the parts of the system page are about."""

    PAGING = "paging", "Paging"
    NODES = "nodes", "Nodes"
    WORK = "work", "Background Work"
    DATABASE = "database", "Version and Database"
    BACKUPS = "backups", "Backups"
    DISK = "disk", "Disk"
    AUDIT = "audit", "Audit Trail"
    KEYS = "keys", "Keys and Certificates"
    PROTECTION = "protection", "Protection"


class ShippedFor(Choice):
    """Where a package is used."""

    SERVER = "server", "Server"
    BROWSER = "browser", "Browser"
