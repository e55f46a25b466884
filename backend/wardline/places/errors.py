"""Errors about places."""

from wardline.core.errors import ProductError


class NoLongerSupported(ProductError):
    status = 410
    code = "no_longer_supported"
    message = "Assigning and reassigning locations is no longer supported."
