import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { renderFeature } from '@/testing/render-app';
import { makeMe } from '@/testing/me';
import { makeUnit, requiredFields } from '@/testing/wizard-network';

import { PatientForm } from './patient-form';
import { emptyPatient, type PatientValues } from './wizard-data';

const plain = makeUnit({ id: 11, unit: 'ICU' });

const number = {
  collect: true,
  optional: true,
  label: 'Visit Number',
  labelKey: 'VISIT_LABEL',
  feedbackKey: 'VISIT_FEEDBACK',
  regexString: 'V[0-9]{4}',
  mask: { min: 1, max: 5, token: '*' as const },
  inputmode: 'numeric' as const,
};

const numberRules = [
  {
    kind: 'matches' as const,
    field: 'Patient.additionalData.patientNumber',
    pattern: 'V[0-9]{4}',
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
    configurablePatientNumber: number,
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
  const banner = await screen.findByRole('alert');
  return within(banner)
    .getAllByRole('link')
    .map((link) => link.textContent);
};

const REQUIRED = 'This field is required.';

it('[VAL-06] [VAL-07] [VAL-08] [VAL-27] wants names, birth date and unit', async () => {
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

describe('the birth date', () => {
  it.each([
    ['VAL-09', '0102195', 'Enter the year with four digits.'],
    ['VAL-09', '5/6/80', 'Enter the year with four digits.'],
    ['VAL-09', '0102', 'Enter a real date.'],
    ['VAL-10', '02302000', 'Enter a real date.'],
    ['VAL-11', '01012099', 'Must not be in the future.'],
    ['VAL-13', '01011900', 'Must not be before 01/02/1900.'],
  ])('[%s] is not %s', async (_row, typed, message) => {
    showForm();
    await type(/Date of Birth/, typed);
    await next();
    expect(await errors()).toContain(`Date of Birth: ${message}`);
  });

  it.each([
    [
      'VAL-11',
      () =>
        new Intl.DateTimeFormat('en-US', {
          timeZone: 'America/New_York',
          year: 'numeric',
          month: '2-digit',
          day: '2-digit',
        }).format(new Date()),
    ],
    ['VAL-13', () => '01/02/1900'],
  ])('[%s] may be the last or the first day', async (_row, day) => {
    const onDone = showForm();
    await type(/First Name/, 'Ada');
    await type(/Last Name/, 'Lovelace');
    await type(/Date of Birth/, day());
    await next();
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  });
});

describe('what the unit collects', () => {
  it('[WIZ-21] is asked there and nowhere else', async () => {
    showForm([plain, collecting]);
    const labels = [/^Visit Number/, /^ID Number/, /^Hospital Name/, /^Fax Number/];
    await userEvent.click(screen.getByRole('radio', { name: 'ICU' }));
    for (const label of labels) expect(screen.queryByLabelText(label)).not.toBeInTheDocument();
    expect(screen.queryByRole('group', { name: /^Sex/ })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('radio', { name: 'ED' }));
    for (const label of labels) expect(screen.getByLabelText(label)).toBeInTheDocument();
    expect(within(screen.getByRole('group', { name: /^Sex/ })).getAllByRole('radio')).toHaveLength(4);
  });

  it('[VAL-14] [VAL-17] [VAL-20] [VAL-25] [VAL-26] is required, but for an optional number', async () => {
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

  it('[VAL-19] takes 1 to 11 digits for the ID number', async () => {
    showForm([collecting], { locationId: 12 });
    await type(/^ID Number/, '123456789012');
    await next();
    expect(await errors()).toContain('ID Number: Must be between 1 and 11 characters long');
  });

  it('[VAL-21] [VAL-22] says that an entered number does not fit the whole pattern', async () => {
    showForm([collecting], { locationId: 12 });
    expect(screen.getByLabelText(/^Visit Number/)).toHaveAttribute('inputmode', 'numeric');
    await type(/^Visit Number/, 'xV123');
    await next();
    expect(await errors()).toContain('Visit Number: Visit Number is invalid.');
  });

  it('[WIZ-22] words the number as the user’s dictionary does', async () => {
    const stringDictionary = { VISIT_LABEL: 'FIN', VISIT_FEEDBACK: 'A FIN is V and four digits.' };
    showForm([collecting], { locationId: 12, stringDictionary });
    await type(/^FIN/, '1');
    await next();
    expect(await errors()).toContain('FIN: A FIN is V and four digits.');
  });
});
