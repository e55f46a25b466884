"""Turns validation errors of a form into fields and messages for users."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from wardline.core.errors import FieldError, ValidationFailed
from wardline.core.forms import messages

M = TypeVar("M", bound=BaseModel)

UNKNOWN_KIND: Final = "unknown_kind"
"""The error type of a discriminated union; the context's `field` names the discriminator."""
MAX_LISTED_ERRORS: Final = 20
"""How many errors of one form are listed. Violated rules count as one and are all listed."""


def validate_as(model: type[M], payload: Any, *, at: str = "") -> M:
    """`payload` as a model that is known only at run time.

    `ValidationFailed` names the fields, each prefixed by `at`.
    """
    try:
        return model.model_validate(payload)
    except ValidationError as error:
        raise validation_failed(error.errors(include_url=False), at=at) from None


def validation_failed(raw_errors: Sequence[Any], *, skip: int = 0, at: str = "") -> ValidationFailed:
    """The first `MAX_LISTED_ERRORS` of Pydantic's errors, each field prefixed by `at`, and the total number."""
    listed = [
        FieldError(f"{at}{error.field}", error.message)
        for error in field_errors(raw_errors[:MAX_LISTED_ERRORS], skip=skip)
    ]
    if len(raw_errors) <= MAX_LISTED_ERRORS:
        return ValidationFailed(errors=listed)
    return ValidationFailed(messages.MORE_FAULTS.format(listed=MAX_LISTED_ERRORS, total=len(raw_errors)), errors=listed)


def field_errors(raw_errors: Any, *, skip: int = 0) -> list[FieldError]:
    """Pydantic's errors as fields and messages, without the first `skip` parts of each path, which are FastAPI's."""
    errors: dict[str, FieldError] = {}
    for item in raw_errors:
        path = [str(part) for part in item["loc"][skip:] if not _is_internal(part)]
        for field, message in _fields_of(path, item):
            errors.setdefault(field, FieldError(field, message))
    return list(errors.values())


def _is_internal(part: Any) -> bool:
    """Tags of a union are in Pydantic's paths but not in the body."""
    return isinstance(part, str) and part.startswith("tag:")


def _fields_of(path: list[str], item: Any) -> list[tuple[str, str]]:
    if item["type"] == "rules":
        return [(".".join([*path, field]), message) for field, message in item["ctx"]["violations"]]
    if item["type"] == "json_invalid":
        return [("body", messages.NOT_JSON)]
    if item["type"] == UNKNOWN_KIND and isinstance(item["input"], dict):
        field = item["ctx"]["field"]
        return [(".".join([*path, field]), messages.INVALID if field in item["input"] else messages.REQUIRED)]
    return [(".".join(path) or "body", message_for(item))]


_MESSAGES: Final = {
    "missing": messages.REQUIRED,
    "string_too_short": messages.REQUIRED,
    "too_short": messages.REQUIRED,
    "int_from_float": messages.WHOLE_NUMBER,
    "extra_forbidden": messages.UNKNOWN_FIELD,
}


def message_for(item: Any) -> str:
    """The message for one Pydantic error; never the refused value itself."""
    kind, refused = item["type"], item["input"]
    message = _MESSAGES.get(kind, messages.INVALID)
    if kind in {"string_too_long", "too_long"} and isinstance(refused, str):
        message = messages.TOO_LONG.format(max=item["ctx"]["max_length"])
    elif kind == "int_type" and isinstance(refused, float | str):
        message = messages.WHOLE_NUMBER
    elif kind == "value_error":
        message = str(item["ctx"]["error"])
    elif kind.startswith("date_"):
        message = messages.REAL_DATE
    return message
