"""Errors for fax status callbacks."""

from wardline.core.errors import ProductError


class UnsignedCallback(ProductError):
    status = 401
    code = "unsigned_callback"
    message = "This callback does not have a valid signature from the fax provider."
