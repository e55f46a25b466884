import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import type { Topic } from '@/api/events';
import { connectQueries, onStale } from '@/api/live';
import { pasteInto } from '@/testing/paste-into';
import { CONSULT_ID, makePsychConsult } from '@/testing/make-consult';
import { mockEndpoint, showConsult } from '@/testing/show-consult';

const heading = () => screen.getByRole('heading', { level: 1 });
const regions = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

async function pressEnterAt(name: string) {
  const button = await screen.findByRole('button', { name });
  button.focus();
  await userEvent.keyboard('{Enter}');
}

it('[TIME-23] an action shows the consult from its response and does not refetch it', async () => {
  const acknowledged = makePsychConsult({ acknowledgedAt: '2024-03-05T14:02:00Z', acknowledgedBy: 1 });
  mockEndpoint('post', '/acknowledge', () => HttpResponse.json(acknowledged));
  const { reads, queryClient } = showConsult(makePsychConsult({ allowedActions: ['acknowledge'] }));
  const disconnect = connectQueries(queryClient);
  const marked = new Promise<ReadonlySet<Topic>>((resolve) => {
    onStale(resolve);
  });
  await pressEnterAt('Acknowledge');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Acknowledge' })).not.toBeInTheDocument());
  expect([...(await marked)]).toEqual([`card/${CONSULT_ID}`, `timeline/${CONSULT_ID}`, `transfer/${CONSULT_ID}`]);
  expect([queryClient.isFetching(), reads.mock.calls.length]).toEqual([0, 1]);
  disconnect();
});

describe('after an action with the keyboard', () => {
  it('[DET-41] the heading has focus and the existing live region says Acknowledged', async () => {
    const acknowledged = makePsychConsult({ acknowledgedAt: '2024-03-05T14:02:00Z', acknowledgedBy: 1 });
    mockEndpoint('post', '/acknowledge', () => HttpResponse.json(acknowledged));
    const { answer } = showConsult(makePsychConsult({ allowedActions: ['acknowledge'] }));
    await screen.findByRole('button', { name: 'Acknowledge' });
    const [region] = screen.getAllByRole('status').filter(({ textContent }) => textContent === '');
    answer.consult = acknowledged;
    await pressEnterAt('Acknowledge');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Acknowledge' })).not.toBeInTheDocument());
    expect(heading()).toHaveFocus();
    expect(region).toHaveTextContent('Acknowledged.');
  });

  it('the heading has focus and the live region says that the consult was cancelled', async () => {
    const cancelled = makePsychConsult({ state: 'completed', completeType: 'cancelled' });
    mockEndpoint('post', '/complete', () => HttpResponse.json(cancelled));
    const { answer } = showConsult(makePsychConsult({ allowedActions: ['cancel'] }));
    await pressEnterAt('Cancel Consult');
    await pasteInto(await screen.findByRole('textbox', { name: /Reason/ }), 'Sent home');
    answer.consult = cancelled;
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(heading()).toHaveFocus();
    expect(regions()).toContain('Consult cancelled.');
  });

  it('focus returns from a dialog that was just closed', async () => {
    showConsult(makePsychConsult({ allowedActions: ['cancel'] }));
    await pressEnterAt('Cancel Consult');
    await screen.findByRole('textbox', { name: /Reason/ });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Cancel Consult' })).toHaveFocus();
  });

  it('focus returns to the button of the menu that opened the dialog', async () => {
    showConsult(makePsychConsult({ allowedActions: ['complete'] }));
    await pressEnterAt('Complete');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Video' }));
    await screen.findByRole('textbox', { name: 'Comment' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Complete' })).toHaveFocus();
  });
});

describe('a dialog that opens', () => {
  it.each([
    ['Edit bedside phone number', /Bedside Phone Number/],
    ['Cancel Consult', /Reason/],
  ])('%s has focus in its field', async (name, label) => {
    showConsult(makePsychConsult({ allowedActions: ['cancel', 'editBedsidePhone'] }));
    await pressEnterAt(name);
    await screen.findByRole('dialog');
    await waitFor(() => expect(screen.getByRole('textbox', { name: label })).toHaveFocus());
  });

  it('[DET-17] has focus on the chosen type of call', async () => {
    showConsult(makePsychConsult({ allowedActions: ['complete'] }));
    await pressEnterAt('Complete');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Phone Only with Patient' }));
    await screen.findByRole('dialog');
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Phone Only with Patient' })).toHaveFocus());
  });
});
