"""Closed lists about connections."""

from wardline.core.forms.choices import Choice


class ConnectionKind(Choice):
    """The other systems, in the order of the page."""

    IDENTITY = "identity", "Identity Provider"
    PROVISIONING = "provisioning", "SCIM Client"
    RECORD = "record", "Hospital's Record"
    HL7 = "hl7", "HL7 Interface"
    PHONE = "phone", "Texts and Calls"
    PUSH = "push", "Push Notifications"
    MAIL = "mail", "E-mail"
    FAX = "fax", "Fax"
    RELAY = "relay", "Relay for Calls"
    MEDIA = "media", "Media Server"
    COLLECTOR = "collector", "Audit Collector"
    CALENDARS = "calendars", "Imported Calendars"


class ConnectionState(Choice):
    """How a connection does."""

    WORKS = "works", "Works"
    UNKNOWN = "unknown", "Not known"
    """Nothing was sent there lately."""
    FAILS = "fails", "Does not work"
    OFF = "off", "Not set up"


class SettingSource(Choice):
    """What a setting contains."""

    VALUE = "value", "Value"
    SECRET = "secret", "Secret"
    FILE = "file", "File"
