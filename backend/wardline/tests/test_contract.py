"""Properties of the whole contract, derived from the types."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from fastapi.routing import APIRoute
from pydantic import BaseModel, TypeAdapter, ValidationError

from wardline.consults.schemas import SearchConsults
from wardline.consults.timeline.schemas import AddComment
from wardline.contract import CONSTANTS, EVENTS
from wardline.core.forms import messages
from wardline.core.forms.rules import MaxLength, Required
from wardline.core.http.fastapi_adapter import body_type, has_body
from wardline.core.http.form_errors import field_errors
from wardline.core.text.rich_text import RichLine, RichRun
from wardline.main import API_ROUTERS
from wardline.patients.schemas import CensusRequest, PatientCorrection
from wardline.realtime.events import ServerEvent
from wardline.service_lines.registry import all_lines
from wardline.signoff.schemas import RequiredAddendum

BROWSER_CONSTANTS = Path(__file__).parents[3] / "frontend" / "src" / "api" / "contract" / "constants.gen.ts"
BLANKS = (" ", "\t\r\n", "\u00a0", "\u3000 \u2003", "\u200b\u2060", "\u2800\u3164")
"""Spaces of all kinds, and invisible characters."""
EVENT_FIELDS = {
    "consultId",
    "serviceLineId",
    "locationId",
    "organizationId",
    "actorId",
    "meetingId",
    "transferId",
    "userId",
    "requesterId",
    "edited",
}


def _bodies() -> Iterator[Any]:
    """The types of all bodies, and of each line's forms."""
    for router in API_ROUTERS:
        for route in router.routes:
            if isinstance(route, APIRoute) and has_body(route):
                yield body_type(route)
    for line in all_lines():
        yield from (line.request, line.completion)


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models in a type, at any depth."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
        for field in annotation.model_fields.values():
            yield from _models(field.annotation)
    for part in getattr(annotation, "__args__", ()):
        yield from _models(part)


NOT_ENTERED_BY_USERS = {"after", "candidate", "link", "sdp", "seen"}
TEXT_PARTS = (RichRun,)
"""These may be a space between two words."""
MODELS = sorted({model for body in _bodies() for model in _models(body)}, key=lambda model: model.__name__)


def _required_texts(model: type[BaseModel]) -> Iterator[str]:
    """Wire names of free texts that must not be blank."""
    schema = TypeAdapter(model).json_schema()
    own = schema if "properties" in schema else schema["$defs"][model.__name__]
    for name, field in own["properties"].items():
        for kind in [field, *field.get("anyOf", [])]:
            is_text = kind.get("type") == "string" and not {"enum", "format", "const"} & set(kind)
            is_required = name in own.get("required", []) or kind.get("minLength") or "pattern" in kind
            if is_text and is_required and name not in NOT_ENTERED_BY_USERS:
                yield name


@pytest.mark.parametrize("blank", BLANKS, ids=ascii)
@pytest.mark.req("VAL-44", "VAL-43")
def test_required_text_without_visible_characters_is_refused(blank: str) -> None:
    required = [(model, name) for model in MODELS if model not in TEXT_PARTS for name in _required_texts(model)]
    assert len(required) > 40, required
    assert {"message", "nameGiven", "callbackNumber", "displayName", "faxNumber", "enumber", "timeZone"} <= {
        name for _, name in required
    }
    for model, name in required:
        with pytest.raises(ValidationError) as refused:
            model.model_validate({name: blank})
        errors = {error.field: error.message for error in field_errors(refused.value.errors())}
        assert errors[name] == messages.REQUIRED, (model, name, errors)


@pytest.mark.parametrize("blank", ["", *BLANKS[:4]], ids=ascii)
@pytest.mark.req("VAL-44")
def test_a_rule_that_requires_text_refuses_blanks(blank: str) -> None:
    """Only these; `wardline.core.forms.fields` turns the others into empty text first."""
    rules = [rule for model in MODELS for rule in getattr(model, "rules", ()) if isinstance(rule, Required)]
    assert len(rules) > 10
    for rule in rules:
        data: Any = blank
        for part in reversed(rule.field.split(".")):
            data = {part: data}
        assert [error.message for error in rule.violations(data)] == [rule.message]


@pytest.mark.req("CONST-12")
def test_the_browser_has_the_same_constants() -> None:
    text = BROWSER_CONSTANTS.read_text(encoding="utf-8")
    listed = text[text.index("{") : text.rindex("}") + 1]
    assert json.loads(listed) == CONSTANTS


SPECIFIED: Final = [
    pytest.param("SHORT_TEXT_LIMIT", 255, marks=pytest.mark.req("BCONST-05", "VAL-42")),
    pytest.param("COMMENT_LIMIT", 65_000, marks=pytest.mark.req("VAL-04")),
    pytest.param("ADDENDUM_LIMIT", 6000, marks=pytest.mark.req("BCONST-04")),
    pytest.param("PHONE_MASK", "(###) ###-####", marks=pytest.mark.req("BCONST-13", "INFO-46", "VAL-01")),
    pytest.param("ENUMBER_PATTERN", "^[0-9]{1,11}$", marks=pytest.mark.req("VAL-18", "VAL-19")),
    pytest.param("EARLIEST_BIRTH_DATE", "1800-01-01", marks=pytest.mark.req("BCONST-09", "VAL-12")),
    pytest.param("MAX_INDENT", 3, marks=pytest.mark.req("BCONST-14")),
    pytest.param("LIST_PAGE_SIZE", 25, marks=pytest.mark.req("WL-54", "API-04")),
    pytest.param("CENSUS_PAGE_SIZE", 54, marks=pytest.mark.req("WIZ-14", "API-52")),
    pytest.param("CENSUS_BATCH_MS", 2500, marks=pytest.mark.req("WIZ-16")),
    pytest.param("DEBOUNCE_MS", 250, marks=pytest.mark.req("WL-05", "WIZ-05", "WIZ-15")),
    pytest.param("TICK_MS", 15_000, marks=pytest.mark.req("WL-39", "TIME-07", "WIZ-28")),
    pytest.param("NOTIFICATION_TICK_MS", 1000, marks=pytest.mark.req("NOTIF-09")),
    pytest.param("AUTOSAVE_MS", 5000, marks=pytest.mark.req("BCONST-01", "SIGN-03")),
    pytest.param("TOAST_THROTTLE_MS", 6000, marks=pytest.mark.req("BCONST-15", "ERR-07")),
    pytest.param("REQUEST_RETRIES", 3, marks=pytest.mark.req("API-02")),
    pytest.param("QUICK_TIMEOUT_MS", 10_000, marks=pytest.mark.req("API-02", "ERR-08")),
    pytest.param("TIMEOUT_MS", 30_000, marks=pytest.mark.req("API-02", "ERR-08")),
]
"""The values in the specification."""


@pytest.mark.parametrize(("name", "value"), SPECIFIED)
@pytest.mark.req("CONST-12")
def test_constants_match_the_specification(name: str, value: int | str) -> None:
    assert CONSTANTS[name] == value


def _schema(model: type[BaseModel], name: str) -> dict[str, Any]:
    found: dict[str, Any] = TypeAdapter(model).json_schema()["properties"][name]
    return found


@pytest.mark.req("CONST-12", "VAL-04", "VAL-06", "VAL-12", "API-52")
def test_calls_check_the_limits_in_the_constants() -> None:
    assert _schema(AddComment, "message")["maxLength"] == CONSTANTS["COMMENT_LIMIT"]
    assert _schema(PatientCorrection, "nameGiven")["maxLength"] == CONSTANTS["SHORT_TEXT_LIMIT"]
    assert _schema(SearchConsults, "length")["default"] == CONSTANTS["LIST_PAGE_SIZE"]
    assert _schema(CensusRequest, "length")["maximum"] == CONSTANTS["CENSUS_PAGE_SIZE"]
    assert _schema(RichLine, "indent")["maximum"] == CONSTANTS["MAX_INDENT"]
    assert [rule.max for rule in RequiredAddendum.rules if isinstance(rule, MaxLength)] == [CONSTANTS["ADDENDUM_LIMIT"]]
    request = all_lines()[0].request
    assert _schema(request, "callbackNumber")["pattern"] == CONSTANTS["PHONE_PATTERN"]
    earliest = str(CONSTANTS["EARLIEST_BIRTH_DATE"])
    known = {"nameGiven": "A", "nameFamily": "B"}
    assert PatientCorrection.model_validate(known | {"birthDate": earliest}).birth_date.isoformat() == earliest
    with pytest.raises(ValidationError):
        PatientCorrection.model_validate(known | {"birthDate": "1799-12-31"})


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.name)
@pytest.mark.req("RT-16")
def test_an_event_has_only_ids(event: type[ServerEvent]) -> None:
    properties = event.model_json_schema(mode="serialization").get("properties", {})
    assert set(properties) <= EVENT_FIELDS
    for name, shape in properties.items():
        assert shape["type"] == "integer" or shape.get("format") == "uuid", name
