import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { makeContact, PUSH_KEY } from '@/testing/contacts';
import { openOnCall, provider, SLOW } from '@/testing/on-call';
import { server } from '@/testing/server';

const WARNING = /^If this screen is closed or locked, nothing else can reach you/;
const unreachable = makeContact({ verifiedAt: null });

function serveContact(contact = unreachable) {
  server.use(http.get('*/api/contacts', () => HttpResponse.json({ contacts: [contact], pushKey: PUSH_KEY })));
}

it('warns after a check-in that nothing but the screen can reach the user, until it is dismissed, and again after the next', async () => {
  const { toggle, user } = await openOnCall(provider);
  serveContact();
  await user.click(toggle);
  const warning = await screen.findByText(WARNING, {}, SLOW);
  await user.click(screen.getByRole('button', { name: 'Not Now' }));
  expect(warning).not.toBeInTheDocument();
  for (const words of ['Off Call', 'On Call']) {
    await user.click(toggle);
    await waitFor(() => expect(toggle).toHaveTextContent(words));
    await waitFor(() => expect(toggle).not.toHaveAttribute('aria-busy', 'true'));
  }
  expect(await screen.findByText(WARNING)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Paging Settings' }));
  expect(await screen.findByRole('dialog', { name: 'Paging Settings' }, SLOW)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Add a Phone' })).toBeInTheDocument();
});

it('warns in the on-call menu, which leads to the paging settings', async () => {
  const { user } = await openOnCall(provider);
  serveContact();
  await user.click(screen.getByRole('button', { name: 'On-call settings' }));
  const menu = within(await screen.findByRole('dialog', { name: 'On-Call Settings' }, SLOW));
  expect(await menu.findByText(WARNING, {}, SLOW)).toBeInTheDocument();
  await user.click(menu.getByRole('button', { name: 'Paging Settings' }));
  expect(await screen.findByRole('dialog', { name: 'Paging Settings' }, SLOW)).toBeInTheDocument();
  expect(screen.queryByRole('dialog', { name: 'On-Call Settings' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('says nothing to a user who can be reached, and leads to the paging settings from the preferences', async () => {
  const { toggle, user } = await openOnCall(provider);
  await user.click(toggle);
  await waitFor(() => expect(toggle).toHaveTextContent(/^On Call$/));
  expect(screen.queryByText(WARNING)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /'s profile$/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Preferences' }, SLOW));
  const preferences = within(await screen.findByRole('dialog', { name: 'Preferences' }, SLOW));
  await user.click(preferences.getByRole('button', { name: 'Paging Settings' }));
  expect(await screen.findByRole('dialog', { name: 'Paging Settings' }, SLOW)).toBeInTheDocument();
  expect(screen.queryByRole('dialog', { name: 'Preferences' })).not.toBeInTheDocument();
});
