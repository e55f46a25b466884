/** Triage's questions, as labeled in the form and the info row. */
export const questions = {
  chiefComplaint: 'Chief Complaint',
  vitalSigns: 'Vital Signs',
  jobDescription: 'Job Description',
} as const;
