import { HttpResponse } from 'msw';

import type { SignOffNoteRead } from '@/api/generated/types.gen';
import { linesOf } from '@/shared/lib/rich-text';

import { emptyNote, scores } from './empty-note';
import { CONSULT_ID, dana, makeEncounter, makeStrokeConsult, stroke } from './make-consult';
import { makeMe } from './me';
import { mockEndpoint, refusal } from './show-consult';
import { note as signedNote } from './sign-offs';

const LOCK = '/signoff-note/requestLock';
const SAVE = '/signoff-note/save';
const SIGN = '/sign-signoff-note';

/** The author of the note, with everything needed to sign. */
export const writer = makeMe({ ...dana, medipacId: 'M-17' });

/** A completed consult with an editable note; its patient is Rosa Marsh, in a different time zone from the test's. */
export const strokeConsult = makeStrokeConsult({
  Encounter: makeEncounter(stroke, { timeZone: 'America/New_York' }),
  state: 'completed',
  completeType: 'video',
  completedByUser: dana,
  completedAt: '2024-03-05T14:00:00Z',
  allowedActions: ['editSignoffNote'],
});

/** A valid draft. */
export const completeNote = {
  ...emptyNote,
  videoStartTime: '2024-03-05T13:30:00Z',
  hpi: linesOf(['Weakness since breakfast.']),
  exam: linesOf(['Right arm drifts.']),
  nihss: { ...emptyNote.nihss, ...scores(0), facialPalsy: 1, rightArm: 2, total: 3, unscored: 0 },
  labs: linesOf(['Glucose: 104'], 'bullet'),
  imaging: linesOf(['No hemorrhage.']),
  thrombolytic: {
    ...emptyNote.thrombolytic,
    given: true,
    drug: 'Tenecteplase',
    dosage: '20 mg',
    timeGiven: '2024-03-05T13:40:00Z',
    delay: true,
    delayReason: { selected: ['Initial refusal'], other: null },
    recommendations: linesOf(['Monitor.']),
  },
  iaTherapy: { isCandidate: false, notCandidateReasons: { selected: [], other: 'No occlusion' } },
  diagnosis: { selected: ['Dizziness'], other: null },
  disposition: { selected: ['Continue current admission status'], other: null },
  transfer: linesOf(['No transfer.']),
  totalTimeSpent: 40,
  criticalPatient: false,
};

/** A note in progress, last saved at this second. */
export function draftNote(content: object = emptyNote, second = 0): SignOffNoteRead {
  const version = {
    version: 1,
    docStatus: 'Draft',
    docType: 'Note',
    content,
    contentSha256: null,
    pdfStatus: null,
    undeliveredReason: null,
    sentToEmr: false,
    emrDelivery: null,
  } as const;
  const createdAt = `2024-03-05T14:02:${String(second).padStart(2, '0')}Z`;
  return {
    consultId: CONSULT_ID,
    status: 'Draft',
    lockedBy: dana.id,
    lockedAt: createdAt,
    lockedUser: { firstName: dana.firstName, lastName: dana.lastName },
    signatory: null,
    signedOffAt: null,
    pdfStatus: null,
    faxRequest: null,
    documentVersions: [{ ...version, author: dana, createdAt }],
  };
}

type Respond = () => Response | Promise<Response>;

/** The server's responses, which a test may change while the note is open. */
export interface NoteResponses {
  lock: Respond;
  save: Respond;
  sign: Respond;
}

/** Mocks a note's endpoints and records the order of the requests; `path` is the endpoint with which the line signs. */
export function serveNote(content: object = emptyNote, path = SIGN) {
  const order: string[] = [];
  let second = 0;
  const responses: NoteResponses = {
    lock: () => HttpResponse.json(draftNote(content, second)),
    save: () => {
      second += 1;
      return HttpResponse.json(draftNote(content, second));
    },
    sign: () => HttpResponse.json(signedNote),
  };
  const recorded = (name: keyof NoteResponses) => () => {
    order.push(name);
    return responses[name]();
  };
  return {
    order,
    responses,
    locks: mockEndpoint('post', LOCK, recorded('lock')),
    saves: mockEndpoint('post', SAVE, recorded('save')),
    signatures: mockEndpoint('post', path, recorded('sign')),
  };
}

/** The error when another user is writing the note. */
export const taken = (code: string, details: object = {}) => refusal(409, { code, ...details });
export const KIM = { lockedUser: { firstName: 'Kim', lastName: 'Fox' }, lockedAt: '2024-03-05T14:01:00Z' };
