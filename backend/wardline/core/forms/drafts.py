"""How an unfinished form may be saved: with the same fields, but looser validation."""

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final

from pydantic import Field, ValidationError, ValidatorFunctionWrapHandler, WrapValidator, create_model

from wardline.core.forms import messages
from wardline.core.forms.fields import Text
from wardline.core.forms.rules import Cleared, RuledModel
from wardline.core.forms.wire import ApiModel

MAX_TYPED_LENGTH: Final = 4 * 255


@dataclass(frozen=True, slots=True)
class AsTyped:
    """Marks a field that a draft may also hold as it was typed: incomplete, too long, or with a fraction."""

    fraction: bool = False


AS_TYPED: Final = AsTyped()
NUMBER_AS_TYPED: Final = AsTyped(fraction=True)
_TYPED: Final = Annotated[Text, Field(max_length=MAX_TYPED_LENGTH)]
_EXACT: Final = 2**53
"""JSON parsers may round larger numbers."""
_NUMBER: Final = (
    Annotated[int, Field(strict=True, ge=-_EXACT, le=_EXACT)]
    | Annotated[float, Field(strict=True, allow_inf_nan=False)]
)


def _as_one(value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
    """One error for the field itself; Pydantic's errors for the members of the union name no field that was sent."""
    try:
        return handler(value)
    except ValidationError:
        too_long = isinstance(value, str) and len(value) > MAX_TYPED_LENGTH
        raise ValueError(messages.TOO_LONG.format(max=MAX_TYPED_LENGTH) if too_long else messages.INVALID) from None


@cache
def draft_model(model: type[ApiModel]) -> type[ApiModel]:
    """A type with the same fields that also accepts what `AS_TYPED` allows, and whose only rules are `Cleared`."""
    fields: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        marker = next((part for part in field.metadata if isinstance(part, AsTyped)), None)
        if marker is not None:
            accepted: Any = field.annotation | (_NUMBER | _TYPED if marker.fraction else _TYPED)
            fields[name] = (Annotated[accepted, Field(union_mode="left_to_right"), WrapValidator(_as_one)], None)
        elif isinstance(field.annotation, type) and issubclass(field.annotation, ApiModel):
            inner = draft_model(field.annotation)
            if inner is not field.annotation:
                fields[name] = (inner, Field(default_factory=inner))
    if not fields and not issubclass(model, RuledModel):
        return model
    draft = _with_fields(model, fields)
    if issubclass(draft, RuledModel):
        draft.rules = tuple(rule for rule in draft.rules if isinstance(rule, Cleared))
    return draft


def _with_fields(model: type[ApiModel], fields: dict[str, Any]) -> type[ApiModel]:
    return create_model(f"{model.__name__}Draft", __base__=model, **fields)
