"""Feedback on the wire."""

from typing import Annotated

from pydantic import Field

from wardline.core.api import ApiModel, ReadModel
from wardline.core.fields import OptionalShortText


class GiveFeedback(ApiModel):
    """`rating` is the chosen face, 0 to 4."""

    rating: Annotated[int, Field(ge=0, le=4, strict=True)]
    feedback: OptionalShortText = ""


class FeedbackRead(ReadModel):
    id: int
