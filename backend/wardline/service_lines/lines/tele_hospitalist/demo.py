"""Synthetic requests for the demonstration."""

from typing import Any


def _asks(reason: str) -> dict[str, Any]:
    return {"reason": reason, "isEmergency": False, "TeleHospitalistConsultDetail": {}}


SAMPLES: tuple[dict[str, Any], ...] = (
    _asks("New admission: pneumonia, stable on 2 liters"),
    _asks("Blood glucose above 350 twice, insulin orders"),
    _asks("Pain not controlled after hip surgery"),
    _asks("No urine for eight hours, bladder scan empty"),
    _asks("Family asks about going home on hospice"),
    _asks("Potassium 2.9 on the evening labs"),
)
