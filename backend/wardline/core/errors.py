"""Errors that a caller is told about: a status, a stable code, a sentence and the fields at fault.

A domain subclasses `ProductError` for each situation it can name. Anything else that escapes is a defect and answers
500 without details.
"""

from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class FieldError:
    """One field at fault; `field` is the dotted path on the wire, for example ``Patient.birthDate``."""

    field: str
    message: str


class ProductError(Exception):
    """A situation the product has an answer for."""

    status: ClassVar[int] = 400
    code: ClassVar[str] = "bad_request"
    message: ClassVar[str] = "The request cannot be carried out."
    retry_after: int | None = None
    """Seconds after which the same request may fare better, told in the header of that name."""

    def __init__(self, message: str | None = None, *, errors: list[FieldError] | None = None, **details: Any) -> None:
        super().__init__(message or self.message)
        self.errors = errors or []
        self.details = details

    def body(self) -> dict[str, Any]:
        """The answer's body: code, message, errors and the situation's own details (already on wire names)."""
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
    message = "This cannot be done in the current state of the record."


class Unavailable(ProductError):
    status = 503
    code = "unavailable"
    message = "The service is not available right now. Please try again."
    retry_after = 2
