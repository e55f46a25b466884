import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { makeMe } from '@/testing/me';
import { renderFeature } from '@/testing/render-app';
import { makeUnit, visitNumber } from '@/testing/wizard-network';

import { PatientForm } from './patient-form';
import { emptyPatient } from './wizard-data';

const numbered = (collect: boolean) => ({ configurablePatientNumber: { ...visitNumber, collect } });

it.each([
  [{ collectPatientSex: true }, 'Sex'],
  [{ collectPatientEnumber: true }, 'ID Number'],
  [{ collectHospitalName: true }, 'Hospital Name'],
  [{ collectFaxNumber: true }, 'Fax Number'],
  [numbered(true), 'Visit Number'],
  [numbered(false), null],
])('[WIZ-21] a unit that switches on %j is asked %s and nothing more', (features, asked) => {
  renderFeature(
    <PatientForm
      units={[makeUnit({ id: 12 }, features)]}
      initial={{ ...emptyPatient, locationId: 12 }}
      emr={null}
      onChange={() => undefined}
      onDone={() => undefined}
    />,
    { me: makeMe() },
  );
  const fields = ['Sex', 'ID Number', 'Hospital Name', 'Fax Number', 'Visit Number'].filter(
    (field) => screen.queryByText(new RegExp(`^${field}`)) !== null,
  );
  expect(fields).toEqual(asked === null ? [] : [asked]);
});
