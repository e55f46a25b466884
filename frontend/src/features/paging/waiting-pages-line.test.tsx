import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { CONSULT_ID } from '@/testing/make-consult';
import { makePage } from '@/testing/pages';
import { renderFeature } from '@/testing/render-app';

import { WaitingPages } from './waiting-pages';

it('[NOTIF-13] is one line beside a note in a call, from which the others unfold until one is opened', async () => {
  const onOpen = vi.fn();
  const pages = [1, 2, 3, 4].map((id) => makePage({ id, consultId: id === 1 ? CONSULT_ID : `consult-${id}` }));
  const rest = { silence: null, saysSilence: false, warning: null, onMute: vi.fn() };
  renderFeature(<WaitingPages {...rest} pages={pages} openConsultId={CONSULT_ID} isLine onOpen={onOpen} />);
  const bar = screen.getByRole('region', { name: 'Waiting for you' });
  expect(bar).toHaveAttribute('data-slim');
  const unfold = within(bar).getByRole('button', { name: '+3 more waiting' });
  await userEvent.click(unfold);
  expect(bar).not.toHaveAttribute('data-slim');
  expect(within(bar).getAllByRole('listitem')).toHaveLength(4);
  await userEvent.click(within(bar).getAllByRole('button', { name: /^Open New Consult/ })[1] ?? document.body);
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(pages[2]);
  expect(bar).toHaveAttribute('data-slim');
});

it.each([
  ['a warning', 'Only this screen can reach you.', true],
  ['nothing else', null, false],
])('beside a note, with one page and %s, it unfolds only if that shows more', async (_what, warning, more) => {
  const rest = { silence: null, saysSilence: false, openConsultId: CONSULT_ID, onMute: vi.fn(), onOpen: vi.fn() };
  renderFeature(<WaitingPages {...rest} pages={[makePage()]} warning={warning} isLine />);
  const unfold = screen.queryByRole('button', { name: 'Show more' });
  expect(unfold !== null).toBe(more);
  if (unfold !== null) await userEvent.click(unfold);
  expect(screen.getByRole('region', { name: 'Waiting for you' }).hasAttribute('data-unfolded')).toBe(more);
});
