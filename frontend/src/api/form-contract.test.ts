import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';

import { errorsOf } from '@/testing/shared-cases';

import { checkByContract, toFieldErrors } from './contract-form';
import cases from './contract/cases.gen.json';
import { lines } from './contract/lines.gen';
import { messages } from './contract/messages.gen';
import { asRules, bodyOf, checkForm } from './form-contract';

const schema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(5)),
  phone: z.string().check(z.regex(/^\(\d{3}\) \d{3}-\d{4}$/)),
  note: z.nullish(z.string()),
  nihss: z.nullish(z.int().check(z.gte(0), z.lte(42))),
  at: z.nullish(z.iso.datetime({ offset: true })),
  born: z.nullish(z.iso.date()),
  enumber: z.nullish(z.string().check(z.maxLength(11), z.regex(/^[0-9]{1,11}$/))),
  minutes: z.nullish(z.int().check(z.gte(1), z.lte(1440))),
  units: z.nullish(z.array(z.string()).check(z.minLength(1), z.maxLength(2))),
  list: z.nullish(z.object({ other: z.nullish(z.string().check(z.minLength(1))) })),
});

const contract = {
  rules: [],
  messages: {
    phone: messages.PHONE,
    nihss: messages.STROKE_SCALE_RANGE,
    born: messages.REAL_DATE,
    enumber: messages.DIGITS_ONLY,
    minutes: messages.CALL_LENGTH_MINIMUM,
    units: messages.SELECT_ONE,
  },
  above: { enumber: messages.ENUMBER_LENGTH, minutes: messages.CALL_LENGTH_MAXIMUM },
};

const valid = { name: 'Ada', phone: '(555) 010-0100' };

it('returns a trimmed request and omits blank values', () => {
  const { data, errors } = checkForm(
    { ...valid, name: ' Ada ', nihss: '', at: null, note: ' ', gone: undefined },
    schema,
    contract,
  );
  expect(data).toStrictEqual({ ...valid, at: null });
  expect([...errors]).toEqual([]);
});

it('keeps a blank text only if it marks a missing value', () => {
  const rules = [
    { kind: 'other_text', field: 'list.other', max: 5, message: 'which', tooLong: 'long' },
    { kind: 'required', field: 'reason', message: 'needed' },
  ] as const;
  const values = { reason: ' ', list: { selected: [], other: ' ' }, note: ' x ' };
  expect(bodyOf(values, rules)).toStrictEqual({ list: { selected: [], other: '' }, note: 'x' });
});

it('accepts location rules that have a kind and a field', () => {
  const rule = { kind: 'required', field: 'enumber', message: 'needed' };
  expect(asRules([{ kind: 'required' }, rule, { field: 'enumber' }, {}])).toEqual([rule]);
});

it.each(['5550100199', '(555)010-0199', '(555) 010-019', '(555) 010-01999', '+1 (555) 010-0199', '(555) O1O-0199'])(
  '[VAL-01] [INFO-46] [BCONST-13] accepts a phone number as (###) ###-#### but not as %s',
  async (phoneNumber) => {
    const validate = async (number: string) =>
      (await checkByContract('CheckInRequest', { roleId: 1, serviceLineId: 1, phoneNumber: number, primary: true }))
        .errors;
    expect([...(await validate(phoneNumber))]).toEqual([['phoneNumber', messages.PHONE]]);
    expect([...(await validate('(555) 010-0199'))]).toEqual([]);
  },
);

describe('the messages of the contract', () => {
  it.each([
    [{ phone: valid.phone }, { name: messages.REQUIRED }],
    [{ ...valid, name: '   ' }, { name: messages.REQUIRED }],
    [{ ...valid, name: 'Rosalind' }, { name: 'Must be at most 5 characters long.' }],
    [{ ...valid, phone: '(555) 010' }, { phone: messages.PHONE }],
    [{ ...valid, phone: '555 at 3' }, { phone: messages.PHONE }],
    [{ ...valid, units: [] }, { units: messages.REQUIRED }],
    [{ ...valid, units: ['a', 'b', 'c'] }, { units: messages.SELECT_ONE }],
    [{ ...valid, note: 5 }, { note: messages.INVALID }],
    [{ ...valid, nihss: -1 }, { nihss: messages.STROKE_SCALE_RANGE }],
    [{ ...valid, nihss: 43 }, { nihss: messages.STROKE_SCALE_RANGE }],
    [{ ...valid, nihss: 4.5 }, { nihss: messages.WHOLE_NUMBER }],
    [{ ...valid, nihss: '4.' }, { nihss: messages.WHOLE_NUMBER }],
    [{ ...valid, minutes: 0 }, { minutes: messages.CALL_LENGTH_MINIMUM }],
    [{ ...valid, minutes: 1441 }, { minutes: messages.CALL_LENGTH_MAXIMUM }],
    [{ ...valid, minutes: 1e20 }, { minutes: messages.CALL_LENGTH_MAXIMUM }],
    [{ ...valid, enumber: '123456789012' }, { enumber: messages.ENUMBER_LENGTH }],
    [{ ...valid, enumber: '12345 67890a' }, { enumber: messages.ENUMBER_LENGTH }],
    [{ ...valid, enumber: '12 34' }, { enumber: messages.DIGITS_ONLY }],
    [{ ...valid, enumber: '-5' }, { enumber: messages.DIGITS_ONLY }],
    [{ ...valid, born: '2000-02-30' }, { born: messages.REAL_DATE }],
    [{ ...valid, born: '05/06/80' }, { born: messages.FOUR_DIGIT_YEAR }],
    [{ ...valid, at: '2024-03-05T14:07:00' }, { at: messages.INVALID }],
    [{ ...valid, at: '03/05/2024 at ' }, { at: messages.DATE_AND_TIME }],
    [{ ...valid, at: '02/30/2024 at 1407' }, { at: messages.REAL_DATE }],
    [{ ...valid, at: '03/05/2024 at 2560' }, { at: messages.TIME_OF_DAY }],
    [{ ...valid, name: '🩺🩺🩺' }, {}],
  ])('%j', (values, errors) => {
    expect(Object.fromEntries(checkForm(values, schema, contract).errors)).toEqual(errors);
  });
});

it('reports a blank text next to a selected Other as missing', () => {
  const rules = [{ kind: 'other_text', field: 'list.other', max: 5, message: 'which', tooLong: 'long' }] as const;
  const { schemaErrors } = checkForm({ ...valid, list: { other: ' ' } }, schema, {
    rules,
    messages: { 'list.other': 'no' },
  });
  expect([...schemaErrors]).toEqual([['list.other', messages.REQUIRED]]);
});

it('reports a field once, with schema errors before rule errors', () => {
  const rules = [{ kind: 'required', field: 'name', message: 'rule' }] as const;
  const { errors } = checkForm({ phone: valid.phone }, schema, { ...contract, rules });
  expect([...errors]).toEqual([['name', messages.REQUIRED]]);
});

it('keeps the error of a group along with those of its fields', () => {
  const errors = new Map([
    ['detail.other', 'which'],
    ['detail', 'one'],
  ]);
  expect(toFieldErrors(errors)).toEqual({
    detail: { type: 'contract', message: 'one', other: { type: 'contract', message: 'which' } },
  });
});

it('[FPSYCH-01] [FPSYCH-02] [FPSYCH-03] [VAL-02] reports missing values of a psych request with the messages of the contract', async () => {
  const none = await checkByContract('TelePsychRequest', { callbackNumber: '', TelePsychConsultDetail: {} });
  expect(Object.fromEntries(none.errors)).toEqual({
    callbackNumber: messages.REQUIRED,
    TelePsychConsultDetail: messages.SELECT_ONE,
  });
  const blank = { callbackNumber: valid.phone, TelePsychConsultDetail: { otherReason: ' ' } };
  expect(Object.fromEntries((await checkByContract('TelePsychRequest', blank)).errors)).toEqual({
    'TelePsychConsultDetail.otherReason': messages.OTHER_REQUIRED,
  });
  const long = { callbackNumber: valid.phone, TelePsychConsultDetail: { otherReason: 'x'.repeat(256) } };
  expect(Object.fromEntries((await checkByContract('TelePsychRequest', long)).errors)).toEqual({
    'TelePsychConsultDetail.otherReason': 'The Other field cannot exceed 255 characters.',
  });
  long.TelePsychConsultDetail.otherReason = 'x'.repeat(255);
  expect((await checkByContract('TelePsychRequest', long)).errors.size).toBe(0);
});

it('[VAL-10] [VAL-17] applies the rules of a location like those of the contract', async () => {
  const rules = [{ kind: 'required', field: 'additionalData.enumber', message: 'needed' }] as const;
  const patient = { nameGiven: 'Ada', nameFamily: 'Lee', birthDate: '2000-02-30' };
  expect(Object.fromEntries((await checkByContract('PatientInput', patient, { rules })).errors)).toEqual({
    birthDate: messages.REAL_DATE,
    'additionalData.enumber': 'needed',
  });
});

describe('validates like the server', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const all = lines.flatMap((line) => {
    const shared = line.noteSchema === null ? [] : cases['stroke-note'];
    return [...cases[line.slug], ...shared].map((formCase) => ({ ...formCase, line }));
  });

  it.each(all)('$line.slug $form: $name', async ({ line, form, now, data, errors }) => {
    const schemas = {
      request: line.requestSchema,
      completion: line.completionSchema,
      signOff: line.signOff?.schema,
      note: line.noteSchema,
    };
    const schema = schemas[form as keyof typeof schemas] ?? null;
    if (schema === null) throw new Error(`${line.name} has no form ${form}.`);
    expect(await errorsOf(schema, { now, data })).toEqual(errors);
  });
});
