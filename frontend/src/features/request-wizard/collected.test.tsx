import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { makeMe } from '@/testing/me';
import { renderFeature } from '@/testing/render-app';
import { makeUnit } from '@/testing/wizard-network';

import { PatientForm } from './patient-form';
import { emptyPatient } from './wizard-data';

const numbered = (collect: boolean) => ({
  configurablePatientNumber: {
    collect,
    optional: true,
    label: 'Visit Number',
    labelKey: 'VISIT_LABEL',
    feedbackKey: 'VISIT_FEEDBACK',
    regexString: 'V[0-9]{4}',
    mask: { min: 1, max: 5, token: '*' as const },
    inputmode: 'numeric' as const,
  },
});

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
