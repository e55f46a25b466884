"""Synthetic requests for the demonstration."""

from typing import Any


def _request(reason: str | None, *conditions: str, emergency: bool = False) -> dict[str, Any]:
    return {
        "reason": reason,
        "isEmergency": emergency,
        "TeleToxicologyConsultDetail": dict.fromkeys(conditions, True),
    }


SAMPLES: tuple[dict[str, Any], ...] = (
    _request("Took about 15 g of acetaminophen four hours ago", "isEnvenomation"),
    _request("Copperhead bite to the left hand, swelling past the wrist", "isEnvenomation"),
    _request("Opioid withdrawal, wants to start buprenorphine", "isAddictionRelated"),
    _request("Carbon monoxide alarm at home, headache, COHb 18%", "isOther"),
    _request("Amlodipine overdose after a relapse, blood pressure dropping", "isEnvenomation", "isAddictionRelated"),
    _request(None, emergency=True),
    _request("Unknown ingestion, seizing", "isEnvenomation", emergency=True),
)
