"""The details form that all lines share, and parts that several of them use."""

from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field, StrictBool

from wardline.core.forms import messages
from wardline.core.forms.fields import OptionalShortText, PhoneNumber, Text
from wardline.core.forms.rules import Condition, RuledModel
from wardline.core.forms.wire import ApiModel

UNLESS_EMERGENCY: Final = (Condition(field="isEmergency", values=(True,), negated=True),)
NIHSS_MAXIMUM: Final = 42


class LineRequest(RuledModel):
    """Step 4 of the wizard. Each line adds its record under the record's wire name."""

    callback_number: PhoneNumber
    reason: OptionalShortText | None = None
    is_emergency: StrictBool = False
    detail: ApiModel
    """The line's record. A line narrows its type and sets its wire name."""


class SelectionWithOther(ApiModel):
    """Presets plus an Other text: null if Other is not ticked, blank if it is ticked and still empty."""

    selected: list[str]
    other: Text | None = None


def _stroke_scale(value: int) -> int:
    if not 0 <= value <= NIHSS_MAXIMUM:
        raise ValueError(messages.STROKE_SCALE_RANGE)
    return value


NihssScore = Annotated[
    int,
    Field(
        strict=True,
        json_schema_extra={"minimum": 0, "maximum": NIHSS_MAXIMUM, "x-message": messages.STROKE_SCALE_RANGE},
    ),
    AfterValidator(_stroke_scale),
]
"""The NIH Stroke Scale's total, 0 to 42."""

NO_SELECTION: Final[dict[str, Any]] = {"selected": [], "other": None}
