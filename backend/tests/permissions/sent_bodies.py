"""Bodies of requests about the places and consults of the world."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, Final

from bodies import Bodies

from wardline.call_schedules.holidays.service import version_of
from wardline.core import clock
from wardline.core.forms.wire import iso_utc

PHONE: Final = "(555) 010-0199"
ESCALATION: Final = {
    "policies": [
        {
            "priority": None,
            "facilityId": None,
            "policy": {
                "steps": [{"afterSeconds": 0, "targets": ["allNotifications"], "channels": None, "hours": None}],
                "rounds": 2,
                "repeatSeconds": 60,
                "backupNumber": PHONE,
            },
        }
    ]
}
LINE_SETTINGS: Final = {
    "hours": [],
    "exceptions": [],
    "priorities": [
        {"id": number, "name": name, "completionLimit": 60, "rank": None}
        for number, name in enumerate(("critical", "urgent", "routine"), 1)
    ],
}
PATIENT: Final = {"nameGiven": "Marian", "nameFamily": "Quill", "birthDate": "1951-07-09", "gender": "female"}
CALL_SCHEDULE: Final = {"name": "Second call", "timeZone": "America/New_York", "primary": True, "rotations": []}
SUBSCRIPTION: Final = {
    "endpoint": "https://fcm.googleapis.com/fcm/send/a",
    "keys": {"p256dh": "BA" + "A" * 85, "auth": "A" * 22},
}

Target = Mapping[str, Any]
"""What a request is about: ids by the names that paths use."""


def consult_body(target: Target) -> dict[str, Any]:
    """A request for a consult of this place."""
    return {
        "Patient": PATIENT | {"nameGiven": "Mary"},
        "Encounter": {"locationId": target["location_id"]},
        "serviceLineId": target["service_line_id"],
        "callbackNumber": PHONE,
        "state": "new",
        **Bodies.DETAILS[target["line"]],
    }


IMPORT_BODIES: Final[Mapping[str, dict[str, Any]]] = {
    "checkPeopleImport": {"text": "Username\nnew"},
    "importPeople": {
        "text": "Username\nnew",
        "digest": "of another check",
        "fileName": "people.csv",
        "confirmedCount": None,
        "invite": False,
        "reason": None,
    },
}


def new_person_body(about: Target, username: str | None = "new") -> dict[str, Any]:
    """A person who works in the organization, without any rights; a change does not name them."""
    fields = {
        "firstName": "New",
        "lastName": "Person",
        "subject": None,
        "phoneNumber": None,
        "medipacId": None,
        "active": True,
        "roleIds": [],
        "organizationIds": [about["organization_id"]],
        "locationIds": [],
        "serviceLines": {"memberIds": [], "activeIds": [], "requestableIds": []},
        "licenses": [],
        "reason": None,
        "confirmed": [],
    }
    return fields if username is None else fields | {"username": username}


LINE_BODIES: Final[dict[tuple[str, str], Callable[[Target], Any]]] = {
    ("saveUnitDraft", ""): lambda _: {**Bodies.LOCATION, "preferredVideo": None, "reason": None, "onLive": False},
    ("publishDraft", ""): lambda _: {"confirmed": []},
    ("scheduleDraft", ""): lambda _: {"confirmed": [], "publishAt": "2026-06-01T12:00:00Z"},
    ("replaceLine", ""): lambda _: {**LINE_SETTINGS, "reason": None, "confirmed": []},
    ("saveLineDraft", ""): lambda _: {**LINE_SETTINGS, "reason": None, "onLive": False},
    ("previewLineHours", ""): lambda _: {"hours": [], "exceptions": []},
    ("restoreLineVersion", ""): lambda _: {"confirmed": []},
    ("restorePersonVersion", ""): lambda _: {"confirmed": []},
    ("replaceEscalation", ""): lambda _: {**ESCALATION, "reason": None, "confirmed": []},
    ("saveEscalationDraft", ""): lambda _: {**ESCALATION, "reason": None, "onLive": False},
    ("restoreEscalationVersion", ""): lambda _: {"confirmed": []},
    ("compareForecasts", ""): lambda about: {
        **ESCALATION,
        "locationId": about["location_id"],
        "priority": "critical",
        "at": None,
    },
}
"""What is sent about service lines and drafts."""
_ALLOWED: Final = {"permissions": [], "isRetired": False}
_ROLE: Final = {**_ALLOWED, "label": "New", "reason": None}
PEOPLE_BODIES: Final[dict[tuple[str, str], Callable[[Target], Any]]] = {
    ("addPerson", ""): new_person_body,
    ("replacePerson", ""): lambda about: new_person_body(about, username=None),
    ("getRoleEffect", ""): lambda _: _ALLOWED,
    ("addRole", ""): lambda _: {**_ROLE, "name": "New"},
    ("replaceRole", ""): lambda _: {**_ROLE, "confirmed": []},
    ("restoreRoleVersion", ""): lambda _: {"confirmed": []},
    ("saveRoleDraft", ""): lambda _: {**_ROLE, "onLive": False},
}
"""What is sent about people and roles."""
RETENTION_BODIES: Final[dict[tuple[str, str], Callable[[Target], Any]]] = {
    ("setRetentionPeriod", ""): lambda _: {"organizationId": None, "days": None, "reason": None},
    ("addLegalHold", ""): lambda about: {
        "organizationId": about["organization_id"],
        "scope": "organization",
        "consultId": None,
        "fromAt": None,
        "untilAt": None,
        "reason": "A suit",
    },
    ("endLegalHold", ""): lambda _: {"reason": "Settled"},
}
"""What is sent about retention."""


def access_check_body(target: Target) -> dict[str, Any]:
    """Whether the caller may view the consult, or administer the organization of a place."""
    if "consult_id" in target:
        return {"personId": target["user_id"], "action": "viewConsult", "consultId": target["consult_id"]}
    return {"personId": target["user_id"], "action": "administer", "organizationId": target["organization_id"]}


def emergency_body(target: Target) -> dict[str, Any]:
    """For a patient who does not exist."""
    return {
        "organizationId": target["organization_id"],
        "birthDate": "1951-07-09",
        "patientNumber": "none",
        "reason": "treating",
        "explanation": "Collapsed",
    }


def new_location_body(target: Target) -> dict[str, Any]:
    """A unit of the facility of this place."""
    return {**Bodies.LOCATION, "code": "new-ward", "facilityId": target["facility_id"]}


def check_in_body(target: Target) -> dict[str, Any]:
    """A check-in in this role for the line of this place."""
    return {
        "roleId": target["role_id"],
        "serviceLineId": target["service_line_id"],
        "phoneNumber": PHONE,
        "primary": True,
    }


def on_call_preference_body(target: Target) -> dict[str, Any]:
    """The on-call settings of someone who is on call for the line of this place."""
    line_id = target["service_line_id"]
    return {
        "preferences": {"onCallNotificationType": True, "onCallServiceLine": line_id, "onCallPhoneNumber": PHONE},
        "smsInfo": {"serviceLineId": line_id, "phoneNumber": PHONE, "primary": True},
    }


def call_schedule_body(target: Target) -> dict[str, Any]:
    """A call schedule of the line of this place."""
    return {**CALL_SCHEDULE, "serviceLineId": target["service_line_id"]}


def schedule_change_body(_: Target) -> dict[str, Any]:
    """Nobody is on call for an hour of the coming night."""
    starts_at = clock.now() + timedelta(hours=12)
    return {
        "kind": "only",
        "startsAt": iso_utc(starts_at),
        "endsAt": iso_utc(starts_at + timedelta(hours=1)),
        "userId": None,
        "replacedUserId": None,
    }


def cover_body(target: Target) -> dict[str, Any]:
    """Asks for cover of an hour of tomorrow's shift."""
    starts_at = clock.now() + timedelta(hours=30)
    span = {"startsAt": iso_utc(starts_at), "endsAt": iso_utc(starts_at + timedelta(hours=1))}
    return {"scheduleId": target["schedule_id"], **span, "swapFor": None}


def copy_body(_: Target) -> dict[str, Any]:
    """From this month to the next but one."""
    this = clock.now().date().replace(day=1)
    return {"from": f"{this:%Y-%m}", "to": f"{this + timedelta(days=63):%Y-%m}"}


def holidays_body(_: Target) -> dict[str, Any]:
    """No holidays, as before."""
    return {"version": version_of([]), "holidays": []}


def asked_facility(target: Target) -> dict[str, Any]:
    """The own hospital, which everyone may ask, wherever the consult is."""
    facility_id = target["own_facility_id"]
    return {"preferredFacility": facility_id, "facilityLocation": facility_id, "preferredTransportationMode": "Air"}


def transfer_body(target: Target) -> dict[str, Any]:
    """A request for a transfer."""
    return {
        **asked_facility(target),
        "referringPhysician": "Dr. Imani Rowan",
        "referringLocationNumber": PHONE,
        "strokeLevel": "Level 1",
    }


def sign_off_body(line: str) -> dict[str, Any]:
    """A short sign-off of this line."""
    of_neuro = {"videoCallLength": 12, "documentationReference": "EMR 4711"}
    return {"typeofCall": "video", **(of_neuro if line == "tele-neuro" else {})}
