"""Synthetic requests for the demonstration. Their times are shifted to the time of the consult."""

from typing import Any


def _acute(*, emergency: bool = False, **answers: Any) -> dict[str, Any]:
    return {
        "reason": None,
        "isEmergency": emergency,
        "AcuteStrokeConsultDetail": {
            "isAcute": True,
            "lastKnownWell": "2026-03-04T10:30:00Z",
            "symptomDiscovery": "2026-03-04T11:15:00Z",
            "nihss": 8,
            "contraindications": None,
            "isOnAnticoagulants": False,
            "anticoagulants": {"selected": [], "other": None},
            **answers,
        },
    }


def _follow_up(reason: str) -> dict[str, Any]:
    return {"reason": reason, "isEmergency": False, "AcuteStrokeConsultDetail": {"isAcute": False}}


SAMPLES: tuple[dict[str, Any], ...] = (
    _acute(),
    _acute(nihss=21, symptomDiscovery="2026-03-04T10:40:00Z", contraindications="Hip replacement nine days ago"),
    _acute(
        lastKnownWell=None,
        nihss=5,
        isOnAnticoagulants=True,
        anticoagulants={"selected": ["Rivaroxaban Oral"], "other": None},
    ),
    _acute(
        nihss=None,
        isOnAnticoagulants=True,
        anticoagulants={"selected": ["Heparin SQ/IV"], "other": "Argatroban until Monday"},
    ),
    _acute(isOnAnticoagulants=None, nihss=0, contraindications="Glucose 48 mg/dL, being corrected"),
    _acute(emergency=True, lastKnownWell=None, symptomDiscovery=None, nihss=None, isOnAnticoagulants=None),
    _follow_up("Day 2 after thrombolysis: when to start an antiplatelet?"),
    _follow_up("MRI is back, two small embolic infarcts"),
    _follow_up("Speech worse again since noon, BP 160/90"),
)
