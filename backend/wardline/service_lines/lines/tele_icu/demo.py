"""Synthetic requests for the demonstration."""

from typing import Any


def _request(
    reason: str | None,
    *,
    respiratory: bool | None,
    blood_pressure: bool | None,
    another: bool | None,
    emergency: bool = False,
) -> dict[str, Any]:
    return {
        "reason": reason,
        "isEmergency": emergency,
        "TeleICUConsultDetail": {
            "isChangeInRespiratoryStatus": respiratory,
            "isChangeInBloodPressure": blood_pressure,
            "isAnotherUnstableCondition": another,
        },
    }


SAMPLES: tuple[dict[str, Any], ...] = (
    _request("FiO2 60% for the past hour, tiring out", respiratory=True, blood_pressure=False, another=False),
    _request("Septic shock, second vasopressor maxed out", respiratory=False, blood_pressure=True, another=False),
    _request(
        "New atrial fibrillation with RVR, HR 160, BP 84/50", respiratory=False, blood_pressure=True, another=True
    ),
    _request("Ventilator settings overnight", respiratory=False, blood_pressure=False, another=False),
    _request("Potassium 6.9 with a wide QRS", respiratory=False, blood_pressure=False, another=True),
    _request(None, respiratory=None, blood_pressure=None, another=None, emergency=True),
    _request(
        "Difficult airway, unable to bag-mask ventilate",
        respiratory=True,
        blood_pressure=None,
        another=None,
        emergency=True,
    ),
)
