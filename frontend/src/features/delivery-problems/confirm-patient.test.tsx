import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { messages } from '@/api/contract/messages.gen';
import type { PatientComparison } from '@/api/generated/types.gen';
import { speedUpTimers } from '@/testing/speed-up-timers';
import { makeMe, permissions } from '@/testing/me';
import { makeDeliveryProblem } from '@/testing/delivery-problem';
import { renderApp } from '@/testing/render-app';
import { refusal } from '@/testing/show-consult';
import { server } from '@/testing/server';

const administrator = makeMe({ rbacPermissions: permissions('Manage Admin') });

const held = makeDeliveryProblem({
  undelivered: {
    channel: 'filing',
    state: 'waiting',
    reason: 'patient does not match the record',
    held: true,
    attemptCount: 0,
    attempts: [],
  },
  canConfirmPatient: true,
});

const ANOTHER_NAME: PatientComparison = {
  verification: 'mismatch',
  said: { nameGiven: 'Rosa', nameFamily: 'Marsh', birthDate: '1950-03-05', numbers: ['M-1'] },
  recorded: { nameGiven: 'Rosa', nameFamily: 'Quill', birthDate: null, numbers: [] },
  differing: ['name'],
  digest: 'a'.repeat(64),
};
const ANOTHER_PATIENT: PatientComparison = {
  ...ANOTHER_NAME,
  recorded: { nameGiven: 'Quite', nameFamily: 'Stranger', birthDate: '1931-02-03', numbers: [] },
  differing: ['name', 'birth-date'],
  digest: 'b'.repeat(64),
};
const NO_RESPONSE: PatientComparison = {
  ...ANOTHER_NAME,
  verification: 'waiting',
  recorded: null,
  differing: [],
  digest: 'c'.repeat(64),
};

const CHANGED = {
  code: 'record_changed',
  message: "The hospital's record has changed since you opened it. Compare the records again before you confirm.",
  errors: [],
};

/** Opens the dialog; the server returns the comparison `now` and accepts a confirmation of that state only. */
async function review(now: PatientComparison) {
  const record = { now, down: false };
  const confirmations: unknown[] = [];
  server.use(
    http.get('*/api/undelivered-notes', () => HttpResponse.json([held])),
    http.get('*/api/undelivered-notes/:id/:version/patient', () =>
      record.down ? new HttpResponse(null, { status: 418 }) : HttpResponse.json(record.now),
    ),
    http.post('*/api/undelivered-notes/:id/:version/confirm-patient', async ({ request }) => {
      const body = await request.json();
      confirmations.push(body);
      return typeof body === 'object' && body?.seen === record.now.digest
        ? new HttpResponse(null, { status: 204 })
        : HttpResponse.json(CHANGED, { status: 409 });
    }),
  );
  renderApp('/admin/connections/undelivered-notes', { me: administrator });
  await userEvent.click(await screen.findByRole('button', { name: 'Review Patient' }));
  const dialog = await screen.findByRole('dialog', { name: 'Is This the Same Patient?' });
  await within(dialog).findByRole('textbox', { name: /^Reason/ });
  return { record, confirmations, dialog };
}

async function giveReason(dialog: HTMLElement, reason: string) {
  await userEvent.click(within(dialog).getByRole('textbox', { name: /^Reason/ }));
  await userEvent.paste(reason);
}

const press = async (dialog: HTMLElement) =>
  userEvent.click(within(dialog).getByRole('button', { name: 'Confirm Patient' }));

it("shows the entered identity beside the record, and sends the administrator's reason", async () => {
  const { confirmations, dialog } = await review(ANOTHER_NAME);
  expect(screen.getByText('Note: EMR filing on hold')).toBeInTheDocument();
  expect(screen.getByText('On hold: patient does not match the record')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Mark as Handled', hidden: true })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Retry', hidden: true })).not.toBeInTheDocument();
  expect(within(dialog).getByText('Does not match the record')).toBeInTheDocument();
  expect(within(dialog).getByRole('row', { name: 'Name (differs) Marsh, Rosa Quill, Rosa' })).toBeInTheDocument();
  expect(within(dialog).getByRole('row', { name: /^Date of Birth .+ Unknown$/ })).toBeInTheDocument();
  await press(dialog);
  expect(await within(dialog).findByText('This field is required.')).toBeInTheDocument();
  expect(confirmations).toEqual([]);
  await giveReason(dialog, 'Married last week');
  await press(dialog);
  expect(await screen.findByText('Patient confirmed. The note is being sent.')).toBeInTheDocument();
  expect(confirmations).toEqual([{ seen: ANOTHER_NAME.digest, reason: 'Married last week' }]);
});

it('shows a record that has changed, keeps the reason, and asks for another review', async () => {
  const { record, confirmations, dialog } = await review(NO_RESPONSE);
  await giveReason(dialog, 'Read from the wristband');
  record.now = ANOTHER_PATIENT;
  await press(dialog);
  const alert = await within(dialog).findByRole('alert');
  expect(alert).toHaveTextContent(`Nothing was confirmed.${CHANGED.message}`);
  expect(within(dialog).getByRole('row', { name: 'Name (differs) Marsh, Rosa Stranger, Quite' })).toBeInTheDocument();
  expect(within(dialog).getByRole('textbox', { name: /^Reason/ })).toHaveValue('Read from the wristband');
  await waitFor(() => expect(alert).toHaveFocus());
  expect(screen.queryByText(messages.HELP_DESK)).not.toBeInTheDocument();
  record.now = ANOTHER_NAME;
  await press(dialog);
  expect(await within(dialog).findByText('Quill, Rosa')).toBeInTheDocument();
  await waitFor(() => expect(alert).toHaveFocus());
  await press(dialog);
  expect(await screen.findByText('Patient confirmed. The note is being sent.')).toBeInTheDocument();
  const reason = 'Read from the wristband';
  expect(confirmations).toEqual(
    [NO_RESPONSE, ANOTHER_PATIENT, ANOTHER_NAME].map(({ digest: seen }) => ({ seen, reason })),
  );
});

it('does not show an outdated comparison if the new one cannot be loaded', async () => {
  const { record, dialog } = await review(ANOTHER_NAME);
  await giveReason(dialog, 'Married last week');
  record.now = ANOTHER_PATIENT;
  record.down = true;
  await press(dialog);
  expect(await within(dialog).findByText('Failed to load')).toBeInTheDocument();
  expect(within(dialog).queryByRole('button', { name: 'Confirm Patient' })).not.toBeInTheDocument();
  record.down = false;
  await userEvent.click(within(dialog).getByRole('button', { name: /try again/i }));
  expect(await within(dialog).findByText('Stranger, Quite')).toBeInTheDocument();
  expect(within(dialog).getByRole('alert')).toHaveTextContent(CHANGED.message);
  expect(within(dialog).getByRole('textbox', { name: /^Reason/ })).toHaveValue('Married last week');
});

it('asks before it discards the reason', async () => {
  const { confirmations, dialog } = await review(ANOTHER_NAME);
  const question = () => screen.findByRole('dialog', { name: 'Discard Changes?' });
  const close = () => userEvent.click(within(dialog).getByText('Cancel'));
  await giveReason(dialog, 'Married last week');
  await close();
  await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByText('Discard Changes?')).not.toBeInTheDocument());
  expect(within(dialog).getByRole('textbox', { name: /^Reason/ })).toHaveValue('Married last week');
  await close();
  await userEvent.click(within(await question()).getByRole('button', { name: 'Proceed' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(confirmations).toEqual([]);
});

it('explains why there is nothing left to confirm', async () => {
  const { confirmations, dialog } = await review(ANOTHER_NAME);
  const message = 'There is nothing to confirm about this patient right now.';
  server.use(
    http.post('*/api/undelivered-notes/:id/:version/confirm-patient', () =>
      HttpResponse.json({ code: 'nothing_to_confirm', message, errors: [] }, { status: 409 }),
    ),
  );
  await giveReason(dialog, 'Married last week');
  await press(dialog);
  expect(await screen.findByText(message)).toBeInTheDocument();
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(confirmations).toEqual([]);
});

it.each([
  { status: 503, title: 'The patient may not have been confirmed.' },
  { status: 400, title: 'Nothing was confirmed.' },
])('stays open with the reason after a failure, even if the list is empty: $title', async ({ status, title }) => {
  const { confirmations, dialog } = await review(ANOTHER_NAME);
  const keys: (string | null)[] = [];
  let failing = true;
  server.use(
    http.get('*/api/undelivered-notes', () => HttpResponse.json([])),
    http.post('*/api/undelivered-notes/:id/:version/confirm-patient', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return failing ? refusal(status) : undefined;
    }),
  );
  await giveReason(dialog, 'Married last week');
  speedUpTimers();
  await press(dialog);
  expect(await within(dialog).findByText(title)).toBeInTheDocument();
  expect(await screen.findByText('Nothing needs attention')).toBeInTheDocument();
  expect(within(dialog).getByRole('textbox', { name: /^Reason/ })).toHaveValue('Married last week');
  failing = false;
  await press(dialog);
  expect(await screen.findByText('Patient confirmed. The note is being sent.')).toBeInTheDocument();
  expect(confirmations).toEqual([{ seen: ANOTHER_NAME.digest, reason: 'Married last week' }]);
  expect(new Set(keys).size).toBe(1);
});

it('shows only the outcome of the last attempt', async () => {
  const { record, dialog } = await review(ANOTHER_NAME);
  await giveReason(dialog, 'Married last week');
  record.now = ANOTHER_PATIENT;
  await press(dialog);
  expect(await within(dialog).findByText('Nothing was confirmed.')).toBeInTheDocument();
  server.use(http.post('*/api/undelivered-notes/:id/:version/confirm-patient', () => refusal(503)));
  speedUpTimers();
  await press(dialog);
  expect(await within(dialog).findByText('The patient may not have been confirmed.')).toBeInTheDocument();
  expect(within(dialog).queryByText('Nothing was confirmed.')).not.toBeInTheDocument();
});

it('marks the field that the server rejects', async () => {
  const { dialog } = await review(ANOTHER_NAME);
  const errors = [{ field: 'reason', message: 'Must be at most 255 characters long.' }];
  server.use(
    http.post('*/api/undelivered-notes/:id/:version/confirm-patient', () =>
      refusal(400, { code: 'validation', errors }),
    ),
  );
  await giveReason(dialog, 'Married last week');
  await press(dialog);
  const reason = within(dialog).getByRole('textbox', { name: /^Reason/ });
  await waitFor(() => expect(reason).toHaveAccessibleDescription(/Must be at most 255 characters long\./));
});

it.each([
  { verification: 'not-found', banner: 'Not in the record', words: 'No patient with this ID' },
  { verification: 'unverifiable', banner: 'Cannot be verified against the record', words: 'No record available' },
  { verification: 'waiting', banner: 'Not yet verified against the record', words: 'No response' },
] as const)('explains why the record shows no patient: $verification', async ({ verification, banner, words }) => {
  const { dialog } = await review({ ...NO_RESPONSE, verification });
  expect(within(dialog).getByText(banner)).toBeInTheDocument();
  expect(within(dialog).getAllByRole('cell', { name: words })).toHaveLength(3);
});
