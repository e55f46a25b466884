"""Synthetic requests for the demonstration."""

from typing import Any


def _request(reason: str, *, breathing: bool | None, pressure: bool | None, another: bool | None) -> dict[str, Any]:
    return {
        "reason": reason,
        "isEmergency": False,
        "TeleCOVIDConsultDetail": {
            "isChangeInRespiratoryStatus": breathing,
            "isChangeInBloodPressure": pressure,
            "isAnotherUnstableCondition": another,
        },
    }


SAMPLES: tuple[dict[str, Any], ...] = (
    _request("Day six, saturation 89% on room air", breathing=True, pressure=False, another=False),
    _request("Antiviral with tacrolimus: dose and alternatives", breathing=False, pressure=False, another=False),
    _request("Positive on admission, not yet examined", breathing=None, pressure=None, another=None),
    _request("Fever returned after four days without one", breathing=False, pressure=None, another=True),
    _request("High flow at 50 L/min, prone since this morning", breathing=True, pressure=True, another=False),
)
