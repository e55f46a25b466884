"""The forms of tele-dermatology and what they store."""

from typing import Annotated

from pydantic import Field, StrictBool

from wardline.core.forms.choices import Choice
from wardline.core.forms.fields import OptionalShortText, ShortText
from wardline.core.forms.rules import Cleared, Condition, Required
from wardline.core.forms.wire import ApiModel
from wardline.service_lines.base.completion import AnyCase, CommonCompletionType
from wardline.service_lines.base.request import LineRequest
from wardline.service_lines.base.sign_off import UNLESS_CANCELLED, WHEN_CANCELLED, SignOffContent

DETAIL_NAME = "TeleDermatologyConsultDetail"
SPREADING = (Condition(field=f"{DETAIL_NAME}.isSpreading", values=(True,)),)
NOT_SPREADING = (Condition(field=f"{DETAIL_NAME}.isSpreading", values=(True,), negated=True),)


class BodySite(Choice):
    FACE = "face", "Face"
    TRUNK = "trunk", "Trunk"
    LIMB = "limb", "Limb"


class TeleDermatologyConsultDetail(ApiModel):
    """Where it is and how fast it grows; `growth` is null unless it spreads."""

    body_site: BodySite
    is_spreading: StrictBool
    growth: OptionalShortText | None = None


class TeleDermatologyRequest(LineRequest):
    detail: Annotated[TeleDermatologyConsultDetail, Field(alias=DETAIL_NAME)]

    rules = (
        Cleared(field="reason"),
        Cleared(field=f"{DETAIL_NAME}.growth", when=NOT_SPREADING),
        Required(field=f"{DETAIL_NAME}.growth", when=SPREADING),
    )


class TeleDermatologySignOff(SignOffContent):
    typeof_call: Annotated[CommonCompletionType, AnyCase]
    photographs: ShortText | None = None

    rules = (
        *SignOffContent.rules,
        Cleared(field="photographs", when=WHEN_CANCELLED),
        Required(field="photographs", when=UNLESS_CANCELLED),
    )
