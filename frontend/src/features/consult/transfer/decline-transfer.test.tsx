import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { refreshStale } from '@/api/live';
import { currentDrafts } from '@/drafts/dirty-forms';
import { clearOfferedDrafts, offerDraft } from '@/drafts/saved-drafts';
import { factsIn } from '@/testing/facts';
import { CONSULT_ID, dana, makeStrokeConsult } from '@/testing/make-consult';
import { kim, makeTransferRead, serveTransfer, transferFields } from '@/testing/make-transfer';
import { permissions } from '@/testing/me';
import { refusal, showConsult } from '@/testing/show-consult';
import { asked, askedNext, fillDecline, findDeclineDialog, openDecline } from '@/testing/show-decline-dialog';
import {
  choose,
  fieldsIn,
  fill,
  optionsOf,
  press,
  serveFacilities,
  transferRequester,
} from '@/testing/show-transfer-dialog';
import { speedUpTimers } from '@/testing/speed-up-timers';

const HELP_DESK = 'Contact Help Desk.';
const at = '2024-03-05T14:05:00Z';
const offCall = { ...transferRequester, rbacPermissions: permissions('Request Transfer') };

// Excludes the live region, which has the same text as the toast for screen readers.
const onScreen = { ignore: '.wl-visually-hidden' };

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

const send = () => press('Ask Next Facility');

it('[TRF-08] asks why the facility declined and which is next, those that have not declined first', async () => {
  const { disconnect } = await openDecline();
  expect(fieldsIn(await findDeclineDialog())).toEqual([
    'Why did Mercy decline?',
    'Preferred Facility',
    'Facility Location',
    'Preferred Transportation Mode',
  ]);
  expect(optionsOf(/^Preferred Facility/)).toEqual([
    'University HospitalComprehensive · Thrombolytic, 42 miles',
    'OtherComprehensive · LVO, 5 miles · Declined this transfer',
    'MercyComprehensive · Declined this transfer',
  ]);
  // How the patient travels does not change just because the facility does.
  expect(screen.getByRole('radio', { name: 'Ground' })).toBeChecked();
  disconnect();
});

it('[TRF-08] sends the reason, the number of the offer and the next facility, and shows both', async () => {
  const { sent, served, disconnect } = await openDecline();
  await fillDecline();
  served.answer.transfer = askedNext;
  await send();
  expect(await screen.findByText('Next facility asked.', onScreen)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent).toEqual([
    {
      search: '',
      key: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      body: {
        offer: 2,
        reason: 'On divert',
        preferredFacility: 32,
        facilityLocation: 32,
        acceptingAttendingPhysician: 'Dr. Imani Cole',
        preferredTransportationMode: 'Ground',
      },
    },
  ]);
  const facts = factsIn(screen.getByRole('region', { name: 'Transfer' }));
  expect(facts).toContainEqual(['Preferred Facility', 'University Hospital']);
  expect(facts.slice(-2)).toEqual([
    ['Declined by Other (Mercy West)', 'No bed (Kim Fox, 2:01pm Mar 5, 2024)'],
    ['Declined by Mercy', 'On divert (Kim Fox, 2:02pm Mar 5, 2024)'],
  ]);
  // The button is still there, because this facility may decline, too.
  expect(screen.getByRole('button', { name: 'Facility Declined' })).toHaveFocus();
  disconnect();
});

it('[VAL-29] [VAL-34] [VAL-35] requires the reason and what the next facility asks for, and sends nothing', async () => {
  const { sent, dialog, disconnect } = await openDecline(undefined, makeTransferRead());
  const errors = async (...expected: string[]) => {
    await send();
    await waitFor(() => {
      const links = within(dialog.getByRole('alert')).getAllByRole('link');
      expect(links.map(({ textContent }) => textContent)).toEqual(expected);
    });
  };
  const required = 'This field is required.';
  await errors(
    `Why did Mercy decline? ${required}`,
    `Preferred Facility: ${required}`,
    `Facility Location: ${required}`,
  );
  await choose(/^University/);
  await fill(/^Why did/, 'x'.repeat(256));
  await errors(
    'Why did Mercy decline? Must be at most 255 characters long.',
    `Accepting Attending Physician: ${required}`,
  );
  await choose(/^Other/);
  await errors('Why did Mercy decline? Must be at most 255 characters long.', `Other Preferred Facility: ${required}`);
  expect(sent).toEqual([]);
  disconnect();
});

it('[TRF-19] keeps everything if there is no response, and repeats the same request', async () => {
  let respond: () => Response = () => HttpResponse.error();
  const { sent, dialog, disconnect } = await openDecline(() => respond());
  await fillDecline();
  speedUpTimers();
  await send();
  expect(await screen.findByText(HELP_DESK, {}, { timeout: 60_000 })).toBeInTheDocument();
  expect(await dialog.findByText('This may not have been saved.')).toBeInTheDocument();
  expect(dialog.getByRole('textbox', { name: /^Why did/ })).toHaveValue('On divert');
  respond = () => HttpResponse.json(askedNext);
  await send();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  disconnect();
});

it('[ERR-19] says who asked another facility first, keeps what was typed, and starts anew afterwards', async () => {
  const first = { declinedByUser: kim, declinedAt: '2024-03-05T14:02:00Z' };
  let respond: () => Response = () => refusal(409, { code: 'offer_changed', ...first });
  const { sent, served, dialog, disconnect } = await openDecline(() => respond());
  await fillDecline();
  served.answer.transfer = askedNext;
  await send();
  expect(await screen.findByText('Kim Fox asked another facility at 2:02pm.')).toBeInTheDocument();
  expect(screen.queryByText(HELP_DESK)).not.toBeInTheDocument();
  const banner = await dialog.findByRole('alert');
  expect(banner).toHaveTextContent('Kim Fox has asked another facility.');
  expect(banner).toHaveTextContent('This can no longer be sent. Copy what you still need.');
  // Still about the facility that the user meant.
  expect(dialog.getByRole('textbox', { name: 'Why did Mercy decline?' })).toHaveValue('On divert');
  expect(dialog.getByRole('button', { name: 'Ask Next Facility' })).toBeDisabled();
  await userEvent.click(dialog.getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  respond = () => HttpResponse.json(askedNext);
  await press('Facility Declined');
  await findDeclineDialog();
  expect(screen.getByRole('textbox', { name: 'Why did University Hospital decline?' })).toHaveValue('');
  await fill(/^Why did/, 'No neurosurgeon');
  await choose(/^Mercy/);
  await send();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body).toMatchObject({ offer: 3, reason: 'No neurosurgeon', preferredFacility: 31 });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  disconnect();
});

it.each([
  ['was completed', { state: 'completed', resolvedBy: kim, resolvedAt: at }, 'Kim Fox completed the transfer.'],
  ['is handled by someone else', { state: 'acknowledged', assignee: dana }, 'Dana Lee is handling this transfer.'],
  [
    'was closed',
    { closedReason: 'patientDischarged', closedAt: at, closedBy: dana },
    'Dana Lee discharged the patient at 2:05pm.',
  ],
  ['was closed by an unknown user', { closedReason: 'consultCancelled', closedAt: at }, 'The transfer is closed.'],
  ['is the same, but the user is no longer on call', {}, 'You are no longer on call for this service line.', offCall],
  // Its change may not have been loaded yet, and a coordinator is never on call.
  ['is the same, for a coordinator', {}, ''],
] as const)('[ERR-19] says that the transfer %s while the dialog was open', async (_, change, title, me?) => {
  const { answer, served, dialog, queryClient, disconnect } = await openDecline(undefined, undefined, me);
  await fill(/^Why did/, 'On divert');
  const changed = makeTransferRead(change);
  served.answer.transfer = changed;
  // The consult's own completion does not end its transfer.
  const completion = { state: 'completed', completeType: 'video', completedByUser: kim, completedAt: at } as const;
  answer.consult = makeStrokeConsult({ ...transferFields(changed), ...completion });
  await refreshStale(queryClient, new Set([`consult/${CONSULT_ID}`, `transfer/${CONSULT_ID}`]));
  const text = `${title}This can no longer be sent. Copy what you still need.`;
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe(text));
  expect(dialog.getByRole('button', { name: 'Ask Next Facility' })).toBeDisabled();
  expect(dialog.getByRole('textbox', { name: /^Why did/ })).toHaveValue('On divert');
  disconnect();
});

it('[TRF-08] says that the transfer could not be loaded, and asks once it is', async () => {
  serveFacilities(transferRequester.preferredFacilities);
  const { reads } = serveTransfer(asked);
  reads.mockImplementation(() => refusal(404));
  showConsult(makeStrokeConsult({ ...transferFields(asked), allowedActions: ['declineTransfer'] }));
  await screen.findByText('Failed to load transfer');
  await press('Facility Declined');
  const dialog = within(await findDeclineDialog());
  expect(await dialog.findByText('Failed to load transfer')).toBeInTheDocument();
  reads.mockImplementation(() => HttpResponse.json([asked]));
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('textbox', { name: 'Why did Mercy decline?' })).toBeInTheDocument();
});

it('[ERR-19] restores what was typed before a sign-out, and says who has asked another facility since', async () => {
  const { unmount, disconnect } = await openDecline();
  await fillDecline();
  const [draft] = currentDrafts();
  disconnect();
  unmount();
  offerDraft({ ...draft!, until: Date.now() + 60_000, onRestored: () => undefined });
  onTestFinished(clearOfferedDrafts);
  serveTransfer(askedNext);
  showConsult(makeStrokeConsult({ ...transferFields(askedNext), allowedActions: ['declineTransfer'] }), {
    me: transferRequester,
  });
  const reason = await screen.findByRole('textbox', { name: 'Why did Mercy decline?' });
  const dialog = within(await findDeclineDialog());
  await waitFor(() => expect(reason).toHaveValue('On divert'));
  expect(dialog.getByRole('alert')).toHaveTextContent('Kim Fox has asked another facility.');
  expect(dialog.getByRole('button', { name: 'Ask Next Facility' })).toBeDisabled();
});
