"""Settings of lines and escalations as a file would declare them, and back, checked by the rules of files."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from pydantic import ValidationError
from sqlalchemy.orm import Session

from wardline.admin.lines.schemas import EscalationFields, LineHours, LineSettings
from wardline.core.errors import FieldError, ValidationFailed
from wardline.core.forms import messages
from wardline.network.escalations import Escalation
from wardline.network.lines import OpeningHours
from wardline.network.objects import Kind, Line, entry_of
from wardline.network.stored import Codes, read_names
from wardline.network.values import Declared, days_of

E = TypeVar("E", Line, Escalation)

_PARTS: Final = ("hours", "exceptions", "priorities")


def entered_line(session: Session, code: str, settings: LineSettings) -> Line:
    """Raises ValidationFailed."""
    document = {
        "code": code,
        **_hours_document(settings),
        "priorities": {
            str(each.id): {"name": each.name, "limit_seconds": each.completion_limit, "rank": each.rank}
            for each in settings.priorities
        },
    }
    return _validated(read_names(session), Line, Kind.SERVICE_LINE, document, _PARTS)


def entered_hours(hours: LineHours) -> OpeningHours:
    """Raises ValidationFailed."""
    try:
        return OpeningHours.model_validate(_hours_document(hours))
    except ValidationError as error:
        raise _failed(error, _PARTS) from None


def line_settings(line: Line) -> LineSettings:
    return LineSettings.model_validate(
        {
            "hours": [
                {"openDaysInWeek": row.days, "openHours": row.open, "openHoursTimezone": row.time_zone}
                for row in sorted(line.hours, key=lambda row: (row.days, row.open))
            ],
            "exceptions": [
                {
                    "name": each.name,
                    "firstDay": each.first,
                    "lastDay": each.last_day,
                    "openHours": sorted(each.open),
                    "timeZone": each.time_zone,
                }
                for each in sorted(line.exceptions, key=lambda each: each.first)
            ],
            "priorities": [
                {"id": number, "name": each.name, "completionLimit": each.limit_seconds, "rank": each.rank}
                for number, each in sorted(line.priorities.items())
            ],
        }
    )


def entered_escalation(
    session: Session, codes: Codes, organization: str, line: str, fields: EscalationFields
) -> Escalation:
    """Raises ValidationFailed."""
    declared = read_names(session)
    own = {facility_id for facility_id, code in codes.facilities.items() if declared.owner_of[code] == organization}
    unknown = [
        FieldError(f"policies.{place}.facilityId", messages.INVALID)
        for place, each in enumerate(fields.policies)
        if each.facility_id is not None and each.facility_id not in own
    ]
    if unknown:
        raise ValidationFailed(errors=unknown)
    document = {
        "organization": organization,
        "service_line": line,
        "policies": [
            {
                "priority": each.priority,
                "facility": codes.facilities[each.facility_id] if each.facility_id is not None else None,
                "steps": [
                    {
                        "after_seconds": step.after_seconds,
                        "targets": [target.value for target in step.targets],
                        "channels": [channel.value for channel in step.channels] if step.channels else None,
                        "hours": _row_document(step.hours) if step.hours is not None else None,
                    }
                    for step in each.policy.steps
                ],
                "rounds": each.policy.rounds,
                "repeat_seconds": each.policy.repeat_seconds,
                "backup_number": each.policy.backup_number,
            }
            for each in fields.policies
        ],
    }
    return _validated(declared, Escalation, Kind.ESCALATION, document, ("policies",))


def escalation_fields(escalation: Escalation, codes: Codes) -> EscalationFields:
    facility_ids = {code: facility_id for facility_id, code in codes.facilities.items()}
    return EscalationFields.model_validate(
        {
            "policies": [
                {
                    "priority": each.priority,
                    "facilityId": facility_ids[each.facility] if each.facility is not None else None,
                    "policy": each.stored(),
                }
                for each in sorted(escalation.policies, key=lambda each: (each.facility or "", each.priority or ""))
            ]
        }
    )


def _hours_document(hours: LineHours) -> dict[str, Any]:
    return {
        "hours": [_row_document(row) for row in hours.hours],
        "exceptions": [
            {
                "name": each.name,
                "first": each.first_day,
                "last": each.last_day,
                "open": list(each.open_hours),
                "time_zone": each.time_zone,
            }
            for each in hours.exceptions
        ],
    }


def _row_document(row: Any) -> dict[str, str]:
    return {"days": days_of(row.open_days_in_week), "open": row.open_hours, "time_zone": row.open_hours_timezone}


def _validated(declared: Declared, model: type[E], kind: Kind, document: dict[str, Any], parts: Sequence[str]) -> E:
    try:
        entry = entry_of(kind, document, declared)
    except ValidationError as error:
        raise _failed(error, parts) from None
    assert isinstance(entry, model)  # noqa: S101 - the kind says so
    return entry


def _failed(error: ValidationError, parts: Sequence[str]) -> ValidationFailed:
    return ValidationFailed(errors=[_field_error(each, parts) for each in error.errors()])


def _field_error(error: Any, parts: Sequence[str]) -> FieldError:
    """At the part of the form that is wrong; the words are those of the schema."""
    place = error["loc"]
    part = place[0] if place and place[0] in parts else parts[0]
    text = error["msg"].removeprefix("Value error, ")
    return FieldError(str(part), f"{text[0].upper()}{text[1:]}.")
