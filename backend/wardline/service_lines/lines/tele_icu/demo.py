"""Synthetic requests for the demonstration."""

from typing import Any


def _request(
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
    _request("On 60% oxygen for the past hour, tiring", breathing=True, pressure=False, another=False),
    _request("Septic, second vasopressor at its limit", breathing=False, pressure=True, another=False),
    _request("New atrial fibrillation at 160, BP 84/50", breathing=False, pressure=True, another=True),
    _request("Ventilator settings for the night", breathing=False, pressure=False, another=False),
    _request("Potassium 6.9 with a wide QRS", breathing=False, pressure=False, another=True),
    _request(None, breathing=None, pressure=None, another=None, emergency=True),
    _request("Unable to ventilate by mask", breathing=True, pressure=None, another=None, emergency=True),
)
