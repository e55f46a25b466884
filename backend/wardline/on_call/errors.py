"""Situations about duty that have a name."""

from wardline.core.errors import Forbidden


class NotYourDuty(Forbidden):
    message = "You can go on call only in a role and on a service line of yours."
