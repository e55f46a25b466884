"""Situations about duty that have a name."""

from wardline.core.errors import Forbidden


class NotYourDuty(Forbidden):
    message = "You can go on call only in your own role and on your own service line."
