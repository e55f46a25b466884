import { strokeNote } from '../../src/api/contract/stroke-note.gen';

const MINUTE = 60_000;

/** So many minutes ago. */
export const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();

const lines = (kind: 'paragraph' | 'bullet', ...texts: readonly string[]) => ({
  lines: texts.map((text) => ({ kind, indent: 0, runs: [{ text, bold: false, italic: false }] })),
});
const unscored = Object.fromEntries(strokeNote.nihss.map(({ name }) => [name, null]));
const scored = Object.fromEntries(strokeNote.nihss.map(({ name }) => [name, 0]));
const unexplained = {
  leftArm: null,
  rightArm: null,
  leftLeg: null,
  rightLeg: null,
  limbAtaxia: null,
  dysarthria: null,
};
const none = { selected: [], other: null };

/** A stroke note as the server begins it. */
export const begun = {
  callLength: 24,
  videoStartTime: null,
  lastKnownWell: ago(140),
  hpi: null,
  exam: null,
  nihss: { ...unscored, notDone: false, explanations: unexplained, total: 0, untestable: 0, unscored: 15 },
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

/** One with which nothing is wrong. */
export const written = {
  ...begun,
  videoStartTime: ago(64),
  hpi: lines(
    'paragraph',
    'Sudden right-sided weakness and trouble finding words at breakfast, seen by the spouse.',
    'No recent surgery, no bleeding, no anticoagulant.',
  ),
  exam: lines('paragraph', 'Awake, follows simple commands. Naming impaired. Right facial droop, drift on the right.'),
  nihss: {
    ...begun.nihss,
    ...scored,
    facialPalsy: 1,
    rightArm: 2,
    rightLeg: 1,
    bestLanguage: 1,
    leftArm: -1,
    explanations: { ...unexplained, leftArm: 'Cast after a fracture' },
    total: 5,
    untestable: 1,
    unscored: 0,
  },
  nihssComments: 'Scored by video with the bedside nurse.',
  labs: lines('bullet', 'Glucose: 118', 'Platelets: 231', 'INR: 1.0'),
  imaging: lines('paragraph', 'CT without hemorrhage. CTA with distal left M2 occlusion.'),
  thrombolytic: {
    ...begun.thrombolytic,
    given: true,
    drug: 'Tenecteplase',
    dosage: '19 mg',
    timeGiven: ago(52),
    delay: false,
    recommendations: lines('bullet', 'Blood pressure below 180/105 for 24 hours', 'No antithrombotics for 24 hours'),
  },
  iaTherapy: { isCandidate: true, notCandidateReasons: none },
  diagnosis: { selected: ['Stroke'], other: null },
  disposition: { selected: ['Transfer for intra-arterial intervention'], other: null },
  transfer: lines('paragraph', 'Accepted for thrombectomy evaluation; CT and CTA sent ahead.'),
  totalTimeSpent: 45,
  criticalPatient: true,
};
