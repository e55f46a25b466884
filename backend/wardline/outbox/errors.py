"""Why a delivery is not sent again."""

from wardline.core.errors import Conflict


class NothingToSendAgain(Conflict):
    code = "nothing_to_send_again"
    message = "This delivery has not failed."
