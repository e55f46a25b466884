"""Bodies of requests by which administrators change places."""

from collections.abc import Callable
from typing import Any, Final

from bodies import Bodies

from .sent_bodies import Target

_FLAGS: Final = {"requiresAcceptingAttending": False, "requiresOtherFacility": False}
_CODE: Final = {"code": "new"}
_ORGANIZATION: Final = {"name": "New Health", "notesProtocol": None, "hl7": None, "reason": None}
_FACILITY: Final = {
    "name": "New Hospital",
    "facilityType": "Hospital",
    "info": None,
    "state": None,
    "fieldFlags": _FLAGS,
    "reason": None,
}
_UNIT: Final = {**Bodies.LOCATION, "preferredVideo": None, "reason": None, "confirmed": None}
PLACE_BODIES: Final[dict[tuple[str, str], Callable[[Target], Any]]] = {
    ("addOrganization", ""): lambda _: {**_ORGANIZATION, **_CODE},
    ("replaceOrganization", ""): lambda _: _ORGANIZATION,
    ("addFacility", ""): lambda about: {**_FACILITY, **_CODE, "organizationId": about["organization_id"]},
    ("replaceFacility", ""): lambda _: _FACILITY,
    ("addUnit", ""): lambda about: {**_UNIT, **_CODE, "facilityId": about["facility_id"]},
    ("replaceUnit", ""): lambda _: _UNIT,
    ("checkUnitCensus", ""): lambda _: {"emrCode": "NONE"},
    ("previewPatientNumber", ""): lambda _: {"collect": True},
    ("restorePlaceVersion", ""): lambda _: {"confirmed": None},
}
