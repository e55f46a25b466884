"""Errors for callbacks of the phone provider."""

from wardline.core.errors import ProductError, Unavailable


class UnsignedPhoneCallback(ProductError):
    status = 401
    code = "unsigned_phone_callback"
    message = "This callback does not have a valid signature from the phone provider."


class CallNotContinued(Unavailable):
    code = "call_not_continued"
    message = "The phone provider did not take the reply to this callback; the callback should be sent again."
