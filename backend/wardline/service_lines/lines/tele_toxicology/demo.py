"""Synthetic requests for the demonstration."""

from typing import Any


def _asks(reason: str | None, *conditions: str, emergency: bool = False) -> dict[str, Any]:
    return {
        "reason": reason,
        "isEmergency": emergency,
        "TeleToxicologyConsultDetail": dict.fromkeys(conditions, True),
    }


SAMPLES: tuple[dict[str, Any], ...] = (
    _asks("Took about 15 g of paracetamol four hours ago", "isEnvenomation"),
    _asks("Copperhead bite to the left hand, swelling past the wrist", "isEnvenomation"),
    _asks("Opioid withdrawal, asks to start buprenorphine", "isAddictionRelated"),
    _asks("Carbon monoxide alarm at home, headache, COHb 18%", "isOther"),
    _asks("Amlodipine overdose after a relapse, pressure falling", "isEnvenomation", "isAddictionRelated"),
    _asks(None, emergency=True),
    _asks("Unknown tablets, seizing", "isEnvenomation", emergency=True),
)
