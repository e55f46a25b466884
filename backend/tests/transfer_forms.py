"""Bodies of requests about transfers, as the browser would send them."""

from typing import Any

Form = dict[str, Any]


def asking(me: dict[str, Any], number: int = 0) -> Form:
    """Ask one of the facilities that `GET /me` offers, with the fields that it requires."""
    facility = me["preferredFacilities"][number]
    flags = facility["fieldFlags"]
    return {
        "preferredFacility": facility["id"],
        "facilityLocation": facility["id"],
        "acceptingAttendingPhysician": "Dr. Hugo Larch" if flags["requiresAcceptingAttending"] else None,
        "otherPreferredFacility": "Bayside University Hospital" if flags["requiresOtherFacility"] else None,
        "preferredTransportationMode": "Ground",
    }


def request_form(me: dict[str, Any], number: int = 0) -> Form:
    return {
        **asking(me, number),
        "referringPhysician": "Dr. Imani Rowan",
        "referringLocationNumber": "(555) 010-0142",
        "strokeLevel": "Level 1",
    }


def decline_form(me: dict[str, Any], number: int, *, offer: int = 1) -> Form:
    """The facility that was asked declined; ask this one."""
    return {**asking(me, number), "offer": offer, "reason": "No bed"}
