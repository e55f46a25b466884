"""Errors about on-call duty."""

from wardline.core.errors import Forbidden


class NotYourDuty(Forbidden):
    message = "You can go on call only in one of your roles and for one of your service lines."
