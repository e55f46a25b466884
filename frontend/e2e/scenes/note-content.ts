import { emptyNote, none, scores, unexplained } from '../../src/testing/empty-note';

const MINUTE = 60_000;

/** The time this many minutes ago. */
export const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();

const lines = (kind: 'paragraph' | 'bullet', ...texts: readonly string[]) => ({
  lines: texts.map((text) => ({ kind, indent: 0, runs: [{ text, bold: false, italic: false }] })),
});

/** A new stroke note as the server creates it. */
export const newNote = { ...emptyNote, callLength: 24, lastKnownWell: ago(140) };

/** A valid stroke note. */
export const validNote = {
  ...newNote,
  videoStartTime: ago(64),
  hpi: lines(
    'paragraph',
    'Sudden right-sided weakness and word-finding difficulty at breakfast, witnessed by spouse.',
    'No recent surgery, no bleeding, no anticoagulant.',
  ),
  exam: lines('paragraph', 'Awake, follows simple commands. Naming impaired. Right facial droop, right-sided drift.'),
  nihss: {
    ...newNote.nihss,
    ...scores(0),
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
    ...newNote.thrombolytic,
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
