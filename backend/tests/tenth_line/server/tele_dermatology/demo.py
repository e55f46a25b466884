"""Fictional requests for the demonstration."""

from typing import Any

SAMPLES: tuple[dict[str, Any], ...] = (
    {
        "isEmergency": False,
        "TeleDermatologyConsultDetail": {"bodySite": "trunk", "isSpreading": True, "growth": "A hand's width a day"},
    },
    {
        "isEmergency": False,
        "TeleDermatologyConsultDetail": {"bodySite": "face", "isSpreading": False, "growth": None},
    },
)

SIGN_OFFS: tuple[dict[str, Any], ...] = ({"photographs": "Two, sharp"},)
