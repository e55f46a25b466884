/** What a psych call may be about, in the order in which it is asked and shown. */
export const callReasons = [
  { flag: 'isPrnMedicationRecommendations', label: 'PRN Medication Recommendations' },
  { flag: 'isComplexCaseRecommendations', label: 'Complex Case Recommendations' },
  {
    flag: 'isComplexOrReevaluateNeedForInpatientBhuAdmissions',
    label: 'Complex or Reevaluate Need for Inpatient BHU Admissions',
  },
  {
    flag: 'isOutpatientReferralAndLevelOfCareRecommendations',
    label: 'Outpatient Referral and Level of Care Recommendations',
  },
  {
    flag: 'isManagementIntoxicationWithdrawalSymptomsRecommendations',
    label: 'Management of Intoxication/Withdrawal Symptoms Recommendations',
  },
] as const;
