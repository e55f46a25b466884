"""Errors about on-call duty."""

from wardline.core.errors import Conflict, Forbidden


class NotYourDuty(Forbidden):
    message = "You can go on call only in one of your roles and for one of your service lines."


class NotOnCall(Conflict):
    code = "not_on_call"
    message = "You are not on call."
