"""Consults on the wire as a whole: their own fields, their line's record, and what other domains add."""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, cast

from pydantic import Field, create_model

from wardline.consult_views.registry import PARTS
from wardline.consults.bodies import line_model_name
from wardline.consults.choices import ConsultAction
from wardline.consults.schemas import OwnCard, OwnConsult
from wardline.consults.sort_key import SortKeyText
from wardline.core.forms.choices import Choice, joined
from wardline.core.forms.wire import ReadModel
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.registry import all_lines

if TYPE_CHECKING:
    AnyAction = Choice
    ConsultCard = OwnCard
    AnyConsult = OwnConsult
else:
    AnyAction = joined(
        "ConsultAction",
        "What this user may do with this consult now.",
        [ConsultAction, *(part.actions.choices for part in PARTS if part.actions is not None)],
    )
    ConsultCard = create_model(
        "ConsultCard",
        __base__=(*(part.card.fields for part in reversed(PARTS) if part.card is not None), OwnCard),
        __doc__="One row of the worklist.",
    )


def _read_body(line: ServiceLineDefinition) -> type[OwnConsult]:
    detail: Any = (Annotated[line.detail, Field(alias=line.detail_name)], ...)
    bases: Any = (*(part.fields for part in reversed(PARTS)), OwnConsult)
    body: Any = create_model(
        line_model_name(line, "Consult"), __base__=bases, detail=detail, allowed_actions=(list[AnyAction], ...)
    )
    return cast("type[OwnConsult]", body)


READ_BODIES = {line.slug: _read_body(line) for line in all_lines()}

if not TYPE_CHECKING:
    AnyConsult = reduce(or_, READ_BODIES.values())


class ListedConsult(ConsultCard):
    """`sort_key` sorts the consults of one list, compared as text."""

    sort_key: SortKeyText


class CardsResponse(ReadModel):
    """In no particular order."""

    consults: list[ListedConsult]


class SearchResponse(ReadModel):
    consults: list[ListedConsult]
    has_more: bool
    next: SortKeyText | None
    """The `after` of the next page; null if this is the last page."""
