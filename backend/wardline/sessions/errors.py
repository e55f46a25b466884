"""Errors for the identity provider's logout requests."""

from typing import ClassVar

from wardline.core.errors import ProductError


class LogoutRefused(ProductError):
    status: ClassVar[int] = 400
    code: ClassVar[str] = "invalid_request"
    message: ClassVar[str] = "The logout token is not valid for this application, or it has already been used."
