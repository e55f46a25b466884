"""Synthetic requests for the demonstration."""

from typing import Any


def _request(reason: str) -> dict[str, Any]:
    return {"reason": reason, "isEmergency": False, "TeleHospitalistConsultDetail": {}}


SAMPLES: tuple[dict[str, Any], ...] = (
    _request("New admission: pneumonia, stable on 2 liters"),
    _request("Blood glucose above 350 twice, needs insulin orders"),
    _request("Pain not controlled after hip surgery"),
    _request("No urine output for eight hours, bladder scan 0 mL"),
    _request("Family asking about going home on hospice"),
    _request("Potassium 2.9 on the evening labs"),
)
