import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { configureClient } from '@/api/client';
import type { ConsultAction } from '@/api/generated/types.gen';
import { connectQueries, refreshStale } from '@/api/live';
import { pasteInto } from '@/testing/paste-into';
import { makePsychConsult } from '@/testing/make-consult';
import { makeMe } from '@/testing/me';
import { server } from '@/testing/server';
import { mockEndpoint, refusal, showConsult } from '@/testing/show-consult';

const every: ConsultAction[] = ['acknowledge', 'complete', 'cancel', 'editBedsidePhone'];

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => server.use(http.get('*/api/me', () => HttpResponse.json(makeMe()))));

const FIRST = "Go on call for this consult's service line first.";

/** Opens a consult on a server that forbids this request; `onForbidden` records whether the application left the page. */
const open = async (method: 'post' | 'patch', path: string) => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  mockEndpoint(method, path, () => refusal(403, { code: 'not_checked_in', message: FIRST }));
  const { answer, queryClient } = showConsult(makePsychConsult({ allowedActions: every }));
  const onForbidden = vi.fn();
  configureClient({ onSignedOut: () => undefined, onStepUp: () => undefined, onForbidden });
  const disconnect = connectQueries(queryClient);
  await screen.findByRole('heading', { level: 1 });
  answer.consult = makePsychConsult();
  const close = () => {
    disconnect();
    log.mockRestore();
  };
  return { onForbidden, close };
};

it('[ERR-03] is reported where it was pressed, and the action is gone', async () => {
  const { onForbidden, close } = await open('post', '/acknowledge');
  await press('Acknowledge');
  expect(await screen.findByText(FIRST)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Acknowledge' })).not.toBeInTheDocument());
  expect(screen.getByRole('heading', { level: 1, name: 'Marsh, Rosa' })).toBeInTheDocument();
  expect(onForbidden).not.toHaveBeenCalled();
  close();
});

it('[ERR-03] is reported right after another failure, too, replacing its toast', async () => {
  const { close } = await open('post', '/acknowledge');
  server.use(http.post('*/acknowledge', () => refusal(400), { once: true }));
  await press('Acknowledge');
  await screen.findByText('Contact Help Desk.');
  await press('Acknowledge');
  expect(await screen.findByText(FIRST)).toBeInTheDocument();
  await waitFor(() => expect(screen.getAllByText('Contact Help Desk.')).toHaveLength(1));
  close();
});

it('[ERR-03] [BERR-21] leaves a completion open with what was typed', async () => {
  const { onForbidden, close } = await open('post', '/complete');
  await press('Complete');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Video' }));
  const dialog = await screen.findByRole('dialog', { name: 'Consult Completion Details' });
  await pasteInto(within(dialog).getByRole('textbox', { name: /Comment/ }), 'Spoke with Nora');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Complete Consult' }));
  const toast = (await screen.findByText('Contact Help Desk.')).closest('[role=alert]');
  expect(toast).toHaveTextContent(FIRST);
  expect(within(dialog).getByText(FIRST)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Actions' })).not.toBeInTheDocument());
  expect(within(dialog).getByRole('textbox', { name: /Comment/ })).toHaveValue('Spoke with Nora');
  expect(onForbidden).not.toHaveBeenCalled();
  close();
});

it('[PERM-11] [PERM-15] [PERM-16] shows other actions once this user goes off call', async () => {
  const { answer, queryClient } = showConsult(makePsychConsult({ allowedActions: ['complete'] }));
  await screen.findByRole('group', { name: 'Actions' });
  answer.consult = makePsychConsult({ allowedActions: ['cancel'] });
  await refreshStale(queryClient, new Set(['me', 'worklist']));
  expect(await screen.findByRole('button', { name: 'Cancel Consult' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Complete' })).not.toBeInTheDocument();
});
