"""The live event about notices of duty, sent to the screens of those who are told."""

from wardline.realtime.events import ServerEvent


class DutyNoticesChanged(ServerEvent):
    """The user has a new notice, has seen one, or one no longer applies."""

    name = "duty-notice:changed"
