"""Enumerations of tele-psych."""

from wardline.core.forms.choices import Choice


class PsychCompletionType(Choice):
    VIDEO = "video", "Video"
    PHONE_WITH_PATIENT = "phone only with patient", "Phone Only with Patient"
    PHONE_WITH_PROVIDER = "phone only with provider", "Phone Only with Provider"
    CANCELLED = "cancelled", "Cancelled"


class PsychCallReason(Choice):
    """The record's flags, in the order of the form."""

    PRN_MEDICATION = "isPrnMedicationRecommendations", "PRN Medication Recommendations"
    COMPLEX_CASE = "isComplexCaseRecommendations", "Complex Case Recommendations"
    BHU_ADMISSIONS = (
        "isComplexOrReevaluateNeedForInpatientBhuAdmissions",
        "Complex or Reevaluate Need for Inpatient BHU Admissions",
    )
    OUTPATIENT_REFERRAL = (
        "isOutpatientReferralAndLevelOfCareRecommendations",
        "Outpatient Referral and Level of Care Recommendations",
    )
    INTOXICATION = (
        "isManagementIntoxicationWithdrawalSymptomsRecommendations",
        "Management of Intoxication/Withdrawal Symptoms Recommendations",
    )
    OTHER = "otherReason", "Other"
