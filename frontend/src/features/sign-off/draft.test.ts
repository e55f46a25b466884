import { expect, it } from 'vitest';

import { linesOf } from '@/shared/lib/rich-text';
import { dana } from '@/testing/make-consult';

import { draftOf, keptContent, keptValues, savedValues } from './draft';

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
  hpi: linesOf(['Weak since breakfast.', '']),
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

it('[SIGN-12] [SIGN-03] a draft that nobody touched goes back as it came', () => {
  expect(draftOf(savedValues(version(stored)))).toEqual(stored);
});

it('[SIGN-12] shows what is not answered as a blank field, and Other as ticked only where it was', () => {
  const values = savedValues(version(stored));
  expect(values).toMatchObject({ exam: '', nihss: { rightArm: '', explanations: { rightArm: '' } } });
  expect(values.thrombolytic).toEqual({
    given: '',
    delayReason: { selected: [], other: null },
    notGivenReason: { selected: [], other: '' },
  });
  expect(values.diagnosis).toEqual({ selected: ['Stroke'], other: 'Neglect' });
});

it('[SIGN-12] leaves a text with bullets and emphasis as it is, white space and all', () => {
  const text = {
    lines: [{ kind: 'bullet', indent: 2, runs: [{ text: ' Weak ', bold: true, italic: false }] }],
  };
  expect(savedValues(version({ hpi: text })).hpi).toBe(text);
  expect(draftOf({ hpi: text, exam: linesOf(['']) })).toEqual({ hpi: text, exam: linesOf(['']) });
});

it('leaves out what the server does not store: NUL, other control characters and halves of a character', () => {
  const typed = `5${NUL} mg${HALF}\u0007`;
  expect(draftOf({ thrombolytic: { dosage: typed }, diagnosis: { selected: [], other: typed } })).toEqual({
    thrombolytic: { dosage: '5 mg' },
    diagnosis: { selected: [], other: '5 mg' },
  });
});

it('[NOTE-52] [SIGN-12] keeps what is half typed, and what is no number', () => {
  const typed = { callLength: '12x', lastKnownWell: '03/0 14', totalTimeSpent: 1.5 };
  expect(draftOf(typed)).toEqual(typed);
});

it('is a copy, which later typing does not change', () => {
  const values = { thrombolytic: { dosage: '5 mg' } };
  const draft = draftOf(values);
  values.thrombolytic.dosage = '50 mg';
  expect(draft).toEqual({ thrombolytic: { dosage: '5 mg' } });
});

it('begins with nothing of a draft that is no form', () => {
  expect(savedValues(version(null))).toEqual({});
  expect(savedValues(version('text'))).toEqual({});
});

it('brings back what was typed over just this draft, or over a save that was under way, and nothing over another one', () => {
  const kept = { basedOn: '2024-03-05T14:02:00Z', values: { nihssComments: 'Typed' } };
  expect(keptValues(kept, version(stored))).toEqual({ nihssComments: 'Typed' });
  expect(keptValues(kept, version(stored, '2024-03-05T14:02:05Z'))).toBeNull();
  expect(keptValues(null, version(stored))).toBeNull();
  const underWay = { ...kept, sent: draftOf(savedValues(version(stored))) };
  expect(keptValues(underWay, version(stored, '2024-03-05T14:02:05Z'))).toEqual({ nihssComments: 'Typed' });
  expect(keptValues({ basedOn: '2024-03-05T14:02:00Z', values: 'text' }, version(stored))).toBeNull();
});

it('shows what was kept, as it would be stored, unless it stands in the draft', () => {
  const kept = { values: savedValues(version(stored)) };
  expect(keptContent(kept)).toEqual(stored);
  expect(keptContent(kept, version({ ...stored, callLength: 13 }))).toEqual(stored);
  expect(keptContent(kept, version(stored))).toBeNull();
  expect(keptContent(null)).toBeNull();
  expect(keptContent({ values: 'text' }, version(stored))).toBeNull();
});
