"""Errors that are reported to the client: a status, a stable code, a message, and the invalid fields.

Each domain subclasses `ProductError` for its own situations. Any other exception is a defect, and its response is a 500
without details.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Final

FIRST_ERROR_STATUS: Final = 400


@dataclass(frozen=True, slots=True)
class FieldError:
    """One invalid field; `field` is the dotted path on the wire, for example ``Patient.birthDate``."""

    field: str
    message: str


class ProductError(Exception):
    """A failure with a response of its own."""

    status: ClassVar[int] = 400
    code: ClassVar[str] = "bad_request"
    message: ClassVar[str] = "The request could not be completed."
    retry_after: int | None = None
    """Seconds after which the same request may succeed, for the header of that name."""
    challenge: str | None = None
    """What the caller must show to be let in, for the header WWW-Authenticate."""

    def __init__(self, message: str | None = None, *, errors: list[FieldError] | None = None, **details: Any) -> None:
        super().__init__(message or self.message)
        self.errors = errors or []
        self.details = details

    def body(self) -> dict[str, Any]:
        """The response's body: code, message, errors, and details, which have wire names already."""
        return {
            "code": self.code,
            "message": str(self),
            "errors": [{"field": error.field, "message": error.message} for error in self.errors],
            **self.details,
        }


class ValidationFailed(ProductError):
    status = 400
    code = "validation"
    message = "Some fields need attention."


class NotSignedIn(ProductError):
    status = 401
    code = "not_signed_in"
    message = "Sign in to continue."


class Forbidden(ProductError):
    status = 403
    code = "forbidden"
    message = "You are not authorized to do this."


class NotFound(ProductError):
    status = 404
    code = "not_found"
    message = "This does not exist, or you do not have access to it."


class Conflict(ProductError):
    status = 409
    code = "conflict"
    message = "This action is not available for this record right now."


class Unavailable(ProductError):
    status = 503
    code = "unavailable"
    message = "The service is not available right now. Please try again."
    retry_after = 2
