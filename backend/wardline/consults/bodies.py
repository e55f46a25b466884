"""Request bodies that combine the shared fields of a consult with each line's own, built from the registry of lines."""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Discriminator, Field, Tag, TypeAdapter, create_model

from wardline.consults.schemas import ConsultRequest, LineConsultRequest, PatchConsult
from wardline.core.http.form_errors import UNKNOWN_KIND, validate_as
from wardline.service_lines.base.completion import Completion
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.base.request import LineRequest
from wardline.service_lines.registry import all_lines, by_id


def line_model_name(line: ServiceLineDefinition, suffix: str) -> str:
    return "".join(part.capitalize() for part in line.slug.split("-")) + suffix


def _line_tag(body: Any) -> str | None:
    line_id = body.get("serviceLineId") if isinstance(body, dict) else getattr(body, "service_line_id", None)
    line = by_id().get(line_id) if isinstance(line_id, int) and not isinstance(line_id, bool) else None
    return f"tag:{line.slug}" if line else None


def _create_body(line: ServiceLineDefinition) -> Any:
    return create_model(line_model_name(line, "CreateConsult"), __base__=(ConsultRequest, line.request))


CREATE_BODIES = {line.slug: _create_body(line) for line in all_lines()}

if TYPE_CHECKING:
    AnyCreateBody = LineConsultRequest
    ChangeBody = PatchConsult
else:
    AnyCreateBody = Annotated[
        reduce(or_, [Annotated[CREATE_BODIES[line.slug], Tag(f"tag:{line.slug}")] for line in all_lines()]),
        Discriminator(
            _line_tag,
            custom_error_type=UNKNOWN_KIND,
            custom_error_message="no service line has this id",
            custom_error_context={"field": "serviceLineId"},
        ),
    ]
    # A line's record may be sent partially, under its own name.
    ChangeBody = create_model(
        "ChangeConsult",
        __base__=PatchConsult,
        **{
            line.slug.replace("-", "_"): (Annotated[dict[str, Any] | None, Field(alias=line.detail_name)], None)
            for line in all_lines()
        },
    )


def line_part(body: LineRequest, line: ServiceLineDefinition) -> dict[str, Any]:
    """The line's record as stored: every field, with wire names and JSON values."""
    stored: dict[str, Any] = TypeAdapter(line.detail).dump_python(body.detail, mode="json", by_alias=True)
    return stored


def completion_of(line: ServiceLineDefinition, payload: dict[str, Any]) -> Completion:
    """The completion, validated by the line's schema; ValidationFailed names the fields."""
    return validate_as(line.completion, payload)


def request_of(line: ServiceLineDefinition, payload: dict[str, Any]) -> LineRequest:
    """The line's part of a request, validated by its schema; ValidationFailed names the fields."""
    return validate_as(line.request, payload)
