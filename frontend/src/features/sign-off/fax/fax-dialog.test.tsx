import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { messages } from '@/api/contract/messages.gen';
import { getConsultOptions } from '@/api/generated/queries/consults.gen';
import { connectQueries } from '@/api/live';
import { blurDisabledControls } from '@/testing/focus-fixup';
import { pasteInto } from '@/testing/paste-into';
import { CONSULT_ID, makeStrokeConsult } from '@/testing/make-consult';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { CONSULT, mockEndpoint, refusal } from '@/testing/show-consult';
import { gone, note, press } from '@/testing/sign-offs';

import { NoteMenu } from '../note-menu';

const NUMBER = '(555) 010-0177';
const faxed = () => HttpResponse.json({ ...note, faxRequest: { faxNumber: NUMBER } });

const consultWith = (faxNumber: string | null) =>
  makeStrokeConsult({
    state: 'completed',
    allowedActions: ['faxSignoffNote'],
    additionalData: { faxNumber, hospitalName: null },
  });

const dialog = () => screen.findByRole('dialog', { name: 'Fax Stroke Signoff Note' });
const box = () => screen.getByLabelText<HTMLInputElement>('Fax Number', { exact: false });
const send = () => screen.getByRole('button', { name: 'Send' });

async function openDialog() {
  await press('More note actions');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Fax Stroke Signoff Note' }));
  return dialog();
}

async function show(faxNumber: string | null = null) {
  const view = renderFeature(<NoteMenu consult={consultWith(faxNumber)} />);
  await openDialog();
  return view;
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

it("[SIGN-38] [VAL-38] starts with the consult's number, focused", async () => {
  await show('(555) 010-0123');
  expect(box()).toHaveValue('(555) 010-0123');
  await waitFor(() => expect(box()).toHaveFocus());
  expect(await dialog()).toHaveTextContent('Marsh');
  expect(send()).toBeEnabled();
  await userEvent.clear(box());
  expect(send()).toBeDisabled();
});

it('[SIGN-39] [VAL-37] [VAL-38] Send is disabled while the number is empty; an incomplete number shows an error at the field', async () => {
  const requests = mockEndpoint('post', '/signoff-note/fax', faxed);
  await show();
  expect(box()).toBeRequired();
  expect(send()).toBeDisabled();
  await userEvent.type(box(), '{Enter}');
  await pasteInto(box(), '555010');
  expect(box()).toHaveValue('(555) 010');
  expect(send()).toBeEnabled();
  await userEvent.click(send());
  await waitFor(() => expect(box()).toHaveAccessibleDescription(messages.PHONE));
  expect(box()).toHaveFocus();
  expect(requests).toHaveLength(0);
  await userEvent.clear(box());
  expect(send()).toBeDisabled();
});

it('[SIGN-38] [SIGN-40] [BAPI-32] sends the number, says so, and shows the note from the response', async () => {
  const requests = mockEndpoint('post', '/signoff-note/fax', faxed);
  const { queryClient } = await show();
  await pasteInto(box(), '5550100177');
  await userEvent.click(send());
  expect(await screen.findByText('Fax requested. You can check its status in the note.')).toBeInTheDocument();
  await gone();
  expect(requests.map(({ body }) => body)).toEqual([{ faxNumber: NUMBER }]);
  expect(requests[0]?.key).not.toBeNull();
  expect(queryClient.getQueryData(['sign-offs', CONSULT_ID])).toMatchObject([{ faxRequest: { faxNumber: NUMBER } }]);
});

/** The menu as on the consult's page, which refetches stale queries. */
function WithConsult() {
  const meta = { staleOn: [`consult/${CONSULT_ID}`] as const };
  const { data } = useQuery({ ...getConsultOptions({ path: { consult_id: CONSULT_ID } }), meta });
  return data === undefined ? null : <NoteMenu consult={data} />;
}

it('[SIGN-42] [SIGN-38] the next fax starts with the number of the last one', async () => {
  const answer = { consult: consultWith(null) };
  const reads = vi.fn(() => HttpResponse.json(answer.consult));
  server.use(http.get(CONSULT, reads));
  const disconnect = connectQueries(renderFeature(<WithConsult />).queryClient);
  mockEndpoint('post', '/signoff-note/fax', () => {
    answer.consult = consultWith(NUMBER);
    return faxed();
  });
  await openDialog();
  await userEvent.click(box());
  await userEvent.paste('5550100177');
  await userEvent.click(send());
  await gone();
  await waitFor(() => expect(reads).toHaveBeenCalledTimes(2));
  await openDialog();
  expect(box()).toHaveValue(NUMBER);
  disconnect();
});

const failures = [
  { why: 'a server error', answer: () => refusal(500), told: undefined },
  { why: 'no network', answer: () => HttpResponse.error(), told: undefined },
  { why: 'no permission', answer: () => refusal(403, { message: 'You may not.' }), told: 'You may not.' },
  { why: 'not signed', answer: () => refusal(409, { message: 'Not signed.' }), told: 'Not signed.' },
  { why: 'a refusal without a field', answer: () => refusal(400, { message: 'No.' }), told: 'No.' },
];

it.each(failures)(
  '[BERR-22] [BAPI-32] the dialog stays open with the number and the general toast appears: $why',
  async ({ answer, told }) => {
    const answers = { next: answer };
    const requests = mockEndpoint('post', '/signoff-note/fax', () => answers.next());
    await show();
    await userEvent.click(box());
    await userEvent.paste('5550100177');
    await userEvent.click(send());
    expect(await screen.findByText(messages.HELP_DESK, undefined, { timeout: 20_000 })).toBeInTheDocument();
    if (told !== undefined) expect(screen.getAllByText(told)).not.toHaveLength(0);
    expect(await screen.findByText(/^(Nothing was sent|This may not have been sent)\.$/)).toBeInTheDocument();
    expect(box()).toHaveValue(NUMBER);
    await waitFor(() => expect(send()).toBeEnabled());
    answers.next = faxed;
    await userEvent.click(send());
    await gone();
    expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
    await openDialog();
    await userEvent.click(box());
    await userEvent.paste('5550100177');
    await userEvent.click(send());
    await gone();
    expect(new Set(requests.map(({ key }) => key)).size).toBe(2);
  },
  60_000,
);

it('[BERR-22] the dialog stays open with the number even if the user can no longer fax', async () => {
  const answer = { consult: consultWith(null) };
  const reads = vi.fn(() => HttpResponse.json(answer.consult));
  server.use(http.get(CONSULT, reads));
  const disconnect = connectQueries(renderFeature(<WithConsult />).queryClient);
  mockEndpoint('post', '/signoff-note/fax', () => {
    answer.consult = { ...consultWith(null), allowedActions: [] };
    return refusal(403, { message: 'You may not.' });
  });
  await openDialog();
  await pasteInto(box(), '5550100177');
  await userEvent.click(send());
  expect(await screen.findByText(messages.HELP_DESK)).toBeInTheDocument();
  await waitFor(() => expect(reads).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'More note actions' })).not.toBeInTheDocument());
  expect(box()).toHaveValue(NUMBER);
  disconnect();
});

it("[SIGN-39] [VAL-37] [BERR-22] shows the server's field error at the field", async () => {
  mockEndpoint('post', '/signoff-note/fax', () =>
    refusal(400, { errors: [{ field: 'faxNumber', message: 'This is not a fax number.' }] }),
  );
  await show(NUMBER);
  await userEvent.click(send());
  await waitFor(() => expect(box()).toHaveAccessibleDescription('This is not a fax number.'));
  expect(screen.queryByText(messages.HELP_DESK)).not.toBeInTheDocument();
});

const atField = { errors: [{ field: 'faxNumber', message: 'This is not a fax number.' }] };

it.each([
  { why: 'for the note', refused: refusal(409, { message: 'Not signed.' }), told: 'Not signed.', focused: send },
  { why: 'for the number', refused: refusal(400, atField), told: 'This is not a fax number.', focused: box },
])('focus is where the user continues after a refusal $why', async ({ refused, told, focused }) => {
  blurDisabledControls();
  let finish: (answer: Response) => void = () => undefined;
  const answer = new Promise<Response>((resolve) => {
    finish = resolve;
  });
  mockEndpoint('post', '/signoff-note/fax', () => answer);
  await show(NUMBER);
  await userEvent.click(send());
  await waitFor(() => expect(document.body).toHaveFocus());
  finish(refused);
  expect((await screen.findAllByText(told)).length).toBeGreaterThan(0);
  await waitFor(() => expect(focused()).toHaveFocus());
});

it('focus stays in the field if Enter sent the number', async () => {
  blurDisabledControls();
  mockEndpoint('post', '/signoff-note/fax', () => refusal(409, { message: 'Not signed.' }));
  await show(NUMBER);
  await userEvent.type(box(), '{Enter}');
  expect(await screen.findByText('Not signed.')).toBeInTheDocument();
  await waitFor(() => expect(send()).toBeEnabled());
  expect(box()).toHaveFocus();
});

it('[SIGN-38] is busy and cannot be closed while it sends', async () => {
  let finish: (answer: Response) => void = () => undefined;
  const answer = new Promise<Response>((resolve) => {
    finish = resolve;
  });
  const requests = mockEndpoint('post', '/signoff-note/fax', () => answer);
  await show(NUMBER);
  await userEvent.click(send());
  await waitFor(() => expect(send()).toHaveAttribute('data-loading'));
  await userEvent.keyboard('{Escape}');
  await userEvent.click(send());
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  finish(faxed());
  await gone();
  expect(requests).toHaveLength(1);
});

it('[SIGN-38] Escape closes it, and reopening it shows what was typed', async () => {
  await show('(555) 010-0123');
  await userEvent.clear(box());
  await userEvent.type(box(), '555');
  await userEvent.keyboard('{Escape}');
  await gone();
  await openDialog();
  expect(box()).toHaveValue('(555');
});

it.each([
  ['the consult has none', null],
  ['the field holds another number, such as that of a failed fax', NUMBER],
])("[SIGN-38] offers the location's number if %s", async (_why, faxNumber) => {
  const { Encounter, ...consult } = consultWith(faxNumber);
  const location = { ...Encounter.location, faxNumber: '(555) 010-0144', displayName: '4 West' };
  renderFeature(<NoteMenu consult={{ ...consult, Encounter: { ...Encounter, location } }} />);
  await openDialog();
  await userEvent.click(screen.getByRole('button', { name: 'Use (555) 010-0144 (4 West)' }));
  expect(box()).toHaveValue('(555) 010-0144');
  expect(box()).toHaveFocus();
  expect(screen.queryByRole('button', { name: /^Use/ })).not.toBeInTheDocument();
});
