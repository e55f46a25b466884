"""What may be kept of a form that is not finished: the same fields, not yet judged."""

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final, TypeVar

from pydantic import Field, create_model

from wardline.core.api import ApiModel
from wardline.core.fields import Text
from wardline.core.rules import Cleared, RuledModel

M = TypeVar("M", bound=ApiModel)

TYPED_CAP: Final = 4 * 255


@dataclass(frozen=True, slots=True)
class AsTyped:
    """Marks an answer that a draft may also hold as it was typed: half of it, too much of it, or with a fraction."""

    fraction: bool = False


AS_TYPED: Final = AsTyped()
NUMBER_AS_TYPED: Final = AsTyped(fraction=True)
_TYPED: Final = Annotated[Text, Field(max_length=TYPED_CAP)]
_FRACTION: Final = Annotated[float, Field(strict=True)]


@cache
def draft_of(model: type[ApiModel]) -> type[ApiModel]:
    """A type with the same fields that takes what `AS_TYPED` allows; of rules it only knows what clears answers."""
    fields: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        mark = next((part for part in field.metadata if isinstance(part, AsTyped)), None)
        if mark is not None:
            typed = _FRACTION | _TYPED if mark.fraction else _TYPED
            fields[name] = (Annotated[field.annotation | typed, Field(union_mode="left_to_right")], None)
        elif isinstance(field.annotation, type) and issubclass(field.annotation, ApiModel):
            inner = draft_of(field.annotation)
            if inner is not field.annotation:
                fields[name] = (inner, Field(default_factory=inner))
    if issubclass(model, RuledModel):
        draft = _changed(model, fields)
        draft.rules = tuple(rule for rule in model.rules if isinstance(rule, Cleared))
        return draft
    return _changed(model, fields) if fields else model


def _changed(model: type[M], fields: dict[str, Any]) -> type[M]:
    return create_model(f"{model.__name__}Draft", __base__=model, **fields)
