"""Bodies of requests, as the browser would send them."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

import httpx

_READ_ONLY_OF_PEOPLE: Final = frozenset(
    {
        "id",
        "username",
        "version",
        "managedBy",
        "contacts",
        "lastSeenAt",
        "invitation",
        "rolesOfGroups",
        "worksElsewhere",
    }
)
Place = tuple[dict[str, Any], int]
"""A unit as GET /locations/me returns it, and the id of a line that it offers."""
FindPlace = Callable[[httpx.AsyncClient, str], Awaitable[Place]]


OF_THE_SERVER = frozenset(
    (
        *("id", "code", "version", "managedBy", "organization", "facility", "facilities", "unitCount", "units"),
        *("nextUnits", "needsApproval", "draft", "draftSettings"),
    )
)
"""What a place has beyond the fields that an administrator sends."""


def person_fields(read: dict[str, Any]) -> dict[str, Any]:
    """What an administrator sends to change a person whom they have read, also if nobody is left to be paged."""
    fields = {name: value for name, value in read.items() if name not in _READ_ONLY_OF_PEOPLE}
    return fields | {"reason": None, "confirmed": ["lastOnCall", "pagesNobody"]}


async def place_of(client: httpx.AsyncClient, line: str) -> Place:
    """One of the caller's own units that offers the line and does not collect its own patient number."""
    for location in (await client.get("/locations/me", params={"activeOnly": True})).json():
        number = location["FeaturesByLocations"]["configurablePatientNumber"]
        if number and number["collect"] and not number["optional"]:
            continue
        for offered in (await client.get(f"/service-lines/location/{location['id']}")).json():
            if offered["slug"] == line:
                return location, offered["id"]
    raise AssertionError(f"none of the user's units offers {line}")


def from_census(known: dict[str, Any]) -> dict[str, Any]:
    """The patient of a request, as the wizard sends someone from the census."""
    return {
        "nameGiven": known["firstName"] or "Unknown",
        "nameFamily": known["lastName"] or "Unknown",
        "birthDate": known["dob"] or "1951-07-09",
        "gender": known["sex"],
        "isEmr": True,
        "emrId": known["emrId"],
        "identifiers": known["identifiers"],
        "additionalData": {},
    }


class Bodies:
    """Valid bodies of create requests, with a test's changes."""

    DETAILS: dict[str, dict[str, Any]] = {
        "tele-triage": {"TeleTriageConsultDetail": {"chiefComplaint": "Chest pain", "jobDescription": "RN/LPN"}},
        "tele-neuro": {
            "reason": "First seizure",
            "TeleNeuroConsultDetail": {"neuroPatientId": "N-1", "physicianName": "Dr. Okafor"},
        },
        "tele-psych": {"TelePsychConsultDetail": {"isComplexCaseRecommendations": True, "otherReason": None}},
        "tele-toxicology": {"reason": "Ate a mushroom", "TeleToxicologyConsultDetail": {"isOther": True}},
        "acute-stroke": {"AcuteStrokeConsultDetail": {"isAcute": True}},
        "tele-stroke": {
            "TeleStrokeConsultDetail": {
                "potentialThrombolytic": True,
                "suspectedLargeVesselOcclusion": False,
                "edArrivalDate": "2026-03-04T11:20:00Z",
                "lastKnownWell": None,
                "clinicalConcern": None,
                "nihss": 7,
                "notableSymptoms": {"selected": ["Aphasia"], "other": None},
                "isOnAnticoagulants": None,
                "anticoagulants": {"selected": [], "other": None},
                "baselineFunctionalStatus": ["Independent"],
            }
        },
    }

    LOCATION: dict[str, Any] = {
        "unit": "New Ward",
        "displayName": "Lakeshore General - New Ward",
        "locationType": {"name": "Inpatient"},
        "timeZone": "America/Chicago",
        "phoneNumberAtLocation": "(555) 012-1999",
        "faxNumber": None,
        "hospitalName": "Lakeshore General Hospital",
        "emrIntegrated": True,
        "emrCode": "NEW",
        "active": True,
        "FeaturesByLocations": {
            "collectPatientSex": True,
            "collectPatientEnumber": False,
            "collectHospitalName": True,
            "collectFaxNumber": False,
            "configurablePatientNumber": {
                "collect": True,
                "optional": True,
                "label": "Ward Number",
                "labelKey": None,
                "feedback": None,
                "feedbackKey": None,
                "regexString": "[0-9]{2}-[0-9]{2}",
                "mask": {"min": 5, "max": 5, "token": "*"},
                "inputmode": "numeric",
            },
        },
        "serviceLineIds": [2, 3],
        "VidyoRooms": [{"name": "New Ward Cart", "phoneNumber": "(555) 012-1998"}],
        "TransferProtocols": [
            {"transferFor": "LVO", "serviceLineId": 2, "transferTo": "Summit Medical", "transferDistanceMiles": 12.5}
        ],
    }
    """What the contract calls `LocationFields`, without anything that another location of the demonstration has."""

    def __init__(self, find: FindPlace = place_of) -> None:
        self._find = find
        self._places: dict[tuple[httpx.AsyncClient, str], Place] = {}

    async def request(self, client: httpx.AsyncClient, line: str = "tele-psych", **changes: Any) -> dict[str, Any]:
        """A body for one of the caller's own units that offers the line; `changes` replace top-level fields."""
        if (client, line) not in self._places:
            self._places[client, line] = await self._find(client, line)
        location, line_id = self._places[client, line]
        collects = location["FeaturesByLocations"]
        body = {
            "Patient": {
                "nameGiven": "Mary Ann",
                "nameFamily": "O'Connor-Díaz",
                "birthDate": "1951-07-09",
                "gender": "female",
                "additionalData": {"enumber": "4711" if collects["collectPatientEnumber"] else None},
            },
            "Encounter": {"locationId": location["id"]},
            "additionalData": {"faxNumber": "(555) 010-0123", "hospitalName": "General"},
            "serviceLineId": line_id,
            "callbackNumber": "(555) 010-0111",
            "state": "new",
            **self.DETAILS[line],
        }
        return body | changes

    async def create(self, client: httpx.AsyncClient, line: str = "tele-psych", **changes: Any) -> str:
        """The id of a consult that the caller just requested."""
        response = await client.post("/consults", json=await self.request(client, line, **changes))
        assert response.status_code == 201, response.text
        created: str = response.json()["id"]
        return created
