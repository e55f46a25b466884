"""Synthetic requests for the demonstration."""

from typing import Any


def _asks(reason: str, *, breathing: bool | None, pressure: bool | None, another: bool | None) -> dict[str, Any]:
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
    _asks("Day six, saturation 89% on room air", breathing=True, pressure=False, another=False),
    _asks("Antiviral with tacrolimus: dose and alternatives", breathing=False, pressure=False, another=False),
    _asks("Positive on admission, not yet examined", breathing=None, pressure=None, another=None),
    _asks("Fever back after four days without", breathing=False, pressure=None, another=True),
    _asks("High flow at 50 l/min, prone since this morning", breathing=True, pressure=True, another=False),
)
