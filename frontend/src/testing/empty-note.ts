import { strokeNote } from '../api/contract/stroke-note.gen';

/** Every item of the scale with this score. */
export const scores = (score: number | null) => Object.fromEntries(strokeNote.nihss.map(({ name }) => [name, score]));
/** An empty answer to a multiple-choice question. */
export const none = { selected: [], other: null };
/** No item is untestable. */
export const unexplained = {
  leftArm: null,
  rightArm: null,
  leftLeg: null,
  rightLeg: null,
  limbAtaxia: null,
  dysarthria: null,
};

/** A new draft as the server creates it. */
export const emptyNote = {
  callLength: 12,
  videoStartTime: null,
  lastKnownWell: '2024-03-05T10:15:00Z',
  hpi: null,
  exam: null,
  nihss: { ...scores(null), notDone: false, explanations: unexplained, total: 0, untestable: 0, unscored: 15 },
  nihssComments: null,
  labs: strokeNote.labsDefault,
  labsNotDone: false,
  imaging: null,
  thrombolytic: {
    given: null,
    drug: null,
    dosage: null,
    timeGiven: null,
    delay: null,
    delayReason: none,
    notGivenReason: none,
    recommendations: null,
  },
  iaTherapy: { isCandidate: null, notCandidateReasons: none },
  diagnosis: none,
  disposition: none,
  transfer: null,
  totalTimeSpent: null,
  criticalPatient: null,
};
