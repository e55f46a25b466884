import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import type { LocationRead } from '@/api/generated/types.gen';
import { makeMe } from '@/testing/me';
import { pasteInto } from '@/testing/paste-into';
import { renderFeature } from '@/testing/render-app';
import { makeUnit, requiredFields, visitNumber } from '@/testing/wizard-network';

import { PatientForm } from './patient-form';
import { emptyPatient } from './wizard-data';

const numbered = (collect: boolean) => ({ configurablePatientNumber: { ...visitNumber, collect } });

function show(unit: LocationRead) {
  renderFeature(
    <PatientForm
      units={[unit]}
      initial={{ ...emptyPatient, locationId: 12 }}
      emr={null}
      onChange={() => undefined}
      onDone={() => undefined}
    />,
    { me: makeMe() },
  );
}

it.each([
  [{ collectPatientSex: true }, 'Sex'],
  [{ collectPatientEnumber: true }, 'ID Number'],
  [{ collectHospitalName: true }, 'Hospital Name'],
  [{ collectFaxNumber: true }, 'Fax Number'],
  [numbered(true), 'Visit Number'],
  [numbered(false), null],
])(
  '[WIZ-21] [VAL-14] [VAL-17] [VAL-25] [VAL-26] for a unit with %j asks for %s and nothing else',
  (features, asked) => {
    show(makeUnit({ id: 12 }, features));
    const fields = ['Sex', 'ID Number', 'Hospital Name', 'Fax Number', 'Visit Number'].filter(
      (field) => screen.queryByText(new RegExp(`^${field}`)) !== null,
    );
    expect(fields).toEqual(asked === null ? [] : [asked]);
  },
);

it.each([true, false])(
  "[VAL-20] [VAL-42] [WIZ-21] [WIZ-22] the unit's own number can be left out if it is optional: %s",
  async (optional) => {
    const patientRules = optional ? [] : requiredFields('Patient.additionalData.patientNumber');
    const number = { ...visitNumber, optional, mask: null };
    show(makeUnit({ id: 12, patientRules }, { configurablePatientNumber: number }));
    const field = screen.getByLabelText<HTMLInputElement>(/^Visit Number/);
    expect(field.required).toBe(!optional);
    const said = () =>
      within(screen.getByRole('alert'))
        .getAllByRole('link')
        .flatMap(({ textContent }) => (textContent.startsWith('Visit Number') ? [textContent] : []));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('alert');
    expect(said()).toEqual(optional ? [] : ['Visit Number: This field is required.']);
    await pasteInto(field, '7'.repeat(256));
    await waitFor(() => expect(said()).toEqual(['Visit Number: Must be at most 255 characters long.']));
  },
);
