/** What neurology asks, in the words of form, dialog and info row. */
export const questions = {
  neuroPatientId: 'Patient ID',
  physicianName: 'Referring Physician',
  physicianNumber: 'Physician Phone',
} as const;
