"""Properties of every line."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, get_args

import pytest
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema
from sqlalchemy import NullPool, create_engine, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

from conftest import Cluster
from wardline import contract
from wardline.core import clock
from wardline.core.forms.choices import Choice
from wardline.core.forms.rules import violations
from wardline.demo.samples import sample_at, samples
from wardline.service_lines import synchronize as synchronizing
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.base.stroke_note.schemas import StrokeNote
from wardline.service_lines.models import ServiceLine
from wardline.service_lines.registry import all_lines, by_id, line_of
from wardline.service_lines.responses import summary

EVERY_LINE = pytest.mark.parametrize("line", all_lines(), ids=lambda line: line.slug)
ASKED_AT = datetime(2026, 3, 4, 12, 30, tzinfo=UTC)


def choices_in(model: type[BaseModel]) -> Iterator[type[Choice]]:
    """The closed lists that a type's fields take their values from."""
    for field in model.model_fields.values():
        yield from _choices_of(field.annotation)


def _choices_of(annotation: Any) -> Iterator[type[Choice]]:
    if isinstance(annotation, type) and issubclass(annotation, Choice):
        yield annotation
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield from choices_in(annotation)
    for inner in get_args(annotation):
        yield from _choices_of(inner)


@pytest.mark.req("BCONST-11", "INFO-01", "ROUTE-30", "ENT-46", "ENT-47")
def test_ids_and_slugs_are_fixed() -> None:
    assert {line_id: line.slug for line_id, line in sorted(by_id().items())} == {
        1: "tele-neuro",
        2: "tele-stroke",
        3: "tele-psych",
        4: "tele-toxicology",
        5: "acute-stroke",
        6: "tele-icu",
        7: "tele-covid",
        8: "tele-triage",
        9: "tele-hospitalist",
        10: "tele-stroke",
    }
    assert line_of(2) is line_of(10)
    assert line_of(2).ids == {2: "tele-stroke", 10: "tele-stroke-regional"}


@pytest.mark.req("BCONST-11", "ENT-47")
async def test_database_and_browser_have_the_ids_of_the_one_table(session: AsyncSession) -> None:
    stored = {row.id: row.code for row in await session.scalars(select(ServiceLine))}
    assert stored == {line_id: code for line in all_lines() for line_id, code in line.ids.items()}
    assert {line["slug"]: line["ids"] for line in contract.lines()} == {
        line.slug: list(line.ids) for line in all_lines()
    }


@pytest.mark.req("BENT-05", "BENT-06", "BENT-07", "BENT-08", "BENT-11")
def test_records_have_their_names() -> None:
    assert {line.slug: line.detail_name for line in all_lines()} == {
        "tele-neuro": "TeleNeuroConsultDetail",
        "tele-stroke": "TeleStrokeConsultDetail",
        "tele-psych": "TelePsychConsultDetail",
        "tele-toxicology": "TeleToxicologyConsultDetail",
        "acute-stroke": "AcuteStrokeConsultDetail",
        "tele-icu": "TeleICUConsultDetail",
        "tele-covid": "TeleCOVIDConsultDetail",
        "tele-triage": "TeleTriageConsultDetail",
        "tele-hospitalist": "TeleHospitalistConsultDetail",
    }
    assert {
        line.slug: list(line.detail.model_json_schema().get("properties", {}))
        for line in all_lines()
        if line.slug in {"tele-covid", "tele-icu", "tele-toxicology", "tele-neuro", "tele-hospitalist"}
    } == {
        "tele-neuro": ["neuroPatientId", "physicianName", "physicianNumber"],
        "tele-toxicology": ["isEnvenomation", "isAddictionRelated", "isOther"],
        "tele-icu": ["isChangeInRespiratoryStatus", "isChangeInBloodPressure", "isAnotherUnstableCondition"],
        "tele-covid": ["isChangeInRespiratoryStatus", "isChangeInBloodPressure", "isAnotherUnstableCondition"],
        "tele-hospitalist": [],
    }


@EVERY_LINE
def test_a_line_is_complete(line: ServiceLineDefinition) -> None:
    request = line.request.model_json_schema()
    assert request["properties"][line.detail_name]
    assert request["x-rules"]
    assert line.name
    assert line.ids
    assert set(line.completion_types) >= {"cancelled", "video"}
    completion = line.completion.model_json_schema()
    assert completion["$defs"][line.completion_types.__name__]["enum"] == [kind.value for kind in line.completion_types]


@EVERY_LINE
@pytest.mark.req("INFO-05")
def test_a_record_is_returned_as_it_was_stored(line: ServiceLineDefinition) -> None:
    """Responses have the stored names only, so an alias that is accepted must not appear in them."""
    inputs = line.detail.model_json_schema(mode="validation").get("properties", {})
    outputs = line.detail.model_json_schema(mode="serialization").get("properties", {})
    assert list(inputs) == list(outputs)


@EVERY_LINE
def test_samples_are_valid_requests_of_the_line(line: ServiceLineDefinition) -> None:
    offered = samples()[line.slug]
    assert len(offered) >= 5
    assert len({str(sample) for sample in offered}) == len(offered)
    for sample in offered:
        body = sample_at(sample, ASKED_AT) | {"callbackNumber": "(555) 010-0111"}
        with clock.clock_at(ASKED_AT):
            line.request.model_validate(body)
            assert not violations(body | {"requester": {"isCheckedIn": False}}, line.requester_rules)
        assert set(sample) <= {"reason", "isEmergency", line.detail_name}
        assert not sample.get("isEmergency") or line.allows_emergency


@EVERY_LINE
def test_every_choice_has_its_labels_in_order(line: ServiceLineDefinition) -> None:
    models = (line.request, line.completion)
    found = {choice for model in models for choice in choices_in(model)}
    assert line.completion_types in found
    _, schemas = models_json_schema([(model, "validation") for model in models])
    for choice in found:
        published = schemas["$defs"][choice.__name__]
        assert published["enum"] == [member.value for member in choice]
        assert {value: published["x-enum-labels"][value] for value in published["enum"]} == {
            member.value: member.label for member in choice
        }


@pytest.mark.req("FICU-05", "FTOX-05", "FCOVID-03", "BCONST-10", "BENT-24")
def test_only_four_lines_have_emergencies() -> None:
    inputs = {line.slug: line.priority_id({"isAcute": True}, is_emergency=True) for line in all_lines()}
    assert {slug for slug, priority in inputs.items() if priority == 1} == {
        "tele-stroke",
        "acute-stroke",
        "tele-icu",
        "tele-toxicology",
    }
    assert set(inputs.values()) == {1, 3}
    assert {line.priority_id({"isAcute": True}, is_emergency=False) for line in all_lines()} == {3}


@pytest.mark.req("FNEURO-06")
def test_only_neuro_changes_its_record_after_the_request() -> None:
    assert {line.slug for line in all_lines() if line.editable_detail} == {"tele-neuro"}


@pytest.mark.req("ENT-20", "ENT-41")
def test_only_stroke_shows_its_type_and_has_a_primary_check_in() -> None:
    assert {line.slug for line in all_lines() if line.display_service_type} == {"tele-stroke"}
    assert {line.slug for line in all_lines() if line.primary_checkin_on} == {"tele-stroke"}


@pytest.mark.parametrize(("shows", "takes", "kind"), [(True, False, None), (False, True, "Video")])
@pytest.mark.req("ENT-20", "ENT-41", "ENT-03")
def test_showing_the_type_and_a_primary_check_in_are_independent(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, shows: bool, takes: bool, kind: str | None
) -> None:
    line = replace(
        line_of(7), slug="tele-x", name="Tele-X", ids={77: "tele-x", 78: "tele-x-regional"}, type=kind,
        display_service_type=shows, primary_checkin_on=takes,
    )  # fmt: skip
    monkeypatch.setattr(synchronizing, "all_lines", lambda: [line])
    with create_engine(cluster.postgres.owner_url, poolclass=NullPool).connect() as connection:
        synchronizing.synchronize(connection)
        stored = [summary(Session(connection).get_one(ServiceLine, line_id)).model_dump() for line_id in line.ids]
    features = {"displayServiceType": shows, "primaryCheckinOn": takes}
    assert stored == [
        {"id": line_id, "slug": "tele-x", "name": name, "type": kind, "FeaturesByServiceLines": features}
        for line_id, name in ((77, "Tele-X"), (78, "Tele-X (Regional)"))
    ]


def test_records_are_stored_with_the_current_version() -> None:
    assert {line.slug: line.detail_version for line in all_lines()} == {line.slug: 1 for line in all_lines()}


@pytest.mark.req("DONE-33", "INFO-04")
def test_which_lines_are_signed_off_in_a_dialog() -> None:
    assert {line.slug for line in all_lines() if line.sign_off is not None} == {
        "tele-neuro",
        "tele-psych",
        "tele-toxicology",
    }


def test_only_neuro_signs_off_without_a_check_in_and_corrects_the_type_of_call() -> None:
    dialogs = {line.slug: line.sign_off for line in all_lines() if line.sign_off is not None}
    assert {slug for slug, dialog in dialogs.items() if not dialog.on_duty} == {"tele-neuro"}
    assert {slug for slug, dialog in dialogs.items() if dialog.corrects_type} == {"tele-neuro"}


@pytest.mark.parametrize(
    ("model", "field", "limits"),
    [
        (
            line_of(2).completion,
            "callLength",
            {
                "minimum": 1,
                "maximum": 1440,
                "x-message": "Must be at least one minute",
                "x-message-above": "Must be at most 1440 minutes",
            },
        ),
        pytest.param(
            line_of(2).detail,
            "nihss",
            {"minimum": 0, "maximum": 42, "x-message": "Stroke Scale needs to be within the range of 0-42"},
            marks=pytest.mark.req("FSTROKE-03", "FSTROKE-04"),
        ),
        pytest.param(
            StrokeNote,
            "totalTimeSpent",
            {"minimum": 0, "maximum": 2147483647, "x-message": "Enter a valid value."},
            marks=pytest.mark.req("NOTE-45"),
        ),
    ],
)
@pytest.mark.req("BCONST-07", "BCONST-08")
def test_a_browser_gets_the_limits_of_a_number_and_the_message(
    model: type[BaseModel], field: str, limits: dict[str, Any]
) -> None:
    number, nothing = model.model_json_schema()["properties"][field]["anyOf"]
    assert number == {"type": "integer"} | limits
    assert nothing == {"type": "null"}


@pytest.mark.req("INFO-04", "CHOICE-12")
def test_a_sign_off_offers_the_completion_types_of_its_line() -> None:
    for line in all_lines():
        if line.sign_off is not None:
            schema = line.sign_off.content.model_json_schema()
            offered = schema["$defs"][line.completion_types.__name__]["enum"]
            assert schema["properties"]["typeofCall"]["$ref"].endswith(line.completion_types.__name__)
            assert offered == [choice.value for choice in line.completion_types]
