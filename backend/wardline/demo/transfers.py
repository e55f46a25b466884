"""Transfers in the demonstration's history: which patients, and their request forms."""

import random
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from wardline.demo import pools
from wardline.demo.scene import Destination, Unit
from wardline.transfers.choices import StrokeLevel, TransferState, TransportationMode

SEVERE: Final = 9
"""The stroke scale score from which patients are transferred."""
FAR: Final = 60
"""The distance in miles beyond which patients are flown."""


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


def transfer_form(rng: random.Random, unit: Unit, destination: Destination, protocol: str) -> dict[str, Any]:
    """The columns of a request form, with the fields that the chosen facility requires."""
    facility = destination.facility
    mode = TransportationMode.AIR if destination.miles > FAR else TransportationMode.GROUND
    level = StrokeLevel.LEVEL_1 if protocol == "LVO" else StrokeLevel.LEVEL_2
    needs_attending, needs_other_facility = facility.requires_accepting_attending, facility.requires_other_facility
    return {
        "referring_physician": rng.choice(pools.PHYSICIANS),
        "referring_location_number": unit.row.phone_number,
        "preferred_facility_id": facility.id,
        "facility_location_id": facility.id,
        "accepting_attending_physician": rng.choice(pools.PHYSICIANS) if needs_attending else None,
        "other_preferred_facility": rng.choice(pools.OTHER_FACILITIES) if needs_other_facility else None,
        "preferred_transportation_mode": mode.value,
        "stroke_level": level.value,
    }
