"""Valid bodies of requests about contacts and pages."""

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
