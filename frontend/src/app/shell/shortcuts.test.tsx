import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { CONSULT_ID, makeEntry, makePsychConsult } from '@/testing/make-consult';
import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';
import { emptyAnswers, server } from '@/testing/server';
import { CONSULT, mockEndpoint } from '@/testing/show-consult';

const me = makeMe({ rbacPermissions: permissions('List Consult', 'View Consult') });

beforeEach(() => {
  localStorage.clear();
  server.use(
    http.get(CONSULT, () =>
      HttpResponse.json(makePsychConsult({ allowedActions: ['acknowledge', 'comment', 'cancel'] })),
    ),
    http.get(`${CONSULT}/updates`, () => HttpResponse.json([makeEntry()])),
    ...emptyAnswers,
  );
});

async function openConsult() {
  const sent = mockEndpoint('post', '/acknowledge', () => HttpResponse.json(makePsychConsult()));
  renderApp(`/consult/${CONSULT_ID}`, { me });
  await screen.findByRole('button', { name: 'Acknowledge' });
  return sent;
}

const sheet = () => screen.findByRole('dialog', { name: 'Keyboard Shortcuts' });

it('? lists the shortcuts available on the page', async () => {
  await openConsult();
  await userEvent.keyboard('?');
  const rows = within(await sheet())
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(rows).toContainEqual(['Acknowledge', 'A']);
  expect(rows).toContainEqual(['Print Consult Request', 'P']);
  expect(rows).toContainEqual(['Add a comment', 'C']);
  expect(rows.flat()).not.toContain('Edit');
});

it('a key does what its button does', async () => {
  const sent = await openConsult();
  expect(screen.getByRole('button', { name: 'Acknowledge' })).toHaveAttribute('aria-keyshortcuts', 'a');
  await userEvent.keyboard('a');
  await waitFor(() => expect(sent).toHaveLength(1));
});

it('C focuses the comment box, where letters are text', async () => {
  const sent = await openConsult();
  await userEvent.keyboard('c');
  const comment = screen.getByRole('textbox', { name: /Comment/ });
  expect(comment).toHaveFocus();
  expect(comment).toHaveValue('');
  await userEvent.keyboard('a?');
  expect(comment).toHaveValue('a?');
  expect(sent).toEqual([]);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it.each(['/', '{Shift>}/{/Shift}'])(
  'a symbol works with or without Shift, because keyboards differ: %s',
  async (keys) => {
    await openConsult();
    await userEvent.keyboard(keys);
    expect(screen.getByRole('searchbox', { name: /patient/i })).toHaveFocus();
  },
);

it('? opens the list with and without Shift', async () => {
  await openConsult();
  await userEvent.keyboard('{Shift>}?{/Shift}');
  await userEvent.click(within(await sheet()).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await userEvent.keyboard('?');
  await sheet();
});

it('a letter with Shift is not a shortcut', async () => {
  const sent = await openConsult();
  await userEvent.keyboard('{Shift>}A{/Shift}');
  await userEvent.keyboard('c');
  expect(screen.getByRole('textbox', { name: /Comment/ })).toHaveFocus();
  expect(sent).toEqual([]);
});

it('shortcuts do not reach what a dialog covers', async () => {
  const sent = await openConsult();
  await userEvent.keyboard('?');
  await sheet();
  await userEvent.keyboard('a');
  expect(sent).toEqual([]);
});

it('the switch turns all shortcuts off, and Help turns them on again', async () => {
  const sent = await openConsult();
  await userEvent.keyboard('?');
  await userEvent.click(within(await sheet()).getByRole('switch', { name: 'Use single-key shortcuts' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await userEvent.keyboard('a?');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: /'s profile$/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Help & Support' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Keyboard shortcuts' }));
  await userEvent.click(within(await sheet()).getByRole('switch', { name: 'Use single-key shortcuts' }));
  expect(localStorage.getItem(`wardline.shortcuts.${me.id}`)).toBe('on');
});
