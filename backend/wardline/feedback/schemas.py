"""Feedback on the wire."""

from typing import Annotated

from pydantic import Field

from wardline.core.forms.fields import OptionalShortText
from wardline.core.forms.wire import ApiModel, ReadModel


class GiveFeedback(ApiModel):
    """`rating` is the number of the selected face, 0 to 4."""

    rating: Annotated[int, Field(ge=0, le=4, strict=True)]
    feedback: OptionalShortText = ""


class FeedbackRead(ReadModel):
    id: int
