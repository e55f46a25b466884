import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { makeMe, permissions } from '@/testing/me';
import { pasteInto } from '@/testing/paste-into';
import { makePersonRow, servePeople } from '@/testing/people';
import { renderApp } from '@/testing/render-app';

it('finds people by name and filter, which are in the address, and shows more by key', async () => {
  const asked = servePeople([
    makePersonRow({ id: 7 }),
    makePersonRow({ id: 8, firstName: 'Noel', lastName: 'Larson', state: 'inactive', organizationIds: [1, 2] }),
    makePersonRow({ id: 9, firstName: 'Ada', lastName: 'Lasker', roleIds: [] }),
  ]);
  const { router } = renderApp('/admin', { me: makeMe({ rbacPermissions: permissions('Manage Admin') }) });
  const noel = await screen.findByRole('link', { name: /^Noel Larson/ });
  expect(noel).toHaveTextContent('Deactivated');
  expect(noel).toHaveTextContent('Bedside Nurse');
  expect(noel).toHaveTextContent('Lakeshore Health, Pinewood Health');
  expect(noel).toHaveAttribute('href', '/admin/people/8');
  expect(router.state.location.pathname).toBe('/admin/people');
  expect(screen.getByText('Add Person').closest('a')).toHaveAttribute('href', '/admin/people/new');
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('link', { name: /^Ada Lasker/ })).toHaveTextContent('No role');
  expect(asked.at(-1)).toEqual({ after: '8' });
  await pasteInto(screen.getByLabelText('Name'), 'lar');
  await userEvent.selectOptions(screen.getByLabelText('Role'), 'Bedside Nurse');
  await waitFor(() => expect(asked.at(-1)).toEqual({ text: 'lar', roleId: '1' }));
  expect(router.state.location.search).toEqual({ text: 'lar', role: '1' });
  await waitFor(() => expect(screen.queryByText('Ada Lasker')).not.toBeInTheDocument());
  await pasteInto(screen.getByLabelText('Name'), 'x');
  expect(await screen.findByText('Nobody matches')).toBeInTheDocument();
});
