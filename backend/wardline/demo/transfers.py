"""Transfers in the demonstration's history: which patients, and their request forms."""

import random
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from wardline.demo import pools
from wardline.demo.scene import Destination, Unit
from wardline.transfers.choices import StrokeLevel, TransferState, TransportationMode
from wardline.transfers.schemas import DeclineTransfer, RequestTransfer

SEVERE: Final = 9
"""The stroke scale score from which patients are transferred."""
FAR: Final = 60
"""The distance in miles beyond which patients are flown."""
LVO: Final = "LVO"
Form = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Moving:
    """A consult whose patient is transferred to another hospital according to the unit's protocol."""

    line: str
    """The line's code."""
    unit: str
    """The unit's code."""
    ago: timedelta
    """How long ago the consult was requested."""
    state: TransferState
    protocol: str = LVO
    """The purpose of the unit's protocol."""
    declined: str | None = None
    """Why that facility declined after the acknowledgement; the one of the protocol for LVO is then asked."""
    cancelled: str | None = None
    """Why the consult was cancelled in the end, which closes the transfer."""


_T = TransferState
MOVING: Final = (
    Moving("tele-stroke-regional", "fernwood-ed", timedelta(days=16, hours=5), _T.COMPLETED),
    Moving("tele-stroke", "millstone-ed", timedelta(days=9, hours=2), _T.COMPLETED),
    Moving("tele-stroke", "fernwood-ed", timedelta(days=4, hours=11), _T.COMPLETED, protocol="Thrombolytic"),
    Moving(
        "tele-stroke",
        "millstone-ed",
        timedelta(days=2, hours=7),
        _T.ACKNOWLEDGED,
        cancelled="Family chose comfort care, patient stays here",
    ),
    Moving("tele-stroke", "alder-creek-ed", timedelta(hours=19), _T.COMPLETED),
    Moving("tele-stroke", "millstone-ed", timedelta(hours=3), _T.ACKNOWLEDGED),
    Moving(
        "tele-stroke",
        "fernwood-ed",
        timedelta(hours=2, minutes=30),
        _T.ACKNOWLEDGED,
        protocol="Thrombolytic",
        declined="CT scanner is out of service",
    ),
    Moving("tele-stroke-regional", "alder-creek-ed", timedelta(hours=2), _T.ACKNOWLEDGED),
    Moving("tele-stroke", "fernwood-ed", timedelta(minutes=80), _T.REQUESTED),
    Moving("tele-stroke", "alder-creek-ed", timedelta(minutes=55), _T.REQUESTED),
    Moving("tele-stroke-regional", "fernwood-ed", timedelta(minutes=35), _T.REQUESTED, protocol="Thrombolytic"),
)


def is_severe(sample: dict[str, Any]) -> bool:
    """Whether a patient with this tele-stroke request is transferred."""
    return (sample["TeleStrokeConsultDetail"].get("nihss") or 0) >= SEVERE


def request_form(rng: random.Random, unit: Unit, destination: Destination, protocol: str) -> RequestTransfer:
    """Ask the destination, with the fields that it requires."""
    level = StrokeLevel.LEVEL_1 if protocol == LVO else StrokeLevel.LEVEL_2
    return RequestTransfer.model_validate(
        {
            "referringPhysician": rng.choice(pools.PHYSICIANS),
            "referringLocationNumber": unit.row.phone_number,
            "strokeLevel": level.value,
            **_asked(rng, destination),
        }
    )


def decline_form(rng: random.Random, reason: str, destination: Destination) -> DeclineTransfer:
    """Why the first facility declined; the destination is asked instead."""
    return DeclineTransfer.model_validate({"offer": 1, "reason": reason, **_asked(rng, destination)})


def _asked(rng: random.Random, destination: Destination) -> Form:
    facility = destination.facility
    mode = TransportationMode.AIR if destination.miles > FAR else TransportationMode.GROUND
    needs_attending, needs_other_facility = facility.requires_accepting_attending, facility.requires_other_facility
    return {
        "preferredFacility": facility.id,
        "facilityLocation": facility.id,
        "acceptingAttendingPhysician": rng.choice(pools.PHYSICIANS) if needs_attending else None,
        "otherPreferredFacility": rng.choice(pools.OTHER_FACILITIES) if needs_other_facility else None,
        "preferredTransportationMode": mode.value,
    }
