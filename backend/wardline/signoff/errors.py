"""Situations about sign-offs that have a name."""

from wardline.core.errors import Conflict, ProductError


class WrongServiceLine(ProductError):
    code = "wrong_service_line"
    message = "Consults of this service line are signed off by another call."


class NotCompleted(Conflict):
    code = "not_completed"
    message = "Complete this consult first."


class AlreadySignedOff(Conflict):
    """Details: signatory {firstName, lastName, username}, signedOffAt."""

    code = "already_signed_off"
    message = "This consult is already signed off."
