"""Synthetic requests for the demonstration."""

from typing import Any


def _asks(
    reason: str | None, *, breathing: bool | None, pressure: bool | None, another: bool | None, emergency: bool = False
) -> dict[str, Any]:
    return {
        "reason": reason,
        "isEmergency": emergency,
        "TeleICUConsultDetail": {
            "isChangeInRespiratoryStatus": breathing,
            "isChangeInBloodPressure": pressure,
            "isAnotherUnstableCondition": another,
        },
    }


SAMPLES: tuple[dict[str, Any], ...] = (
    _asks("Needs 60% oxygen since an hour, tiring", breathing=True, pressure=False, another=False),
    _asks("Septic, second vasopressor at its limit", breathing=False, pressure=True, another=False),
    _asks("New atrial fibrillation at 160, pressure 84/50", breathing=False, pressure=True, another=True),
    _asks("Ventilator settings for the night", breathing=False, pressure=False, another=False),
    _asks("Potassium 6.9 with a wide QRS", breathing=False, pressure=False, another=True),
    _asks(None, breathing=None, pressure=None, another=None, emergency=True),
    _asks("Cannot be ventilated by mask", breathing=True, pressure=None, another=None, emergency=True),
)
