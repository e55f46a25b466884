"""Synthetic requests for the demonstration."""

from typing import Any


def _request(
    reason: str, *, respiratory: bool | None, blood_pressure: bool | None, another: bool | None
) -> dict[str, Any]:
    return {
        "reason": reason,
        "isEmergency": False,
        "TeleCOVIDConsultDetail": {
            "isChangeInRespiratoryStatus": respiratory,
            "isChangeInBloodPressure": blood_pressure,
            "isAnotherUnstableCondition": another,
        },
    }


SAMPLES: tuple[dict[str, Any], ...] = (
    _request("Day 6, SpO2 89% on room air", respiratory=True, blood_pressure=False, another=False),
    _request(
        "On tacrolimus, needs an antiviral: dosing and alternatives?",
        respiratory=False,
        blood_pressure=False,
        another=False,
    ),
    _request("Tested positive on admission, not examined yet", respiratory=None, blood_pressure=None, another=None),
    _request("Fever again after four afebrile days", respiratory=False, blood_pressure=None, another=True),
    _request(
        "High-flow nasal cannula at 50 L/min, prone since this morning",
        respiratory=True,
        blood_pressure=True,
        another=False,
    ),
)
