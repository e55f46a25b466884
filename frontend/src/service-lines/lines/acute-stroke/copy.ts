/** The questions of the short stroke forms, as labeled in the form and the info row. */
export const questions = {
  lastKnownWell: 'Last Known Well',
  symptomDiscovery: 'Symptom Discovery',
  nihss: 'NIHSS',
  contraindications: 'Contraindications to IV Thrombolysis',
  isOnAnticoagulants: 'On Anticoagulants',
  anticoagulants: 'Which Anticoagulants',
} as const;

/** By the record's `isAcute`. */
export const kinds = [
  { value: true, label: 'Acute' },
  { value: false, label: 'Follow-up' },
] as const;
