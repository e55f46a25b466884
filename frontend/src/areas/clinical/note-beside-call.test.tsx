import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { beside } from '@/features/video/beside';
import { call } from '@/features/video/call-view';
import { fakeStreams, resetDevices } from '@/testing/fake-devices';
import { showCall } from '@/testing/meeting';
import { comments, press } from '@/testing/show-note';
import { consultWithNote, noteOpen, showNotePage } from '@/testing/show-note-page';

const dialog = () => screen.getByRole('dialog', { name: 'Stroke Note', hidden: true });

it('[SIGN-01] [SIGN-02] [SIGN-14] the open note is docked when a call begins and modal again when it ends, with its input, focus, lock and save status', async () => {
  fakeStreams();
  resetDevices();
  const { order } = await showNotePage(consultWithNote);
  await press('Edit Signoff Note');
  await noteOpen();
  await userEvent.type(comments(), 'Pupils equal');
  const before = { dialog: dialog(), field: comments() };
  expect(dialog()).toHaveAttribute('aria-modal', 'true');
  comments().focus();

  showCall();
  await waitFor(() => expect(dialog()).toHaveAttribute('aria-modal', 'false'));
  expect(comments()).toHaveFocus();
  await screen.findByRole('region', { name: 'Video call' }, { timeout: 10_000 });
  await userEvent.click(await screen.findByRole('radio', { name: 'Consult' }));
  expect(document.querySelector('[data-covers]')).toBeNull();
  act(() => beside.setState('note', true));
  expect(document.querySelector('[data-covers]')).not.toBeNull();
  act(() => screen.getByRole('button', { name: 'End Call' }).focus());

  act(() => call.setState(null, true));
  await waitFor(() => expect(dialog()).toHaveAttribute('aria-modal', 'true'));
  await waitFor(() => expect(comments()).toHaveFocus());
  expect([dialog(), comments()]).toEqual([before.dialog, before.field]);
  expect(comments()).toHaveValue('Pupils equal');
  expect(screen.getByText('Saving...')).toBeInTheDocument();
  expect(order.filter((request) => request === 'lock')).toHaveLength(1);
});
