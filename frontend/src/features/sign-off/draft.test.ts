import { expect, it } from 'vitest';

import { linesOf } from '@/shared/lib/rich-text';
import { dana } from '@/testing/make-consult';

import { draftOf, unsavedContent, restoredValues, savedValues } from './draft';

const NUL = String.fromCodePoint(0);
const HALF = String.fromCodePoint(0xd83d);

const version = (content: unknown, createdAt = '2024-03-05T14:02:00Z') => ({
  version: 1,
  docStatus: 'Draft' as const,
  docType: 'Note' as const,
  content,
  contentSha256: null,
  pdfStatus: null,
  undeliveredReason: null,
  sentToEmr: false,
  emrDelivery: null,
  author: dana,
  createdAt,
});

const stored = {
  callLength: 12,
  hpi: linesOf(['Weakness since breakfast.', '']),
  exam: null,
  labsNotDone: false,
  nihss: { loc: 0, leftArm: -1, rightArm: null, explanations: { leftArm: 'Cast', rightArm: null }, total: 0 },
  thrombolytic: {
    given: null,
    delayReason: { selected: [], other: null },
    notGivenReason: { selected: [], other: '' },
  },
  diagnosis: { selected: ['Stroke'], other: 'Neglect' },
};

it('[SIGN-12] [SIGN-03] an untouched draft round-trips unchanged', () => {
  expect(draftOf(savedValues(version(stored)))).toEqual(stored);
});

it('[SIGN-12] shows unanswered fields as empty, and Other as selected only if it was', () => {
  const values = savedValues(version(stored));
  expect(values).toMatchObject({ exam: '', nihss: { rightArm: '', explanations: { rightArm: '' } } });
  expect(values.thrombolytic).toEqual({
    given: '',
    delayReason: { selected: [], other: null },
    notGivenReason: { selected: [], other: '' },
  });
  expect(values.diagnosis).toEqual({ selected: ['Stroke'], other: 'Neglect' });
});

it('[SIGN-12] leaves rich text unchanged, including white space', () => {
  const text = {
    lines: [{ kind: 'bullet', indent: 2, runs: [{ text: ' Weak ', bold: true, italic: false }] }],
  };
  expect(savedValues(version({ hpi: text })).hpi).toBe(text);
  expect(draftOf({ hpi: text, exam: linesOf(['']) })).toEqual({ hpi: text, exam: linesOf(['']) });
});

it('removes what the server does not store: NUL, other control characters and unpaired surrogates', () => {
  const typed = `5${NUL} mg${HALF}\u0007`;
  expect(draftOf({ thrombolytic: { dosage: typed }, diagnosis: { selected: [], other: typed } })).toEqual({
    thrombolytic: { dosage: '5 mg' },
    diagnosis: { selected: [], other: '5 mg' },
  });
});

it('[NOTE-52] [SIGN-12] keeps incomplete input and invalid numbers', () => {
  const typed = { callLength: '12x', lastKnownWell: '03/0 14', totalTimeSpent: 1.5 };
  expect(draftOf(typed)).toEqual(typed);
});

it('is a copy, which later input does not change', () => {
  const values = { thrombolytic: { dosage: '5 mg' } };
  const draft = draftOf(values);
  values.thrombolytic.dosage = '50 mg';
  expect(draft).toEqual({ thrombolytic: { dosage: '5 mg' } });
});

it('is empty for content that is not a form', () => {
  expect(savedValues(version(null))).toEqual({});
  expect(savedValues(version('text'))).toEqual({});
});

it('restores unsaved input if it is based on this draft or on a save in flight, but not on a different draft', () => {
  const saved = { basedOn: '2024-03-05T14:02:00Z', values: { nihssComments: 'Typed' } };
  expect(restoredValues(saved, version(stored))).toEqual({ nihssComments: 'Typed' });
  expect(restoredValues(saved, version(stored, '2024-03-05T14:02:05Z'))).toBeNull();
  expect(restoredValues(null, version(stored))).toBeNull();
  const sending = { ...saved, sent: draftOf(savedValues(version(stored))) };
  expect(restoredValues(sending, version(stored, '2024-03-05T14:02:05Z'))).toEqual({ nihssComments: 'Typed' });
  expect(restoredValues({ basedOn: '2024-03-05T14:02:00Z', values: 'text' }, version(stored))).toBeNull();
});

it("returns the unsaved input in the server's format, unless the draft already contains it", () => {
  const saved = { values: savedValues(version(stored)) };
  expect(unsavedContent(saved)).toEqual(stored);
  expect(unsavedContent(saved, version({ ...stored, callLength: 13 }))).toEqual(stored);
  expect(unsavedContent(saved, version(stored))).toBeNull();
  expect(unsavedContent(null)).toBeNull();
  expect(unsavedContent({ values: 'text' }, version(stored))).toBeNull();
});
