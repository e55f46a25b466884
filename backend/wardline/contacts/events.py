"""The live event about contacts, sent to the screens of their owner."""

from wardline.realtime.events import ServerEvent


class ContactsChanged(ServerEvent):
    """The user's contacts have changed, or a code or a test has got further."""

    name = "contacts:changed"
