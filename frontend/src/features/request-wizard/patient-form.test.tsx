import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { makeMe } from '@/testing/me';
import { pasteInto } from '@/testing/paste-into';
import { renderFeature } from '@/testing/render-app';
import { makeUnit, requiredFields, visitNumber } from '@/testing/wizard-network';

import { PatientForm } from './patient-form';
import { emptyPatient, type PatientValues } from './wizard-data';

const plain = makeUnit({ id: 11, unit: 'ICU' });

/** Shorter than the field's limit, so that other characters can surround it. */
const numberRules = [
  {
    kind: 'matches' as const,
    field: 'Patient.additionalData.patientNumber',
    pattern: 'V[0-9]{3}|W[0-9]{3}',
    message: 'Visit Number is invalid.',
  },
];

const collecting = makeUnit(
  {
    id: 12,
    unit: 'ED',
    patientRules: [
      ...requiredFields(
        'Patient.gender',
        'Patient.additionalData.enumber',
        'additionalData.hospitalName',
        'additionalData.faxNumber',
      ),
      ...numberRules,
    ],
  },
  {
    collectPatientSex: true,
    collectPatientEnumber: true,
    collectHospitalName: true,
    collectFaxNumber: true,
    configurablePatientNumber: visitNumber,
  },
);

function showForm(units = [plain], { locationId = 11, stringDictionary = {} } = {}) {
  const onDone = vi.fn<(values: PatientValues) => void>();
  renderFeature(
    <PatientForm
      units={units}
      initial={{ ...emptyPatient, locationId: units.length === 1 ? locationId : '' }}
      emr={null}
      onChange={() => undefined}
      onDone={onDone}
    />,
    { me: makeMe({ stringDictionary }) },
  );
  return onDone;
}

const type = (label: RegExp, text: string) => userEvent.type(screen.getByLabelText(label), text);
const next = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }));
const errors = async () => {
  const links = within(await screen.findByRole('alert')).getAllByRole('link');
  return links.map((link) => link.textContent);
};

const REQUIRED = 'This field is required.';

it('[VAL-06] [VAL-07] [VAL-08] [VAL-27] [WIZ-20] requires names, birth date and unit', async () => {
  const onDone = showForm([plain, collecting]);
  await next();
  expect(await errors()).toEqual([
    `Unit: ${REQUIRED}`,
    `First Name: ${REQUIRED}`,
    `Last Name: ${REQUIRED}`,
    `Date of Birth: ${REQUIRED}`,
  ]);
  expect(onDone).not.toHaveBeenCalled();
});

/** Enters a birth date and returns its error. */
async function refusalOf(typed: string) {
  const field = screen.getByLabelText(/Date of Birth/);
  await userEvent.clear(field);
  await userEvent.type(field, typed);
  await next();
  return (await errors()).filter((error) => error.startsWith('Date of Birth')).join();
}

describe('the birth date', () => {
  it('[VAL-09] [VAL-10] must be complete, with a four-digit year', async () => {
    showForm();
    expect(await refusalOf('0102195')).toBe('Date of Birth: Enter the year with four digits.');
    expect(await refusalOf('5/6/80')).toBe('');
    expect(await refusalOf('0102')).toBe('Date of Birth: Enter a valid date.');
    const field = screen.getByLabelText(/Date of Birth/);
    expect(await refusalOf('12151950')).toBe('');
    await userEvent.type(field, '{Backspace}', { initialSelectionStart: 5, initialSelectionEnd: 5 });
    expect(field).toHaveValue('12/1/1950');
    expect(await errors()).toContain('Date of Birth: Enter a valid date.');
  });

  it("[VAL-10] [VAL-11] [VAL-13] must be a real date, not in the future, and not before the wizard's earliest", async () => {
    showForm();
    expect(await refusalOf('02302000')).toBe('Date of Birth: Enter a valid date.');
    expect(await refusalOf('02291900')).toBe('Date of Birth: Enter a valid date.');
    expect(await refusalOf('01012099')).toBe('Date of Birth: Must not be in the future.');
    expect(await refusalOf('01011900')).toBe('Date of Birth: Must not be before 01/02/1900.');
  });

  it("[VAL-11] [VAL-13] can be today in the patient's time zone, or the wizard's earliest date", async () => {
    // In New York, where the unit is, it is still the evening of the previous day.
    vi.setSystemTime('2026-03-05T02:00:00Z');
    onTestFinished(() => void vi.useRealTimers());
    const onDone = showForm();
    await type(/First Name/, 'Ada');
    await type(/Last Name/, 'Lovelace');
    expect(await refusalOf('03052026')).toBe('Date of Birth: Must not be in the future.');
    expect(onDone).not.toHaveBeenCalled();
    await userEvent.clear(screen.getByLabelText(/Date of Birth/));
    await type(/Date of Birth/, '03042026');
    await next();
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(onDone.mock.lastCall?.[0].Patient.birthDate).toBe('2026-03-04');
    await userEvent.clear(screen.getByLabelText(/Date of Birth/));
    await type(/Date of Birth/, '01021900');
    await next();
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(2));
    expect(onDone.mock.lastCall?.[0].Patient.birthDate).toBe('1900-01-02');
  });
});

it('[VAL-44] [VAL-06] [VAL-07] [VAL-25] treats blank names as unanswered, and rejects names that are too long', async () => {
  const onDone = showForm([collecting], { locationId: 12 });
  const labels = ['First Name', 'Last Name', 'Hospital Name'];
  for (const label of labels) await type(new RegExp(`^${label}`), '   ');
  await next();
  expect(await errors()).toEqual(expect.arrayContaining(labels.map((label) => `${label}: ${REQUIRED}`)));
  for (const label of labels) await pasteInto(screen.getByLabelText(new RegExp(`^${label}`)), 'x'.repeat(256));
  const tooLong = labels.map((label) => `${label}: Must be at most 255 characters long.`);
  await waitFor(async () => expect(await errors()).toEqual(expect.arrayContaining(tooLong)));
  expect(screen.getAllByText('256 of 255 characters', { selector: '[data-figures]' })).toHaveLength(labels.length);
  expect(onDone).not.toHaveBeenCalled();
});

describe('what the unit collects', () => {
  it('[WIZ-21] [VAL-15] is asked only for that unit', async () => {
    showForm([plain, collecting]);
    expect(screen.queryByRole('group', { name: /^Sex/ })).not.toBeInTheDocument();
    const labels = [/^Visit Number/, /^ID Number/, /^Hospital Name/, /^Fax Number/];
    await userEvent.click(screen.getByRole('radio', { name: 'ICU' }));
    for (const label of labels) expect(screen.queryByLabelText(label)).not.toBeInTheDocument();
    expect(screen.queryByRole('group', { name: /^Sex/ })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('radio', { name: 'ED' }));
    for (const label of labels) expect(screen.getByLabelText(label)).toBeInTheDocument();
    const sexes = within(screen.getByRole('group', { name: /^Sex/ })).getAllByRole('radio');
    expect(sexes.map((sex) => sex.closest('label')?.textContent)).toEqual(['Male', 'Female', 'Other', 'Unknown']);
  });

  it('[VAL-14] [VAL-17] [VAL-20] [VAL-25] [VAL-26] is required, except for an optional number', async () => {
    showForm([collecting], { locationId: 12 });
    await type(/First Name/, 'Ada');
    await type(/Last Name/, 'Lovelace');
    await type(/Date of Birth/, '12101990');
    await next();
    expect(await errors()).toEqual(
      expect.arrayContaining(
        ['Sex', 'ID Number', 'Hospital Name', 'Fax Number'].map((label) => `${label}: ${REQUIRED}`),
      ),
    );
    expect(await errors()).toHaveLength(4);
  });

  it('[VAL-19] [VAL-26] [INFO-46] requires 1 to 11 digits for the ID number, and a complete fax number', async () => {
    showForm([collecting], { locationId: 12 });
    await type(/^ID Number/, '123456789012');
    await pasteInto(screen.getByLabelText(/^Fax Number/), '555010');
    expect(screen.getByLabelText(/^Fax Number/)).toHaveValue('(555) 010');
    await next();
    expect(await errors()).toContain('ID Number: Must be between 1 and 11 characters long');
    expect(await errors()).toContain('Fax Number: Enter a valid phone number.');
    await type(/^ID Number/, '{Backspace>12/}47a11');
    await waitFor(async () => expect(await errors()).toContain('ID Number: Digits only.'));
    await type(/^ID Number/, '{Backspace>5/}12345678901');
    await waitFor(async () => expect((await errors()).join()).not.toContain('ID Number'));
  });

  it('[VAL-21] [VAL-22] [WIZ-22] rejects a number that does not match the entire pattern', async () => {
    showForm([collecting], { locationId: 12 });
    expect(screen.getByLabelText(/^Visit Number/)).toHaveAttribute('inputmode', 'numeric');
    const refusal = 'Visit Number: Visit Number is invalid.';
    for (const [typed, fits] of Object.entries({ xW123: false, V123: true, V123x: false })) {
      await userEvent.clear(screen.getByLabelText(/^Visit Number/));
      await type(/^Visit Number/, typed);
      await next();
      await waitFor(async () => expect((await errors()).includes(refusal)).toBe(!fits));
    }
  });

  it("[VAL-23] [VAL-24] [WIZ-22] [VAL-22] says how many digits are required, or shows the unit's own message if it has one", async () => {
    const field = 'Patient.additionalData.patientNumber';
    const length = 'Must be between 3 and 5 digits long';
    const [wristband, chart] = ['Copy it from the wristband.', 'It is on the chart.'];
    const unitWith = (id: number, unit: string, feedback: string | null, feedbackKey?: string) => {
      const rule = { kind: 'matches' as const, field, pattern: '[0-9]{3,5}', message: length };
      const number = { collect: true, label: 'Chart Number', feedback, feedbackKey };
      const mask = { min: 3, max: 5, token: '#' as const };
      return makeUnit({ id, unit, patientRules: [rule] }, { configurablePatientNumber: { ...number, mask } });
    };
    showForm(
      [
        unitWith(31, 'North', null),
        unitWith(32, 'South', wristband),
        unitWith(33, 'East', null, 'CHART'),
        unitWith(34, 'West', wristband, 'CHART'),
        unitWith(35, 'Center', ''),
      ],
      { stringDictionary: { CHART: chart } },
    );
    await userEvent.click(screen.getByRole('radio', { name: 'North' }));
    expect(screen.getByLabelText(/^Chart Number/)).toHaveAttribute('maxlength', '5');
    await type(/^Chart Number/, '12');
    await next();
    expect(await errors()).toContain(`Chart Number: ${length}`);
    for (const [unit, feedback] of Object.entries({ South: wristband, East: chart, West: chart, Center: length })) {
      await userEvent.click(screen.getByRole('radio', { name: unit }));
      await waitFor(async () => expect(await errors()).toContain(`Chart Number: ${feedback}`));
    }
  });

  it.each([
    [{ VISIT_LABEL: 'FIN', VISIT_FEEDBACK: 'A FIN is V and four digits.' }, 'FIN: A FIN is V and four digits.'],
    [{ VISIT_LABEL: 'FIN $$1', VISIT_FEEDBACK: '' }, 'FIN $$1: FIN $$1 is invalid.'],
  ])('[WIZ-22] [VAL-22] labels the number as in the dictionary %j, and masks it', async (stringDictionary, refusal) => {
    showForm([collecting], { locationId: 12, stringDictionary });
    expect(screen.getByLabelText(/^FIN/)).toHaveAttribute('inputmode', 'numeric');
    expect(screen.getByLabelText(/^FIN/)).toHaveAttribute('maxlength', '5');
    await type(/^FIN/, '1');
    await next();
    expect(await errors()).toContain(refusal);
  });
});
