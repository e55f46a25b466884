/** What triage asks, in the words of form and info row. */
export const questions = {
  chiefComplaint: 'Chief Complaint',
  vitalSigns: 'Vital Signs',
  jobDescription: 'Job Description',
} as const;
