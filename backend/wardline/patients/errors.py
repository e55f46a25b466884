"""Situations about patients that have a name."""

from wardline.core.errors import Conflict


class NothingToConfirm(Conflict):
    code = "nothing_to_confirm"
    message = "There is nothing to confirm about this patient now."
