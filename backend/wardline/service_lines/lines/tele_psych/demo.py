"""Synthetic requests for the demonstration. Their times are shifted to that of the consult."""

from typing import Any


def _asks(*reasons: str, other: str | None = None) -> dict[str, Any]:
    return {"TelePsychConsultDetail": {**dict.fromkeys(reasons, True), "otherReason": other}}


SAMPLES: tuple[dict[str, Any], ...] = (
    _asks("isPrnMedicationRecommendations"),
    _asks("isComplexCaseRecommendations"),
    _asks("isComplexOrReevaluateNeedForInpatientBhuAdmissions"),
    _asks("isOutpatientReferralAndLevelOfCareRecommendations"),
    _asks("isManagementIntoxicationWithdrawalSymptomsRecommendations"),
    _asks("isPrnMedicationRecommendations", "isManagementIntoxicationWithdrawalSymptomsRecommendations"),
    _asks("isComplexCaseRecommendations", "isComplexOrReevaluateNeedForInpatientBhuAdmissions"),
    _asks(other="Capacity to refuse dialysis"),
    _asks("isComplexCaseRecommendations", other="Catatonia rating after the first dose of lorazepam"),
    _asks(other="Restarting clozapine after ten days without it"),
)
