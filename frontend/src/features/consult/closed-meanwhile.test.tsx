import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { connectQueries } from '@/api/live';
import { hasUnsavedInput } from '@/shared/lib/unsaved-input';
import { dana, makePsychConsult } from '@/testing/make-consult';
import { makeMe } from '@/testing/me';
import { server } from '@/testing/server';
import { onCall, refusal, showConsult } from '@/testing/show-consult';

const first = { completedByUser: dana, completedAt: '2024-03-05T14:02:00Z', completeType: 'cancelled' };
const closed = makePsychConsult({ ...first, state: 'completed' });
const open = makePsychConsult({ allowedActions: ['complete', 'cancel', 'editBedsidePhone'] });

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  server.use(http.get('*/api/me', () => HttpResponse.json(makeMe())));
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

const dialogs = [
  {
    title: 'Consult Completion Details',
    show: async () => {
      await press('Complete');
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Video', hidden: true }));
    },
    field: 'Comment',
    typed: 'Safe plan agreed.',
    send: 'Complete Consult',
    method: 'post',
    path: '/complete',
  },
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

/** The dialog of an open consult with something typed into it. */
async function type({ title, show, field, typed }: (typeof dialogs)[number]) {
  const view = showConsult(open);
  const disconnect = connectQueries(view.queryClient);
  await show();
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await userEvent.clear(dialog.getByRole('textbox', { name: field }));
  await userEvent.type(dialog.getByRole('textbox', { name: field }), typed);
  return { ...view, dialog, disconnect };
}

it.each(dialogs)('[ERR-19] [BERR-21] the race is lost, the input of "$title" is not', async (about) => {
  const calls = onCall(about.method, about.path, () => refusal(409, { code: 'already_closed', ...first }));
  const { answer, dialog, disconnect } = await type(about);
  answer.consult = closed;
  await userEvent.click(dialog.getByRole('button', { name: about.send }));
  const banner = await dialog.findByRole('alert');
  expect(banner).toHaveTextContent('Dana Lee cancelled at 2:02pm.');
  expect(banner).toHaveTextContent('The consult was closed before this was sent. Copy what you still need.');
  const field = dialog.getByRole('textbox', { name: about.field });
  expect(field).toHaveValue(about.typed);
  expect(hasUnsavedInput()).toBe(true);
  expect(dialog.getByRole('button', { name: about.send })).toBeDisabled();
  await userEvent.type(field, '{Enter}');
  await userEvent.click(dialog.getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(calls).toHaveLength(1);
  disconnect();
});

it.each(dialogs)('"$title" says so before anything is sent', async (about) => {
  const { answer, dialog, disconnect, queryClient } = await type(about);
  answer.consult = closed;
  await act(() => queryClient.invalidateQueries());
  expect(await dialog.findByRole('alert')).toHaveTextContent('Dana Lee cancelled at 2:02pm.');
  expect(dialog.getByRole('button', { name: about.send })).toBeDisabled();
  expect(dialog.getByRole('textbox', { name: about.field })).toHaveValue(about.typed);
  disconnect();
});

it.each(dialogs.slice(1))('[ERR-03] a refusal keeps "$title" with its input', async (about) => {
  onCall(about.method, about.path, () => refusal(403, { code: 'not_checked_in', message: 'Go on call first.' }));
  const { dialog, disconnect } = await type(about);
  await userEvent.click(dialog.getByRole('button', { name: about.send }));
  expect(await screen.findByText('Go on call first.')).toBeInTheDocument();
  await waitFor(() => expect(dialog.getByRole('button', { name: about.send })).toBeEnabled());
  expect(dialog.getByRole('textbox', { name: about.field })).toHaveValue(about.typed);
  disconnect();
});
