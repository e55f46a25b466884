"""Why a delivery cannot be changed."""

from wardline.core.errors import Conflict


class NothingToSendAgain(Conflict):
    code = "nothing_to_send_again"
    message = "This delivery has not failed."


class NothingToHandle(Conflict):
    code = "nothing_to_handle"
    message = "Only deliveries that failed or are on hold can be marked as handled."
