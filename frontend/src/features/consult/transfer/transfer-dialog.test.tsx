import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { connectQueries } from '@/api/live';
import { makeEncounter, makeStrokeConsult, stroke } from '@/testing/make-consult';
import { makeFacility, makeProtocol, makeTransferRead, serveTransfer, transferFields } from '@/testing/make-transfer';
import { makeMe } from '@/testing/me';
import {
  choose,
  fieldsIn,
  fill,
  fillTransfer,
  findTransferDialog,
  mercy,
  optionsOf,
  other,
  press,
  sendTransfer,
  showTransferDialog,
  transferRequester,
  university,
} from '@/testing/show-transfer-dialog';
import { capitalized, transcribed } from '@/testing/transcribed';

const onScreen = { ignore: '.wl-visually-hidden' };

const location = () => screen.getByRole('combobox', { name: /^Facility Location/ });
const transferAt = (about: Parameters<typeof makeEncounter>[1]) =>
  makeStrokeConsult({ Encounter: makeEncounter(stroke, about), allowedActions: ['requestTransfer'] });

const labels = (fields: string) =>
  fields.split(', ').map((field) => capitalized(field.replace(/[A-Z]/g, (letter) => ` ${letter}`)));

/** As TRF-03 lists them. */
const all = labels(
  'referringPhysician, referringLocationNumber, preferredFacility, facilityLocation, acceptingAttendingPhysician, ' +
    'otherPreferredFacility, preferredTransportationMode, strokeLevel',
);
const [attending, anotherFacility] = labels('acceptingAttendingPhysician, otherPreferredFacility');

it('[TRF-02] [TRF-03] [TRF-04] [VAL-30] [VAL-31] opens the Transfer request modal with exactly the specified fields', async () => {
  const both = makeFacility(34, 'Both', { requiresAcceptingAttending: true, requiresOtherFacility: true });
  const me = makeMe({ ...transferRequester, preferredFacilities: [mercy, university, other, both] });
  await showTransferDialog({ me });
  const shown = async () => fieldsIn(await findTransferDialog());
  const without = (...hidden: (string | undefined)[]) => all.filter((label) => !hidden.includes(label));
  expect(await shown()).toEqual(without(attending, anotherFacility));
  for (const [facility, fields] of [
    [/^Both/, all],
    [/^Mercy/, without(attending, anotherFacility)],
    [/^University/, without(anotherFacility)],
    [/^Other/, without(attending)],
  ] as const) {
    await choose(facility);
    expect(await shown()).toEqual(fields);
  }
  expect(optionsOf(/^Preferred Transportation Mode/)).toEqual(
    transcribed('labels').TransportationMode.map(([, label]) => label),
  );
  expect(optionsOf(/^Stroke Level/)).toEqual(transcribed('labels').StrokeLevel.map(([, label]) => label));
});

describe('the facilities', () => {
  const now = [
    { ...makeFacility(31, 'Mercy', { requiresAcceptingAttending: true }), facilityInfo: 'Call the desk first.' },
    makeFacility(32, 'University Hospital'),
    makeFacility(99, 'Not mine'),
  ];
  it.each([
    ['what the server says now', now, /^Mercy/, /^University/, 'Call the desk first.'],
    ['what the user’s own data says if the server does not respond', null, /^University/, /^Mercy/, ''],
  ] as const)('[TRF-04] [TRF-05] ask for %s', async (_, facilities, asking, asksNothing, info) => {
    await showTransferDialog({ facilities });
    const fields = () => screen.queryAllByRole('textbox', { name: /^Accepting Attending/ });
    await choose(asking);
    await waitFor(() => expect(fields()).toHaveLength(1));
    const told = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(told.includes('Mercy: Call the desk first.')).toBe(info !== '');
    await choose(asksNothing);
    expect(fields()).toHaveLength(0);
    // Only the user's own facilities are offered.
    expect(optionsOf(/^Preferred Facility/).map((text) => text.replace('Comprehensive', ''))).toEqual([
      'Mercy',
      'Other',
      'University Hospital',
    ]);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it("[TRF-05] come in the order of the location's protocols, then by name, the first five at once", async () => {
    const names = ['Zion', 'Mercy', 'Alder', 'University Hospital', 'Birch', 'Cedar', 'Dogwood'];
    const preferredFacilities = names.map((name, index) => makeFacility(50 + index, name));
    const TransferProtocols = [
      makeProtocol('LVO', 'University Hospital', 42.5),
      makeProtocol('Thrombolytic', 'Mercy', 17),
      { ...makeProtocol('LVO', 'Alder', 3), serviceLineId: 10 },
    ];
    await showTransferDialog({ me: makeMe({ preferredFacilities }), consult: transferAt({ TransferProtocols }) });
    const nearest = [
      'MercyComprehensive · Thrombolytic, 17 miles',
      'University HospitalComprehensive · LVO, 42.5 miles',
    ];
    const rest = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Zion'].map((name) => `${name}Comprehensive`);
    expect(optionsOf(/^Preferred Facility/)).toEqual([...nearest, ...rest.slice(0, 3)]);
    await press('Show all 7 facilities');
    expect(optionsOf(/^Preferred Facility/)).toEqual([...nearest, ...rest]);
    expect(screen.queryByRole('button', { name: /^Show all/ })).not.toBeInTheDocument();
  });

  it("[TRF-05] end with the patient's own, however near the protocols say it is", async () => {
    const TransferProtocols = [makeProtocol('LVO', 'Mercy', 0), makeProtocol('Thrombolytic', 'Other', 42)];
    await showTransferDialog({ consult: transferAt({ facilityName: 'Mercy', TransferProtocols }) });
    expect(optionsOf(/^Preferred Facility/)).toEqual([
      'OtherComprehensive · Thrombolytic, 42 miles',
      'University HospitalComprehensive',
      'MercyComprehensive · LVO, 0 miles · The patient is here now',
    ]);
  });

  it('[TRF-05] name a facility of both protocols once, with the distance', async () => {
    const TransferProtocols = [makeProtocol('LVO', 'Other', 42), makeProtocol('Thrombolytic', 'Other', 42)];
    await showTransferDialog({ consult: transferAt({ TransferProtocols }) });
    expect(optionsOf(/^Preferred Facility/)).toEqual([
      'OtherComprehensive · LVO and Thrombolytic, 42 miles',
      'MercyComprehensive',
      'University HospitalComprehensive',
    ]);
  });
});

it("[TRF-05] offers the user's locations, and prefills the one of the chosen facility", async () => {
  const { sent } = await showTransferDialog();
  const options = () => within(location()).getAllByRole('option');
  expect(options().map(({ textContent }) => textContent)).toEqual([
    'Choose one',
    'University Hospital',
    'Mercy',
    'Mercy Annex',
    'Other',
  ]);
  expect(location()).toHaveValue('');
  await fillTransfer(/^University/);
  expect(location()).toHaveDisplayValue('University Hospital');
  await choose(/^Mercy/);
  expect(location()).toHaveDisplayValue('Mercy');
  await userEvent.selectOptions(location(), 'Mercy Annex');
  await sendTransfer();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ preferredFacility: 31, facilityLocation: 40 });
});

it.each([
  ['(555) 010-0140', '(555) 010-0140'],
  [null, '(555) 010-0100'],
])('[TRF-03] prefills the number of the location (%s), or the callback number: %s', async (phone, shown) => {
  await showTransferDialog({ consult: transferAt({ phoneNumberAtLocation: phone }) });
  expect(screen.getByRole('textbox', { name: /^Referring Location Number/ })).toHaveValue(shown);
});

it.each([
  [transferRequester.stringDictionary, 'Ground crews need the imaging disc.'],
  [{}, 'The patient travels by ground ambulance.'],
])('[TRF-06] says what to know about Ground, and nothing about Air: %j', async (stringDictionary, text) => {
  const { dialog } = await showTransferDialog({ me: makeMe({ ...transferRequester, stringDictionary }) });
  const notices = () =>
    dialog
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .filter((each) => each !== '');
  expect(notices()).toEqual([]);
  await choose('Ground');
  expect(notices()).toEqual([text]);
  await choose('Air');
  expect(notices()).toEqual([]);
});

it('[TRF-07] [TRF-16] sends exactly the answers, with two presses and no more answers than needed', async () => {
  const { sent, answer, reads, queryClient } = await showTransferDialog({
    consult: transferAt({ phoneNumberAtLocation: '(555) 010-0140' }),
  });
  serveTransfer(makeTransferRead()).reads.mockImplementation(() => new Promise(() => undefined));
  const disconnect = connectQueries(queryClient);
  await fillTransfer();
  answer.consult = makeStrokeConsult(transferFields(makeTransferRead()));
  await sendTransfer();
  expect(await screen.findByText('Transfer requested.', onScreen)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent).toEqual([
    {
      search: '',
      key: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      body: {
        referringPhysician: 'Dr. Ada Reyes',
        referringLocationNumber: '(555) 010-0140',
        preferredFacility: 31,
        facilityLocation: 31,
        preferredTransportationMode: 'Air',
        strokeLevel: 'Level 1',
      },
    },
  ]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Transfer' })).not.toBeInTheDocument());
  expect(reads).toHaveBeenCalledTimes(2);
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  // Before it can be fetched, the section shows the response.
  const section = await screen.findByRole('region', { name: 'Transfer' });
  expect(within(section).getByText('Requested', { selector: 'span' })).toBeInTheDocument();
  disconnect();
});

it('[VAL-34] [VAL-35] [VAL-36] drops what the next facility does not ask for', async () => {
  const { sent } = await showTransferDialog({ respond: () => HttpResponse.json({}, { status: 400 }) });
  await fillTransfer(/^University/);
  await fill(/^Accepting Attending/, 'Dr. Imani Cole');
  await choose(/^Other/);
  await fill(/^Other Preferred/, 'Lakeside');
  await sendTransfer();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ preferredFacility: 33, otherPreferredFacility: 'Lakeside' });
  expect(sent[0]?.body).not.toHaveProperty('acceptingAttendingPhysician');
  await choose(/^University/);
  expect(screen.getByRole('textbox', { name: /^Accepting Attending/ })).toHaveValue('');
  await fill(/^Accepting Attending/, 'Dr. Imani Cole');
  await sendTransfer();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body).toMatchObject({ preferredFacility: 32, acceptingAttendingPhysician: 'Dr. Imani Cole' });
  expect(sent[1]?.body).not.toHaveProperty('otherPreferredFacility');
});
