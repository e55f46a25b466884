"""Synthetic requests for the demonstration. Their times are shifted to the time of the consult."""

from typing import Any


def _request(*reasons: str, other: str | None = None) -> dict[str, Any]:
    return {"TelePsychConsultDetail": {**dict.fromkeys(reasons, True), "otherReason": other}}


SAMPLES: tuple[dict[str, Any], ...] = (
    _request("isPrnMedicationRecommendations"),
    _request("isComplexCaseRecommendations"),
    _request("isComplexOrReevaluateNeedForInpatientBhuAdmissions"),
    _request("isOutpatientReferralAndLevelOfCareRecommendations"),
    _request("isManagementIntoxicationWithdrawalSymptomsRecommendations"),
    _request("isPrnMedicationRecommendations", "isManagementIntoxicationWithdrawalSymptomsRecommendations"),
    _request("isComplexCaseRecommendations", "isComplexOrReevaluateNeedForInpatientBhuAdmissions"),
    _request(other="Capacity to refuse dialysis"),
    _request("isComplexCaseRecommendations", other="Catatonia, reassessment after the first dose of lorazepam"),
    _request(other="Restarting clozapine after ten days of missed doses"),
)
