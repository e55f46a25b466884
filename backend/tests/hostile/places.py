"""Places that an administrator changes, and valid bodies about them."""

from typing import Any, Final

import httpx
from bodies import Bodies

_FROM_THE_RESPONSE: Final = (
    *("id", "code", "version", "managedBy", "organization", "facility", "facilities", "units", "unitCount"),
    "nextUnits",
    *("needsApproval", "draft", "draftSettings"),
)
ON_UNITS: Final = ("listPlaceVersions", "restorePlaceVersion")


async def build_places(
    client: httpx.AsyncClient, ids: dict[str, str], foreign: dict[str, str]
) -> tuple[dict[bytes, str], dict[str, Any]]:
    """The administrator changes the nurse's unit; returns the versions of what paths begin with, and the bodies.

    Adds the places of the nurse's unit to `ids`, and those of the other unit to those that nobody may view.
    """
    path = f"/places/units/{ids['location_id']}"
    unit = (await client.get(path)).json()
    fields = _fields(unit) | {"confirmed": []}
    changed = await client.put(path, json=fields | {"displayName": "Renamed"}, headers={"If-Match": unit["version"]})
    assert changed.status_code == 200, changed.text
    other = (await client.get(f"/places/units/{foreign['location_id']}")).json()
    for known, read in ((ids, unit), (foreign, other)):
        known["place_id"] = known["location_id"]
        known["organization_id"] = str(read["organization"]["id"])
    ids["facility_id"] = str(unit["facility"]["id"])
    facility = (await client.get(f"/places/facilities/{ids['facility_id']}")).json()
    organization = (await client.get(f"/places/organizations/{ids['organization_id']}")).json()
    versions = {
        b"/api/places/units/": changed.json()["version"],
        b"/api/places/facilities/": facility["version"],
        b"/api/places/organizations/": organization["version"],
    }
    new = {"code": "new-place"}
    bodies = {
        "replaceUnit": fields,
        "saveUnitDraft": {name: value for name, value in fields.items() if name != "confirmed"} | {"onLive": True},
        "addUnit": Bodies.LOCATION
        | new
        | {"facilityId": facility["id"], "preferredVideo": "vidyo", "reason": "New", "confirmed": []},
        "replaceFacility": _fields(facility),
        "addFacility": _fields(facility) | new | {"organizationId": organization["id"]},
        "replaceOrganization": _fields(organization),
        "addOrganization": _fields(organization) | new,
        "restorePlaceVersion": {"confirmed": []},
        "checkUnitCensus": {"emrCode": "NEW"},
        "previewPatientNumber": Bodies.LOCATION["FeaturesByLocations"]["configurablePatientNumber"],
    }
    return versions, bodies


def _fields(read: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in read.items() if name not in _FROM_THE_RESPONSE} | {"reason": None}
