import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import type { RolesRead } from '@/api/generated/types.gen';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';

import { OneRole } from './one-role';
import { Roles } from './roles';

const roles: RolesRead = {
  roles: [
    { id: 1, name: 'Bedside Provider', label: 'Bedside', people: 1, isRetired: false },
    { id: 2, name: 'Virtual Provider', label: 'Virtual', people: 1_200, isRetired: false },
  ],
  permissions: [
    {
      action: 'View',
      subject: 'Consult',
      label: 'Open consults',
      allows: 'Open them.',
      group: 'reach',
      roleIds: [1, 2],
      mayBeAdded: true,
    },
    {
      action: 'Give',
      subject: 'Consult',
      label: 'Give consults',
      allows: 'Answer.',
      group: 'consults',
      roleIds: [2],
      mayBeAdded: true,
    },
  ],
};

const link = (id: number, text: string) => <a href={`/admin/roles/${id}`}>{text}</a>;

function show(response: object = roles, status = 200) {
  server.use(http.get('*/api/roles', () => HttpResponse.json(response, { status })));
  renderFeature(<Roles link={link} />);
}

it('shows which role allows what, and how many people have it', async () => {
  show();
  const headers = within(await screen.findByRole('table')).getAllByRole('columnheader');
  expect(headers.map(({ textContent }) => textContent)).toEqual([
    'Permission',
    'Bedside Provider1 person',
    'Virtual Provider1,200 people',
  ]);
  const row = screen.getByRole('row', { name: /^Give consults/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['No', 'Yes']);
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toContain('Open consultsOpen them.');
});

it('shows one role at a time in a narrow window', async () => {
  renderFeature(<OneRole {...roles} link={link} />);
  const chosen = screen.getByRole('combobox', { name: 'Role' });
  const names = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(names('Allows')).toEqual(['Open consultsOpen them.']);
  expect(names('Does not allow')).toEqual(['Give consultsAnswer.']);
  await userEvent.selectOptions(chosen, 'Virtual Provider');
  expect(names('Allows')).toHaveLength(2);
  expect(screen.queryByRole('region', { name: 'Does not allow' })).not.toBeInTheDocument();
});

it('says that roles could not be loaded', async () => {
  show({}, 418);
  expect(await screen.findByText('Failed to load roles')).toBeInTheDocument();
});
