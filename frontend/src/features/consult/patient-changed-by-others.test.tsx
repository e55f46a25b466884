import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { connectQueries, markStale } from '@/api/live';
import * as reloading from '@/session/reload';
import { clearOfferedDrafts, offerDraft } from '@/drafts/saved-drafts';
import { currentDrafts } from '@/drafts/dirty-forms';
import { clearToasts } from '@/shared/ui/toasts';
import { speedUpTimers } from '@/testing/speed-up-timers';
import { CONSULT_ID } from '@/testing/make-consult';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { refusal } from '@/testing/show-consult';
import {
  previousValues,
  box,
  consult,
  fill,
  gone,
  openPatientDialog,
  patient,
  save,
  showPatientDialog,
} from '@/testing/show-patient-dialog';

const MEYER = { ...patient, nameFamily: 'Meyer', birthDate: '1951-04-06', gender: 'other' } as const;
const CHANGED = { code: 'patient_changed', message: "Someone else has changed this patient's information." };

type Shown = Awaited<ReturnType<typeof showPatientDialog>>;

/** Delivers another user's change of the patient to the page. */
async function arrive({ answer, queryClient, reads }: Shown, changed: typeof patient) {
  answer.consult = { ...consult, Patient: changed };
  const read = reads.mock.calls.length;
  const disconnect = connectQueries(queryClient);
  markStale([`consult/${CONSULT_ID}`], 0);
  await waitFor(() => expect(reads.mock.calls.length).toBeGreaterThan(read));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  disconnect();
}

/** Reloads the page, with the saved drafts of everything that was typed. */
function reloadTo(shown: Shown, changed: typeof patient) {
  const typed = currentDrafts();
  shown.unmount();
  for (const input of typed) offerDraft({ ...input, until: Date.now() + 60_000, onRestored: () => undefined });
  return showPatientDialog({ shownConsult: { ...consult, Patient: changed }, restored: true });
}

let reload = vi.spyOn(reloading, 'reloadPage');

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  reload = vi.spyOn(reloading, 'reloadPage').mockResolvedValue();
});

afterEach(clearOfferedDrafts);

it("keeps another user's corrections of untouched fields when the dialog reopens", async () => {
  const shown = await showPatientDialog();
  await fill(/Last Name/, 'Marshall');
  await userEvent.click(shown.dialog.getByText('Close'));
  await gone();
  const rosalind = { ...patient, nameGiven: 'Rosalind' };
  await arrive(shown, rosalind);
  await openPatientDialog();
  expect(await screen.findByText('These changes are not saved yet.')).toBeInTheDocument();
  expect(box(/First Name/)).toHaveValue('Rosalind');
  expect(box(/Last Name/)).toHaveValue('Marshall');
  expect(screen.queryByText(/^Another user (changed|cleared)/)).not.toBeInTheDocument();
  await save();
  await gone();
  const corrected = expect.objectContaining({ nameGiven: 'Rosalind', nameFamily: 'Marshall' }) as object;
  expect(shown.sent).toEqual([{ patient: corrected, before: previousValues(rosalind) }]);
});

it('[DET-34] is refused if another user corrected the same fields, shows their current values, and then saves', async () => {
  const first = await showPatientDialog({ respond: () => refusal(409, CHANGED) });
  await fill(/Last Name/, 'Marshall');
  await fill(/Date of Birth/, '04061952');
  await userEvent.click(screen.getByRole('radio', { name: 'Unknown' }));
  await arrive(first, { ...MEYER, nameGiven: 'Rosalind' });
  await arrive(first, { ...MEYER, nameGiven: 'Rose' });
  expect(box(/First Name/)).toHaveValue('Rose');
  expect(box(/Last Name/)).toHaveValue('Marshall');
  await save();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  // The edits were made against the older values.
  expect(first.sent).toEqual([expect.objectContaining({ before: { ...previousValues(patient), nameGiven: 'Rose' } })]);

  const { sent } = await reloadTo(first, { ...MEYER, nameGiven: 'Rose' });
  expect(box(/First Name/)).toHaveValue('Rose');
  expect(box(/Last Name/)).toHaveValue('Marshall');
  expect(box(/Last Name/)).toHaveAccessibleDescription('Another user changed this to: Meyer.');
  expect(box(/Date of Birth/)).toHaveValue('04/06/1952');
  expect(box(/Date of Birth/)).toHaveAccessibleDescription('Another user changed this to: 04/06/1951.');
  expect(screen.getByRole('group', { name: /Sex/ })).toHaveAccessibleDescription(
    'Another user changed this to: Other.',
  );
  expect(screen.getByText("Saving will overwrite another user's changes.")).toBeInTheDocument();
  await save();
  await gone();
  const corrected = expect.objectContaining({ nameGiven: 'Rose', nameFamily: 'Marshall', gender: 'unknown' }) as object;
  expect(sent).toEqual([{ patient: corrected, before: previousValues({ ...MEYER, nameGiven: 'Rose' }) }]);
});

it('says that another user cleared a number, and has no unsaved changes if both typed the same', async () => {
  const first = await showPatientDialog();
  await fill(/ID Number/, '4712');
  const emptied = { ...patient, additionalData: { enumber: null, patientNumber: null } };
  const second = await reloadTo(first, emptied);
  expect(box(/ID Number/)).toHaveAccessibleDescription('Another user cleared this field.');
  await reloadTo(second, { ...patient, additionalData: { enumber: '4712', patientNumber: null } });
  expect(box(/ID Number/)).toHaveValue('4712');
  expect(screen.queryByText('These changes are not saved yet.')).not.toBeInTheDocument();
  await save();
  await gone();
});

it.each([
  { status: 409, about: CHANGED, told: [CHANGED.message] },
  { status: 403, about: { message: 'You may not do this.' }, told: ['You may not do this.', 'Contact Help Desk.'] },
  { status: 500, about: {}, told: ['Contact Help Desk.'] },
])('[DET-34] [ERR-18] explains a $status after the reload, once', async ({ status, about, told }) => {
  const { unmount } = await showPatientDialog({ respond: () => refusal(status, about) });
  await fill(/Last Name/, 'Marshall');
  speedUpTimers();
  await save();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  unmount();
  server.use(
    http.get('*/pages', () => HttpResponse.json([])),
    http.all('*/api/*', () => HttpResponse.json([])),
  );
  // Removes the toasts from before the reload.
  clearToasts();
  const app = renderApp('/help');
  for (const words of told) expect(await screen.findByText(words)).toBeInTheDocument();
  // A conflict with another user is not a failure.
  expect(screen.queryAllByText('Contact Help Desk.')).toHaveLength(status === 409 ? 0 : 1);
  app.unmount();
  clearToasts();
  renderApp('/help');
  await screen.findByRole('heading', { level: 1 });
  for (const words of told) expect(screen.queryByText(words)).not.toBeInTheDocument();
});
