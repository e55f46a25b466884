import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { hasDirtyForms, currentDrafts } from '@/drafts/dirty-forms';
import { speedUpTimers } from '@/testing/speed-up-timers';
import { pasteInto } from '@/testing/paste-into';
import { dana } from '@/testing/make-consult';
import { makeMe } from '@/testing/me';
import { server } from '@/testing/server';
import { mockEndpoint, refusal, showConsult } from '@/testing/show-consult';
import {
  box,
  CLOSED_AT,
  completeAs,
  dialog,
  gone,
  neuro,
  note,
  mockSignOff,
  press,
  psych,
  refused,
  signer,
  toSign,
} from '@/testing/sign-offs';

import { consultQuery } from '@/consults/queries';

beforeEach(() => {
  server.use(http.get('*/api/me', () => HttpResponse.json(signer)));
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

it('[DONE-21] [BERR-21] a completion is never turned into a correction of what someone else completed', async () => {
  const kim = { ...dana, id: 99, firstName: 'Kim', lastName: 'Fox' };
  const { order } = mockSignOff('neuro', neuro);
  const first = { code: 'already_closed', completedByUser: kim, completedAt: CLOSED_AT, completeType: 'video' };
  const completions = mockEndpoint('post', '/complete', () => refusal(409, first));
  const { answer, queryClient } = await completeAs(neuro, 'Cancelled');
  await pasteInto(box(/Cancellation Reason/), 'Transferred');
  const send = within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel Consult' });
  answer.consult = toSign(neuro, { completedByUser: kim });
  await userEvent.click(send);
  queryClient.setQueryData(consultQuery(neuro.id).queryKey, answer.consult);
  expect(await screen.findAllByText('Kim Fox completed at 2:02pm.')).not.toHaveLength(0);
  await waitFor(() => expect(completions).toHaveLength(1));
  await waitFor(() => expect(send).not.toHaveAttribute('data-loading'));
  expect(order).toEqual([]);
});

it('[DONE-22] [DONE-43] [BERR-21] a correction whose signature failed can still be signed, no matter who completed the consult', async () => {
  const answers = [refused(), HttpResponse.json(note)];
  const { order } = mockSignOff('neuro', neuro, () => answers.shift() ?? refused());
  const colleague = makeMe({ id: 99 });
  const { answer } = showConsult(toSign(neuro), { me: colleague });
  await press('Add Sign-off');
  await dialog();
  await userEvent.click(screen.getByRole('radio', { name: 'Cancelled' }));
  await pasteInto(box(/Cancellation Reason/), 'Transferred');
  answer.consult = toSign(neuro, { completeType: 'cancelled', allowedActions: [] });
  const changes = mockEndpoint('patch', '', () => {
    order.push('change');
    return HttpResponse.json(answer.consult);
  });
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel Consult' }));
  await screen.findAllByText('Not like this.', { exact: false });
  await press('Sign Off');
  await gone();
  expect(order).toEqual(['change', 'sign', 'sign']);
  expect(changes[0]?.body).toEqual({ completeType: 'cancelled', cancellationReason: 'Transferred' });
});

it.each([
  ['a refusal', () => refusal(403)],
  ['no response', () => HttpResponse.error()],
])(
  '[BERR-21] after a signature that got %s the dialog stays open with its input, and a toast says whom to call',
  async (_, failing) => {
    speedUpTimers();
    const log = vi.mocked(console.warn);
    mockSignOff('psych', psych, failing);
    const { answer } = await completeAs(psych, 'Video');
    await pasteInto(box('Comment'), 'Observe.');
    answer.consult = toSign(psych);
    await press('Complete and Sign Off');
    expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
    expect(box('Comment')).toHaveValue('Observe.');
    expect(await screen.findByRole('button', { name: 'Sign Off' })).toBeEnabled();
    expect(JSON.stringify(log.mock.calls)).toContain('"sign off"');
    expect(JSON.stringify(log.mock.calls)).not.toMatch(/Observe|Marsh/);
  },
);

it('[BERR-21] [BERR-08] leaving the page asks about what was typed for a signature that failed', async () => {
  mockSignOff('psych', psych, refused);
  const { answer } = await completeAs(psych, 'Video');
  await pasteInto(box('Comment'), 'Observe.');
  answer.consult = toSign(psych);
  await press('Complete and Sign Off');
  await screen.findAllByText('Not like this.', { exact: false });
  await userEvent.click(within(screen.getByRole('dialog')).getByText('Close'));
  await gone();
  expect(hasDirtyForms()).toBe(true);
  expect(currentDrafts()).toEqual([expect.objectContaining({ key: `consult/${psych.id}/signOff` })]);
});

it('[BERR-21] a refusal of the completion is shown at its field, or in a toast if it has no field', async () => {
  mockSignOff('psych', psych);
  const answers = [refusal(400, { errors: [{ field: 'qaComment', message: 'Not like this.' }] }), refusal(400)];
  mockEndpoint('post', '/complete', () => answers.shift() ?? refusal(400));
  await completeAs(psych, 'Video');
  await pasteInto(box('Comment'), 'Observe.');
  await press('Complete and Sign Off');
  await waitFor(() => expect(box('Comment')).toHaveAccessibleDescription(expect.stringContaining('Not like this.')));
  await pasteInto(box('Comment'), ' Again.');
  await press('Complete and Sign Off');
  expect(await screen.findByText('Refused.')).toBeInTheDocument();
});

it('[BERR-21] [DONE-43] says that only the signature is missing, and keeps the cancellation reason', async () => {
  const answers = [refused(), HttpResponse.json(note)];
  const { signatures } = mockSignOff('psych', psych, () => answers.shift() ?? refused());
  const { answer } = await completeAs(psych, 'Cancelled');
  await pasteInto(box(/Cancellation Reason/), 'Transferred');
  const cancelled = { completeType: 'cancelled', cancellationReason: 'Transferred' } as const;
  answer.consult = toSign(psych, { ...cancelled, allowedActions: [] });
  mockEndpoint('post', '/complete', () => HttpResponse.json(answer.consult));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel Consult' }));
  expect(await screen.findByText('The consult is cancelled. It is not signed off yet.')).toBeInTheDocument();
  expect(box(/Cancellation Reason/)).toBeDisabled();
  await press('Sign Off');
  await gone();
  expect(signatures.at(-1)?.body).toMatchObject({ typeofCall: 'cancelled', cancellationReason: 'Transferred' });
});

it('[BERR-21] still shows the chosen type when someone else closes the consult', async () => {
  mockSignOff('psych', psych);
  const { answer, queryClient } = await completeAs(psych, 'Phone Only with Patient');
  answer.consult = toSign(psych, { completeType: 'cancelled', completedByUser: { ...dana, id: 99 } });
  await queryClient.invalidateQueries();
  expect(await screen.findByText(/cancelled at 2:02pm/)).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'Phone Only with Patient' })).toBeChecked();
});

it("[BERR-21] distinguishes the user's own signature, whose response was lost, from someone else's", async () => {
  mockSignOff('neuro', neuro);
  const { answer, queryClient } = showConsult(toSign(neuro), { me: signer });
  await press('Add Sign-off');
  await dialog();
  answer.consult = { ...toSign(neuro, { allowedActions: [] }), signOffNote: note };
  await queryClient.invalidateQueries();
  expect(await screen.findByText('You signed off this consult.')).toBeInTheDocument();
});

it('a refused submission moves focus to the first invalid field', async () => {
  mockSignOff('neuro', neuro);
  await completeAs(neuro, 'Video');
  await press('Complete and Sign Off');
  await waitFor(() => expect(box(/Video Call Length/)).toHaveFocus());
});

it('[BERR-21] does not mention a missing signature, and keeps its answers, while the signature is pending', async () => {
  let arrive: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  mockSignOff('psych', psych);
  const signatures = mockEndpoint('post', '/sign-signoff-note-psych', () => sent.then(() => HttpResponse.json(note)));
  const { answer } = await completeAs(psych, 'Video');
  answer.consult = toSign(psych);
  await press('Complete and Sign Off');
  await waitFor(() => expect(signatures).toHaveLength(1));
  expect(await screen.findByText(/^Consult is completed or cancelled/)).toBeInTheDocument();
  expect(screen.queryByText(/signature is missing/)).not.toBeInTheDocument();
  expect(screen.getAllByRole('radio')).toHaveLength(4);
  act(arrive);
  await gone();
});
