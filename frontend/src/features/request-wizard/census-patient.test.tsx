import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import type { CensusPatientRead, LocationRead } from '@/api/generated/types.gen';
import { pasteInto } from '@/testing/paste-into';
import { renderApp } from '@/testing/render-app';
import { makeCensusPatient, makeRequester, makeUnit, requiredFields, wizardNetwork } from '@/testing/wizard-network';
import { storeWizard } from '@/testing/wizard-tab';

/** Chooses this census patient in the patient step, at a facility whose other unit collects nothing. */
async function choose(patient: CensusPatientRead, unit: LocationRead = makeUnit({ id: 11 })) {
  wizardNetwork({ units: [makeUnit({ id: 12, unit: 'ED' }), unit], census: [patient] });
  const { router } = renderApp('/request/location', { me: makeRequester() });
  await userEvent.click(await screen.findByRole('button', { name: /North Campus/ }));
  await userEvent.click(await screen.findByRole('button', { name: /Franklin/ }));
  return router;
}

const next = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }));
const back = async () => userEvent.click(await screen.findByRole('link', { name: 'Back' }));

const idNumber = { field: 'Patient.additionalData.enumber', browserOnly: false } as const;
/** The server's rules for a unit that collects an ID number. */
const requiredIdNumber: LocationRead['patientRules'] = [
  {
    ...idNumber,
    kind: 'required',
    message: 'This field is required.',
    when: [{ field: 'record.hasNumber', values: [true], negated: true }],
  },
  { ...idNumber, kind: 'cleared', when: [{ field: 'record.hasNumber', values: [true], negated: false }] },
];

it('filters the census by unit, and shows all units again', async () => {
  const units = [makeUnit({ id: 11 }), makeUnit({ id: 12, unit: 'ED' })];
  const { censusRequests } = wizardNetwork({ units, census: [makeCensusPatient()] });
  renderApp('/request/location', { me: makeRequester() });
  await userEvent.click(await screen.findByRole('button', { name: /North Campus/ }));
  const filter = await screen.findByLabelText('Unit');
  await waitFor(() => expect(censusRequests.at(-1)?.ids).toEqual([11, 12]));
  await userEvent.selectOptions(filter, 'ED');
  await waitFor(() => expect(censusRequests.at(-1)?.ids).toEqual([12]));
  await userEvent.selectOptions(filter, 'All units');
  expect(await screen.findByRole('button', { name: /Franklin/ })).toHaveTextContent(/\d{4} \(\d+ years\) · Female/);
  expect(filter).toHaveValue('');
});

describe('a census patient', () => {
  it('[WIZ-13] [WIZ-47] requires only the information that the EHR does not have', async () => {
    const unit = makeUnit(
      { id: 11, patientRules: requiredFields('Patient.gender', 'additionalData.faxNumber') },
      { collectPatientSex: true, collectFaxNumber: true },
    );
    const router = await choose(makeCensusPatient(), unit);
    const fax = await screen.findByLabelText(/Fax Number/);
    for (const [label, value] of [
      ['First Name', 'Rosalind'],
      ['Last Name', 'Franklin'],
      ['Date of Birth', '07/25/1950'],
      ['Sex', 'Female'],
      ['Unit', 'ICU'],
    ] as const) {
      expect(screen.getByLabelText(label)).toHaveValue(value);
      expect(screen.getByLabelText(label)).toHaveAttribute('readonly');
    }
    expect(fax).toHaveFocus();
    await pasteInto(fax, '5550100177');
    await next();
    await waitFor(() => expect(router.state.location.pathname).toBe('/request/service'));
    await back();
    expect(await screen.findByLabelText(/Fax Number/)).toHaveValue('(555) 010-0177');
  });

  it('[WIZ-47] never requires an ID number if the record has one, whatever its format', async () => {
    const numbered = [{ system: 'https://wardline.example/identifiers/patient', value: 'POP-002597' }];
    const unit = makeUnit(
      { id: 11, patientRules: [...requiredIdNumber, ...requiredFields('additionalData.faxNumber')] },
      { collectPatientEnumber: true, collectFaxNumber: true },
    );
    const router = await choose(makeCensusPatient({ identifiers: numbered }), unit);
    const fax = await screen.findByLabelText(/Fax Number/);
    expect(screen.getByLabelText('ID Number')).toHaveValue('POP-002597');
    expect(screen.getByLabelText('ID Number')).toHaveAttribute('readonly');
    await pasteInto(fax, '5550100177');
    await next();
    await waitFor(() => expect(router.state.location.pathname).toBe('/request/service'));
  });

  it('[WIZ-47] skips the form if the unit collects only an ID number', async () => {
    const numbered = [{ system: 'https://wardline.example/identifiers/patient', value: 'POP-002597' }];
    const unit = makeUnit({ id: 11, patientRules: requiredIdNumber }, { collectPatientEnumber: true });
    const router = await choose(makeCensusPatient({ identifiers: numbered }), unit);
    await waitFor(() => expect(router.state.location.pathname).toBe('/request/service'));
    await back();
    expect(await screen.findByRole('button', { name: /Franklin/ })).toBeInTheDocument();
  });

  it.each([
    ['a first name', makeCensusPatient({ firstName: '' }), /^First Name/, 'Rosa', 'Rosa'],
    ['a last name', makeCensusPatient({ lastName: ' ' }), /^Last Name/, 'Marsh', 'Marsh'],
    ['a birth date', makeCensusPatient({ dob: null }), /^Date of Birth/, '07251950', '07/25/1950'],
    ['an ID number', makeCensusPatient({ identifiers: [] }), /^ID Number/, '4711', '4711'],
  ] as const)('[WIZ-47] [VAL-17] without %s can be completed manually', async (_gap, patient, label, typed, shown) => {
    const unit = makeUnit({ id: 11, patientRules: requiredIdNumber }, { collectPatientEnumber: true });
    const router = await choose(patient, unit);
    const gap = await screen.findByLabelText(label);
    await userEvent.clear(gap);
    await userEvent.type(gap, typed);
    expect(screen.getByLabelText(label)).toBe(gap);
    expect(gap).toHaveValue(shown);
    expect(gap).not.toHaveAttribute('readonly');
    await next();
    await waitFor(() => expect(router.state.location.pathname).toBe('/request/service'));
  });
});

it('[WIZ-19] [WIZ-20] starts with the form, without loading a census, if no unit of the facility has one', async () => {
  const units = [makeUnit({ id: 11, emrIntegrated: false }), makeUnit({ id: 12, unit: 'ED', emrIntegrated: false })];
  const { censusRequests } = wizardNetwork({ units });
  storeWizard({ patient: null, serviceLineId: null });
  renderApp('/request/patient', { me: makeRequester() });
  expect(await screen.findByLabelText(/^First Name/)).toHaveValue('');
  expect(screen.queryByRole('radio', { checked: true })).not.toBeInTheDocument();
  expect(censusRequests).toEqual([]);
});
