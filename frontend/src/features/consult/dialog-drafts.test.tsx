import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { discardOnLeave, hasDirtyForms } from '@/drafts/dirty-forms';
import { pasteInto } from '@/testing/paste-into';
import { CONSULT_ID, makeEntry, makePsychConsult } from '@/testing/make-consult';
import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { CONSULT } from '@/testing/show-consult';
import { serveList } from '@/testing/worklist';

import { useConsultDialogs } from './dialog-state';

const REASON = 'Sent home';
const SLOW = { timeout: 10_000 };

/** Opens the page of a consult with every dialog; `leave` navigates away. */
async function open() {
  const answer = { consult: makePsychConsult({ allowedActions: ['complete', 'cancel', 'editBedsidePhone'] }) };
  server.use(
    http.get(CONSULT, () => HttpResponse.json(answer.consult)),
    http.get(`${CONSULT}/updates`, () => HttpResponse.json([makeEntry()])),
  );
  serveList([]);
  const me = makeMe({ rbacPermissions: permissions('List Consult', 'View Consult') });
  const { router, queryClient } = renderApp(`/consult/${CONSULT_ID}`, { me });
  await screen.findByRole('button', { name: 'Cancel Consult' }, SLOW);
  const leave = () => act(() => void router.navigate({ to: '/help' }));
  const path = () => router.state.location.pathname;
  return { answer, queryClient, leave, path };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function openComplete(type: string) {
  await press('Complete');
  await userEvent.click(await screen.findByRole('menuitem', { name: type }));
  await screen.findByRole('dialog', { name: 'Consult Completion Details' }, SLOW);
}

async function closeDialog(label: string) {
  await userEvent.click(within(screen.getByRole('dialog')).getByText(label));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
}

const asked = () => screen.findByRole('dialog', { name: 'Discard Changes?' });

describe('leaving the page', () => {
  it.each([
    {
      dialog: 'cancel',
      show: () => press('Cancel Consult'),
      close: 'Keep Consult',
      field: /Reason/,
      typed: REASON,
    },
    {
      dialog: 'phone',
      show: () => press('Edit bedside phone number'),
      close: 'Close',
      field: /Bedside Phone Number/,
      typed: '(555) 010-0199',
    },
    {
      dialog: 'completion',
      show: () => openComplete('Video'),
      close: 'Close',
      field: 'Comment',
      typed: REASON,
    },
  ])(
    '[DET-26] [INFO-11] [INFO-12] [BERR-08] asks first if something was typed into the $dialog dialog, whether it is closed or open again',
    async (about) => {
      const { leave, path } = await open();
      await about.show();
      const field = await screen.findByRole('textbox', { name: about.field }, SLOW);
      await userEvent.clear(field);
      await pasteInto(field, about.typed);
      await closeDialog(about.close);
      leave();
      await asked();
      await press('Cancel');
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      await about.show();
      expect(await screen.findByRole('textbox', { name: about.field })).toHaveValue(about.typed);
      leave();
      await asked();
      expect(path()).toBe(`/consult/${CONSULT_ID}`);
    },
  );

  it('[INFO-15] [DET-26] does not ask if nothing was typed, or if it can no longer be sent', async () => {
    const { answer, queryClient, leave, path } = await open();
    await press('Cancel Consult');
    await screen.findByRole('textbox', { name: /Reason/ }, SLOW);
    expect(hasDirtyForms()).toBe(false);
    await closeDialog('Keep Consult');
    await press('Edit bedside phone number');
    await screen.findByRole('textbox', { name: /Bedside Phone Number/ }, SLOW);
    await closeDialog('Close');
    expect(hasDirtyForms()).toBe(false);
    await openComplete('Cancelled');
    await pasteInto(await screen.findByRole('textbox', { name: 'Comment' }), REASON);
    await closeDialog('Close');
    answer.consult = makePsychConsult({ state: 'completed', completeType: 'video', allowedActions: ['cancel'] });
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Complete' })).not.toBeInTheDocument());
    leave();
    await waitFor(() => expect(path()).toBe('/help'));
  });

  it('[INFO-15] [DET-26] does not ask once what was typed has been sent', async () => {
    const { answer, leave, path } = await open();
    const changed = makePsychConsult({ callbackNumber: '(555) 010-0199' });
    server.use(http.patch(CONSULT, () => HttpResponse.json(changed)));
    await press('Edit bedside phone number');
    const field = await screen.findByRole('textbox', { name: /Bedside Phone Number/ }, SLOW);
    await userEvent.clear(field);
    await pasteInto(field, '5550100199');
    answer.consult = changed;
    await press('Save');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    leave();
    await waitFor(() => expect(path()).toBe('/help'));
  });

  it('[INFO-14] [DET-28] discards what was typed if the user confirms it', () => {
    const consult = makePsychConsult({ allowedActions: ['cancel'] });
    const { result } = renderHook(() => useConsultDialogs(consult, { current: null }));
    act(() => result.current.open('cancel'));
    act(() => result.current.close({ cancellationReason: REASON }));
    act(() => discardOnLeave('/help'));
    expect(result.current.drafts).toEqual({});
  });

  it('[INFO-15] [DET-26] does not ask once the dialog was reopened and sent', () => {
    const consult = makePsychConsult({ allowedActions: ['cancel'] });
    const { result } = renderHook(() => useConsultDialogs(consult, { current: null }));
    act(() => result.current.open('cancel'));
    act(() => result.current.close({ cancellationReason: REASON }));
    expect(hasDirtyForms()).toBe(true);
    act(() => result.current.open('cancel'));
    act(() => result.current.close(null));
    expect(hasDirtyForms()).toBe(false);
  });
});

it('[DET-17] a newly chosen type overrides the one in the draft', async () => {
  await open();
  await openComplete('Video');
  await pasteInto(await screen.findByRole('textbox', { name: 'Comment' }), REASON);
  await closeDialog('Close');
  await openComplete('Phone Only with Patient');
  expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue(REASON);
  expect(screen.getByRole('radio', { name: 'Phone Only with Patient' })).toBeChecked();
});
