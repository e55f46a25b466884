"""The contract: all operations, choices, rules, messages and events, from which the browser's code is generated."""

from dataclasses import asdict
from datetime import timedelta
from typing import Any

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import models_json_schema

from wardline.audit.words import WORDS
from wardline.call_schedules.calendars.schemas import CALENDAR_LIMIT
from wardline.call_schedules.events import CallScheduleChanged
from wardline.call_schedules.schemas import MAX_LAYER, MAX_ROTATIONS
from wardline.consults import events
from wardline.consults.timeline.choices import FAX_FAILED
from wardline.contacts.events import ContactsChanged
from wardline.contacts.schemas import DELAY_STEP_SECONDS, LABEL_LIMIT, MAX_CONTACTS, MAX_DELAY_SECONDS
from wardline.core import clock
from wardline.core.forms import fields, messages
from wardline.core.forms.drafts import MAX_TYPED_LENGTH
from wardline.core.forms.wire import LIST_PAGE_SIZE
from wardline.core.text import rich_text
from wardline.duty_notices.events import DutyNoticesChanged
from wardline.main import create_api
from wardline.network.objects import Kind
from wardline.notifications.events import NotificationAdded, NotificationsChanged, UrgentCommentNotified
from wardline.on_call.events import OnCallChanged
from wardline.paging.events import PagesChanged, PagingChanged
from wardline.paging.schemas import MAX_RECEIPTS, MAX_ROUNDS, MAX_STEP_SECONDS, MIN_REPEAT_SECONDS
from wardline.patients.schemas import CENSUS_PAGE_SIZE
from wardline.realtime.events import EVENT_BATCH, MISSED_EVENTS, Resync, ServerEvent, UserUpdated
from wardline.service_lines.base.sign_off import ShortSignOff
from wardline.service_lines.base.stroke_note import nihss, texts
from wardline.service_lines.base.stroke_note import schemas as stroke
from wardline.service_lines.registry import all_lines
from wardline.settings import Settings
from wardline.signoff.delivery_problems.repository import MAX_LISTED as MAX_DELIVERY_PROBLEMS
from wardline.signoff.events import SignoffChanged
from wardline.signoff.schemas import ADDENDUM_LIMIT, RequiredAddendum
from wardline.site import PublicConfiguration
from wardline.transfers.events import TransferAcknowledged, TransferCompleted, TransferCreated
from wardline.video.events import MeetingChanged, MeetingSignalled
from wardline.video.schemas import GUEST_NAME_LIMIT, MAX_SIGNALS
from wardline.video.time_limits import (
    ATTEND_MILLISECONDS,
    KNOCK_MILLISECONDS,
    LINK_OPENS_WITHIN,
    RING_MILLISECONDS,
)
from wardline.webpush.schemas import PushPayload

EVENTS: tuple[type[ServerEvent], ...] = (
    events.ConsultCreated,
    events.ConsultUpdated,
    events.ConsultStateUpdated,
    events.PatientUpdated,
    events.UpdateCreated,
    SignoffChanged,
    TransferCreated,
    TransferAcknowledged,
    TransferCompleted,
    events.ViewersChanged,
    MeetingChanged,
    MeetingSignalled,
    NotificationAdded,
    UrgentCommentNotified,
    NotificationsChanged,
    PagesChanged,
    PagingChanged,
    OnCallChanged,
    CallScheduleChanged,
    ContactsChanged,
    DutyNoticesChanged,
    UserUpdated,
    Resync,
)
CONSTANTS: dict[str, int | str] = {
    "SHORT_TEXT_LIMIT": fields.SHORT_TEXT_LIMIT,
    "COMMENT_LIMIT": fields.COMMENT_LIMIT,
    "PHONE_PATTERN": fields.PHONE_PATTERN,
    "PHONE_MASK": fields.PHONE_MASK,
    "ENUMBER_PATTERN": fields.ENUMBER_PATTERN,
    "EARLIEST_BIRTH_DATE": fields.EARLIEST_BIRTH_DATE.isoformat(),
    "EARLIEST_BIRTH_DATE_IN_WIZARD": fields.EARLIEST_BIRTH_DATE_IN_WIZARD.isoformat(),
    "CENSUS_PAGE_SIZE": CENSUS_PAGE_SIZE,
    "LIST_PAGE_SIZE": LIST_PAGE_SIZE,
    "RECORD_ZONE": clock.RECORD_ZONE,
    "EVENT_BATCH": EVENT_BATCH,
    "MISSED_EVENTS": MISSED_EVENTS,
    "MARKUP_LENGTH": rich_text.MARKUP_LENGTH,
    "MAX_INDENT": rich_text.MAX_INDENT,
    "ADDENDUM_LIMIT": ADDENDUM_LIMIT,
    "FAX_FAILED": FAX_FAILED,
    "MAX_DELIVERY_PROBLEMS": MAX_DELIVERY_PROBLEMS,
    "MAX_TYPED_LENGTH": MAX_TYPED_LENGTH,
    "AUTOSAVE_MS": 5_000,
    "LOCK_RENEWAL_MS": 5 * 60_000,
    "MAX_CONTACTS": MAX_CONTACTS,
    "CONTACT_LABEL_LIMIT": LABEL_LIMIT,
    "MAX_DELAY_SECONDS": MAX_DELAY_SECONDS,
    "DELAY_STEP_SECONDS": DELAY_STEP_SECONDS,
    "CALENDAR_LIMIT": CALENDAR_LIMIT,
    "ATTEND_MS": ATTEND_MILLISECONDS,
    "RING_MS": RING_MILLISECONDS,
    "MAX_SIGNALS": MAX_SIGNALS,
    "KNOCK_MS": KNOCK_MILLISECONDS,
    "GUEST_LINK_MINUTES": LINK_OPENS_WITHIN // timedelta(minutes=1),
    "GUEST_NAME_LIMIT": GUEST_NAME_LIMIT,
    "MAX_ROTATIONS": MAX_ROTATIONS,
    "MAX_LAYER": MAX_LAYER,
    "MAX_RECEIPTS": MAX_RECEIPTS,
    "TIME_OF_DAY_PATTERN": fields.TIME_OF_DAY_PATTERN,
    "MAX_PAGING_ROUNDS": MAX_ROUNDS,
    "MAX_STEP_SECONDS": MAX_STEP_SECONDS,
    "MIN_REPEAT_SECONDS": MIN_REPEAT_SECONDS,
    "REQUEST_RETRIES": 3,
    "TICK_MS": 15_000,
    "NOTIFICATION_TICK_MS": 1_000,
    "DEBOUNCE_MS": 250,
    "CENSUS_BATCH_MS": 2_500,
    "TOAST_THROTTLE_MS": 6_000,
    "QUICK_TIMEOUT_MS": 10_000,
    "TIMEOUT_MS": 30_000,
}


def openapi() -> dict[str, Any]:
    """The OpenAPI document, with the forms of the lines, the events and the run-time configuration as schemas."""
    document = create_api(Settings(demo=True)).openapi()
    extra: list[type[BaseModel]] = [PublicConfiguration, RequiredAddendum, PushPayload, *EVENTS]
    for line in all_lines():
        extra += [line.request, line.completion]
        if line.note is not None:
            extra.append(line.note.content)
    _, schemas = models_json_schema(
        [(model, "validation") for model in extra], ref_template="#/components/schemas/{model}"
    )
    component_schemas = document["components"]["schemas"]
    for name, schema in schemas["$defs"].items():
        component_schemas.setdefault(name, schema)
    for choice in (choice for line in all_lines() for choice in line.choices):
        component_schemas[choice.__name__] = TypeAdapter(choice).json_schema()
    for operation in (path for methods in document["paths"].values() for path in methods.values()):
        operation["responses"].pop("422", None)
    for name in ("HTTPValidationError", "ValidationError"):
        component_schemas.pop(name, None)
    document["components"]["schemas"] = dict(sorted(component_schemas.items()))
    return document


def lines() -> list[dict[str, Any]]:
    """What the browser's shared code needs to know about each line."""
    return [
        {
            "slug": line.slug,
            "name": line.name,
            "ids": list(line.ids),
            "detailName": line.detail_name,
            "requestSchema": line.request.__name__,
            "completionSchema": line.completion.__name__,
            "completionTypes": [{"value": member.value, "label": member.label} for member in line.completion_types],
            "commentLimit": _max_length(line.completion, "qaComment"),
            "signOff": _sign_off(line.sign_off) if line.sign_off is not None else None,
            "noteSchema": line.note.content.__name__ if line.note is not None else None,
            "allowsEmergency": line.allows_emergency,
            "requesterRules": [rule.model_dump(mode="json") for rule in line.requester_rules],
        }
        for line in all_lines()
    ]


def _sign_off(short: ShortSignOff) -> dict[str, Any]:
    fields = short.content.model_json_schema()["properties"]
    return {
        "schema": short.content.__name__,
        "correctsType": short.corrects_type,
        "limits": {name: limit for name, field in fields.items() if (limit := _limit(field)) is not None},
    }


def stroke_note() -> dict[str, Any]:
    """The texts and items of the stroke note's form."""
    return {
        "sectionLimit": stroke.SECTION_LIMIT,
        "sectionCap": rich_text.stored_cap(stroke.SECTION_LIMIT),
        "labsDefault": texts.LABS_DEFAULT,
        "quickFills": [asdict(fill) for fill in texts.QUICK_FILLS],
        "cannedTexts": [asdict(canned) for canned in texts.CANNED_TEXTS],
        "untestable": nihss.UNTESTABLE,
        "nihss": [
            {
                "name": item.name,
                "number": item.number,
                "label": item.label,
                "levels": item.levels,
                "untestable": item.untestable,
            }
            for item in nihss.ITEMS
        ],
    }


def audit_words() -> dict[str, str]:
    """What each audited operation means, by its id."""
    return WORDS


def object_kinds() -> dict[str, str]:
    """What each kind of object of a network is called, by its value."""
    return {kind.value: kind.label for kind in Kind}


def _max_length(model: type[BaseModel], field: str) -> int | None:
    """A text field's limit in characters."""
    return _limit(model.model_json_schema()["properties"][field])


def _limit(field: dict[str, Any]) -> int | None:
    limits = [variant["maxLength"] for variant in (field, *field.get("anyOf", ())) if "maxLength" in variant]
    return int(limits[0]) if limits else None


def message_catalogue() -> dict[str, str]:
    return messages.catalogue()
