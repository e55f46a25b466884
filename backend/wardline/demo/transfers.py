"""Transfers in the demonstration's history: which patients, and their request forms."""

import random
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from wardline.demo import pools
from wardline.demo.scene import Destination, Unit
from wardline.transfers.choices import StrokeLevel, TransferState, TransportationMode

SEVERE: Final = 9
"""The stroke scale score from which patients are transferred here."""
FAR: Final = 60
"""Miles from which patients are flown."""


@dataclass(frozen=True, slots=True)
class Moving:
    """A consult whose patient is transferred to another hospital by a protocol of the unit."""

    line: str
    """The line's code."""
    unit: str
    """The unit's code."""
    ago: timedelta
    """When the consult was requested."""
    state: TransferState
    protocol: str = "LVO"
    """The purpose of the unit's protocol."""


_T = TransferState
MOVING: Final = (
    Moving("tele-stroke-regional", "fernwood-ed", timedelta(days=16, hours=5), _T.COMPLETED),
    Moving("tele-stroke", "millstone-ed", timedelta(days=9, hours=2), _T.COMPLETED),
    Moving("tele-stroke", "fernwood-ed", timedelta(days=4, hours=11), _T.COMPLETED, protocol="Thrombolytic"),
    Moving("tele-stroke", "alder-creek-ed", timedelta(hours=19), _T.COMPLETED),
    Moving("tele-stroke", "millstone-ed", timedelta(hours=3), _T.ACKNOWLEDGED),
    Moving("tele-stroke-regional", "alder-creek-ed", timedelta(hours=2), _T.ACKNOWLEDGED),
    Moving("tele-stroke", "fernwood-ed", timedelta(minutes=80), _T.REQUESTED),
    Moving("tele-stroke", "alder-creek-ed", timedelta(minutes=55), _T.REQUESTED),
    Moving("tele-stroke-regional", "fernwood-ed", timedelta(minutes=35), _T.REQUESTED, protocol="Thrombolytic"),
)


def is_severe(sample: dict[str, Any]) -> bool:
    """Whether a patient with this tele-stroke request is transferred."""
    return (sample["TeleStrokeConsultDetail"].get("nihss") or 0) >= SEVERE


def asked_form(chance: random.Random, unit: Unit, destination: Destination, protocol: str) -> dict[str, Any]:
    """The columns of a request form, with the fields that the chosen facility requires."""
    facility = destination.facility
    mode = TransportationMode.AIR if destination.miles > FAR else TransportationMode.GROUND
    level = StrokeLevel.LEVEL_1 if protocol == "LVO" else StrokeLevel.LEVEL_2
    asks_attending, asks_other = facility.requires_accepting_attending, facility.requires_other_facility
    return {
        "referring_physician": chance.choice(pools.PHYSICIANS),
        "referring_location_number": unit.row.phone_number,
        "preferred_facility_id": facility.id,
        "facility_location_id": facility.id,
        "accepting_attending_physician": chance.choice(pools.PHYSICIANS) if asks_attending else None,
        "other_preferred_facility": chance.choice(pools.OTHER_FACILITIES) if asks_other else None,
        "preferred_transportation_mode": mode.value,
        "stroke_level": level.value,
    }
