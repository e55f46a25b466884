"""Tele-toxicology: poisoning, envenomation and addiction."""

from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.base.sign_off import ShortSignOff
from wardline.service_lines.lines.tele_toxicology.choices import ToxicologyCompletionType, ToxicologyCondition
from wardline.service_lines.lines.tele_toxicology.schemas import (
    DETAIL_NAME,
    TeleToxicologyCompletion,
    TeleToxicologyConsultDetail,
    TeleToxicologyRequest,
    TeleToxicologySignOff,
)

LINE = ServiceLineDefinition(
    slug="tele-toxicology",
    name="Tele-Toxicology",
    ids={4: "tele-toxicology"},
    request=TeleToxicologyRequest,
    detail_name=DETAIL_NAME,
    detail=TeleToxicologyConsultDetail,
    completion=TeleToxicologyCompletion,
    completion_types=ToxicologyCompletionType,
    sign_off=ShortSignOff(path="toxicology", content=TeleToxicologySignOff),
    choices=(ToxicologyCondition,),
    allows_emergency=True,
)
