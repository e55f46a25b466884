import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { connectQueries } from '@/api/live';
import { hasDirtyForms } from '@/drafts/dirty-forms';
import { pasteInto } from '@/testing/paste-into';
import { dana, makePsychConsult } from '@/testing/make-consult';
import { makeMe } from '@/testing/me';
import { server } from '@/testing/server';
import { mockEndpoint, refusal, showConsult } from '@/testing/show-consult';

const first = { completedByUser: dana, completedAt: '2024-03-05T14:02:00Z', completeType: 'cancelled' };
const closed = makePsychConsult({ ...first, state: 'completed' });
const mine = makePsychConsult({ ...first, completedByUser: makeMe(), completeType: 'video', state: 'completed' });
const open = makePsychConsult({ allowedActions: ['complete', 'cancel', 'editBedsidePhone'] });

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  server.use(http.get('*/api/me', () => HttpResponse.json(makeMe())));
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

const completion = {
  title: 'Consult Completion Details',
  show: async () => {
    await press('Complete');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Video' }));
  },
  field: 'Comment',
  typed: 'Safe plan agreed.',
  send: 'Complete Consult',
  method: 'post',
  path: '/complete',
} as const;

const others = [
  {
    title: 'Cancel Consult Request',
    show: () => press('Cancel Consult'),
    field: /Reason/,
    typed: 'Sent home',
    send: 'Cancel Consult',
    method: 'post',
    path: '/complete',
  },
  {
    title: 'Edit bedside phone number',
    show: () => press('Edit bedside phone number'),
    field: /Bedside Phone Number/,
    typed: '(555) 010-0199',
    send: 'Save',
    method: 'patch',
    path: '',
  },
] as const;

/** Opens the dialog of an open consult and types into it. */
async function type({ title, show, field, typed }: typeof completion | (typeof others)[number]) {
  const view = showConsult(open);
  const disconnect = connectQueries(view.queryClient);
  await show();
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await userEvent.clear(dialog.getByRole('textbox', { name: field }));
  await pasteInto(dialog.getByRole('textbox', { name: field }), typed);
  return { ...view, dialog, disconnect };
}

it('[BERR-21] losing the race to complete does not lose what was typed', async () => {
  const about = completion;
  const requests = mockEndpoint(about.method, about.path, () => refusal(409, { code: 'already_closed', ...first }));
  const { answer, dialog, disconnect } = await type(about);
  answer.consult = closed;
  await userEvent.click(dialog.getByRole('button', { name: about.send }));
  const banner = await dialog.findByRole('alert');
  expect(banner).toHaveTextContent('Dana Lee cancelled at 2:02pm.');
  expect(banner).toHaveTextContent('The consult was closed before this was sent. Copy what you still need.');
  const field = dialog.getByRole('textbox', { name: about.field });
  expect(field).toHaveValue(about.typed);
  expect(hasDirtyForms()).toBe(true);
  expect(dialog.getByRole('button', { name: about.send })).toBeDisabled();
  await userEvent.click(dialog.getByRole('button', { name: about.send }));
  await userEvent.click(dialog.getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(requests).toHaveLength(1);
  disconnect();
});

it.each([completion, ...others])(
  '[DET-13] [BERR-21] [DONE-36] "$title" says that the consult was closed before anything is sent',
  async (about) => {
    const { answer, dialog, disconnect, queryClient } = await type(about);
    answer.consult = closed;
    await act(() => queryClient.invalidateQueries());
    expect(await dialog.findByRole('alert')).toHaveTextContent('Dana Lee cancelled at 2:02pm.');
    expect(dialog.getByRole('button', { name: about.send })).toBeDisabled();
    expect(dialog.getByRole('textbox', { name: about.field })).toHaveValue(about.typed);
    await userEvent.click(dialog.getByText('Close'));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    disconnect();
  },
);

it.each(others)(
  '[ERR-18] [DET-13] [DET-39] [DET-40] [DONE-40] "$title" closes if someone else was first, and says who',
  async (about) => {
    mockEndpoint(about.method, about.path, () => refusal(409, { code: 'already_closed', ...first }));
    const { answer, dialog, disconnect } = await type(about);
    answer.consult = closed;
    await userEvent.click(dialog.getByRole('button', { name: about.send }));
    expect(await screen.findByText('Dana Lee cancelled at 2:02pm.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    disconnect();
  },
);

it.each([completion, others[0]])(
  '"$title" shows no such warning while its own request closes the consult',
  async (about) => {
    let arrive: () => void = () => undefined;
    const sent = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const requests = mockEndpoint(about.method, about.path, () => sent.then(() => HttpResponse.json(mine)));
    const { answer, dialog, disconnect, queryClient } = await type(about);
    const said: (string | null)[] = [];
    const watch = new MutationObserver(() => {
      said.push(
        ...[...document.querySelectorAll('[role="dialog"] [role="alert"]')].map(({ textContent }) => textContent),
      );
    });
    watch.observe(document.body, { childList: true, subtree: true });
    await userEvent.click(dialog.getByRole('button', { name: about.send }));
    await waitFor(() => expect(requests).toHaveLength(1));
    answer.consult = mine;
    await act(() => queryClient.invalidateQueries());
    expect(await screen.findByText(/^Consult is completed or cancelled/)).toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: about.title })).toBeInTheDocument();
    act(arrive);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(said).toEqual([]);
    watch.disconnect();
    disconnect();
  },
);

it('[BERR-21] the completion dialog says that the user closed the consult in another window', async () => {
  const { answer, dialog, disconnect, queryClient } = await type(completion);
  answer.consult = mine;
  await act(() => queryClient.invalidateQueries());
  const banner = await dialog.findByRole('alert');
  expect(banner).toHaveTextContent('You completed this consult.');
  expect(banner).toHaveTextContent('This can no longer be sent. Copy what you still need.');
  expect(banner).not.toHaveTextContent('closed before');
  disconnect();
});
