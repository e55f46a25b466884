/** Neurology's questions, as labeled in the form, the dialog and the info row. */
export const questions = {
  neuroPatientId: 'Patient ID',
  physicianName: 'Referring Physician',
  physicianNumber: 'Physician Phone',
} as const;
