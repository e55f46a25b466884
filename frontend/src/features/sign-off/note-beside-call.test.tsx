import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { closed, comments, openNote, pass } from '@/testing/show-note';

const MINUTE = 60_000;
const dialog = () => screen.getByRole('dialog', { name: 'Stroke Note' });

it('[SIGN-09] stays open while its author talks to someone, and is closed 15 minutes after that', async () => {
  let talks = true;
  const { onClose, saves } = await openNote({ isTalking: () => talks });
  await pass(40 * MINUTE);
  expect(onClose).not.toHaveBeenCalled();
  talks = false;
  await pass(15 * MINUTE - 1_000);
  expect(onClose).not.toHaveBeenCalled();
  await pass(2_000);
  await closed();
  expect(saves).toMatchObject([{ body: { releaseLock: true } }]);
});

it('[SIGN-01] [SIGN-07] leaves the rest of the screen usable beside a call, has the focus at first, and closes on Escape only from within', async () => {
  const { onClose } = await openNote({ place: 'docked' });
  expect(dialog()).toHaveAttribute('aria-modal', 'false');
  await waitFor(() => expect(dialog()).toHaveFocus());
  const outside = document.body.appendChild(document.createElement('button'));
  outside.focus();
  await userEvent.keyboard('{Escape}');
  expect(outside).toHaveFocus();
  outside.remove();
  expect(onClose).not.toHaveBeenCalled();
  const menu = dialog().appendChild(document.createElement('button'));
  menu.ariaExpanded = 'true';
  menu.focus();
  await userEvent.keyboard('{Escape}');
  menu.remove();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(comments());
  await userEvent.keyboard('{Escape}');
  await closed();
});
