/** The labels of the stroke request form. */
export const questions = {
  potentialThrombolytic: 'Potential Thrombolytic',
  suspectedLargeVesselOcclusion: 'Suspected Large Vessel Occlusion',
  edArrivalDate: 'ED Arrival Date',
  lastKnownWell: 'Last Known Well',
  nihss: 'NIHSS',
  notableSymptoms: 'Notable Symptoms',
  isOnAnticoagulants: 'Is the patient on anticoagulants?',
  anticoagulants: 'Anticoagulants',
  baselineFunctionalStatus: 'Baseline Functional Status',
  clinicalConcern: 'Clinical Concern',
} as const;
