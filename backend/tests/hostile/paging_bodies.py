"""Valid bodies of requests about contacts, pages and escalation policies."""

from typing import Any, Final

PHONE: Final = "(555) 010-0199"
SUBSCRIPTION: Final[dict[str, Any]] = {
    "endpoint": "https://fcm.googleapis.com/fcm/send/a",
    "keys": {"p256dh": "BA" + "A" * 85, "auth": "A" * 22},
}
CONTACT_BODIES: Final[dict[str, Any]] = {
    "addContact": {
        "kind": "push",
        "label": "Chrome on Windows",
        "delaySeconds": 30,
        "phoneNumber": PHONE,
        "emailAddress": "p.sych@hospital.example",
        "subscription": SUBSCRIPTION,
    },
    "verifyContact": {"code": "123456"},
    "setConsultSeen": {"commentIds": [1], "pageIds": [1]},
    "reportPush": {"receipt": "r" * 43, "event": "seen"},
    "replacePushSubscription": {
        "endpoint": SUBSCRIPTION["endpoint"],
        "auth": SUBSCRIPTION["keys"]["auth"],
        "subscription": SUBSCRIPTION,
    },
}


def escalation_policy(service_line_id: int, place: dict[str, int]) -> dict[str, Any]:
    """A policy for critical requests with every optional part in one of its steps."""
    hours = {"openDaysInWeek": "[1,5]", "openHours": "08:00-17:00", "openHoursTimezone": "America/New_York"}
    return {
        **place,
        "serviceLineId": service_line_id,
        "priority": "critical",
        "policy": {
            "steps": [
                {"afterSeconds": 0, "targets": ["allNotifications"], "channels": ["push"], "hours": hours},
                {"afterSeconds": 180, "targets": ["coordinators"], "channels": None, "hours": None},
            ],
            "rounds": 2,
            "repeatSeconds": 60,
            "backupNumber": PHONE,
        },
    }
