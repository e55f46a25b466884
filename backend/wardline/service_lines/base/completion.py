"""How a consult is completed. Each line names its types and adds its own fields."""

from typing import Annotated, Any, ClassVar, Final

from pydantic import AfterValidator, BeforeValidator, Field

from wardline.core.forms import messages
from wardline.core.forms.choices import Choice
from wardline.core.forms.fields import OptionalShortText, Text
from wardline.core.forms.rules import Cleared, Condition, FieldRule, Required, RuledModel

CANCELLED: Final = "cancelled"
WHEN_CANCELLED: Final = (Condition(field="completeType", values=(CANCELLED,)),)
UNLESS_CANCELLED: Final = (Condition(field="completeType", values=(CANCELLED,), negated=True),)


def lower(value: Any) -> Any:
    """Types are accepted in any case and stored in lower case."""
    return value.lower() if isinstance(value, str) else value


AnyCase = BeforeValidator(lower)


CALL_LENGTH_MAXIMUM: Final = 24 * 60


def _minutes_of_a_day(value: int) -> int:
    if value < 1:
        raise ValueError(messages.CALL_LENGTH_MINIMUM)
    if value > CALL_LENGTH_MAXIMUM:
        raise ValueError(messages.CALL_LENGTH_MAXIMUM)
    return value


CallLength = Annotated[
    int,
    Field(
        strict=True,
        json_schema_extra={
            "minimum": 1,
            "maximum": CALL_LENGTH_MAXIMUM,
            "x-message": messages.CALL_LENGTH_MINIMUM,
            "x-message-above": messages.CALL_LENGTH_MAXIMUM,
        },
    ),
    AfterValidator(_minutes_of_a_day),
]
"""Whole minutes, at least one and at most a day."""


class Completion(RuledModel):
    """The body of a request to complete; subclasses narrow `complete_type` to the line's own types."""

    complete_type: str
    cancellation_reason: OptionalShortText | None = None
    qa_comment: Text | None = None
    call_length: CallLength | None = None

    @classmethod
    def normalized(cls, data: dict[str, Any]) -> dict[str, Any]:
        """The type in lower case, as conditions expect it."""
        return data | {"completeType": lower(data["completeType"])} if "completeType" in data else data

    rules: ClassVar[tuple[FieldRule, ...]] = (
        Cleared(field="cancellationReason", when=UNLESS_CANCELLED),
        Required(field="cancellationReason", when=WHEN_CANCELLED),
    )


class CommonCompletionType(Choice):
    VIDEO = "video", "Video"
    PHONE = "phone", "Phone"
    CANCELLED = "cancelled", "Cancelled"


class CommonCompletion(Completion):
    """For lines that record only how the consult was conducted."""

    complete_type: Annotated[CommonCompletionType, AnyCase]
    qa_comment: OptionalShortText | None = None

    rules = (*Completion.rules, Cleared(field="callLength"))
