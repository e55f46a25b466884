import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import type { DescribedPermission, RoleDetails, RoleEffect } from '@/api/generated/types.gen';
import { makeDraft } from '@/testing/lines';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';

import { Role } from './role';

function makePermission(action: string, label: string, mayBeAdded = true): DescribedPermission {
  return { action, subject: 'Consult', label, allows: `${label}.`, group: 'consults', roleIds: [2], mayBeAdded };
}

const permissions = [
  makePermission('View', 'Open consults'),
  makePermission('Give', 'Give consults'),
  makePermission('Report', 'Read reports', false),
];

const virtual: RoleDetails = {
  id: 2,
  name: 'Virtual Provider',
  label: 'Virtual',
  version: 'v1',
  managedBy: null,
  isHeldElsewhere: false,
  isRetired: false,
  people: 14,
  permissions: [{ action: 'Give', subject: 'Consult' }],
  needsApproval: false,
  draft: null,
  draftSettings: null,
};

const counted: RoleEffect = {
  gains: [{ action: 'View', subject: 'Consult', label: 'Open consults', people: 14, organizations: 2, elsewhere: 0 }],
  losses: [{ action: 'Give', subject: 'Consult', label: 'Give consults', people: 3, organizations: 1, elsewhere: 0 }],
  people: 14,
  elsewhere: 0,
  goOffCall: 1,
  refusal: null,
};

async function show(role: RoleDetails = virtual, effect: RoleEffect = counted) {
  const sent: unknown[] = [];
  server.use(
    http.get('*/api/roles', () => HttpResponse.json({ roles: [], permissions })),
    http.get('*/api/roles/2', () => HttpResponse.json(role)),
    http.get('*/api/roles/2/versions', () => HttpResponse.json({ versions: [] })),
    http.post('*/api/roles/2/effect', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(effect);
    }),
    http.get('*/api/roles/2/people', () =>
      HttpResponse.json({ people: [{ id: 1, username: 'maya', firstName: 'Maya', lastName: 'Lark' }], next: null }),
    ),
    http.put('*/api/roles/2', async ({ request }) => {
      sent.push([request.headers.get('If-Match'), await request.json()]);
      return HttpResponse.json({ ...role, version: 'v2' });
    }),
    http.put('*/api/roles/2/draft', async ({ request }) => {
      sent.push([request.headers.get('If-Match'), await request.json()]);
      return HttpResponse.json(role);
    }),
  );
  renderFeature(<Role id={2} />, { isLinked: true });
  await screen.findByRole('heading', { name: 'Virtual Provider' });
  return sent;
}

it('says who gains and loses what before it is saved, with their names on demand', async () => {
  const sent = await show();
  expect(screen.queryByLabelText('Read reports')).not.toBeInTheDocument();
  await userEvent.click(screen.getByLabelText('Open consults'));
  await userEvent.click(screen.getByLabelText('Give consults'));
  expect(await screen.findByText('What 14 people can do changes at once. 1 person goes off call.')).toBeInTheDocument();
  expect(screen.getByText('14 people gain “Open consults” in 2 organizations.')).toBeInTheDocument();
  expect(screen.getByText('3 people lose “Give consults” in 1 organization.')).toBeInTheDocument();
  await waitFor(() =>
    expect(sent.at(-1)).toEqual({ permissions: [{ action: 'View', subject: 'Consult' }], isRetired: false }),
  );
  await userEvent.click(screen.getByLabelText('Show names for Give consults'));
  expect(await screen.findByText('Maya Lark')).toBeInTheDocument();
  await userEvent.click(screen.getByText('Save'));
  await waitFor(() => expect(sent.at(-1)).toEqual(['v1', expect.objectContaining({ label: 'Virtual' })]));
});

it('edits the draft that is open, and says what publishing it would do', async () => {
  const draft = makeDraft({
    kind: 'role',
    differences: [{ place: 'permissions', before: ['Give Consult'], after: ['View Consult'] }],
  });
  const draftSettings = { label: 'Remote', isRetired: false, permissions: [{ action: 'View', subject: 'Consult' }] };
  const sent = await show({ ...virtual, draft, draftSettings });
  expect(screen.getByText('Permissions: added Open consults; removed Give consults')).toBeInTheDocument();
  expect(screen.getByLabelText(/^Shown As/)).toHaveValue('Remote');
  expect(await screen.findByText('3 people lose “Give consults” in 1 organization.')).toBeInTheDocument();
  expect(sent).toEqual([{ permissions: draftSettings.permissions, isRetired: false }]);
  await userEvent.click(screen.getByText('Retire'));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByText('Retire'));
  await waitFor(() =>
    expect(sent).toContainEqual(['d1', { ...draftSettings, isRetired: true, reason: null, onLive: false }]),
  );
});

it('shows what retiring takes, and why it cannot be saved', async () => {
  const refusal = { code: 'own_rights', message: 'You cannot take your own rights.' };
  const sent = await show(virtual, { ...counted, gains: [], refusal });
  await userEvent.click(screen.getByText('Retire'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('You cannot take your own rights.')).toBeInTheDocument();
  expect(dialog.getByText('3 people lose “Give consults” in 1 organization.')).toBeInTheDocument();
  expect(sent).toEqual([{ permissions: virtual.permissions, isRetired: true }]);
});

it('asks before it takes something from many people, and sends what was confirmed', async () => {
  await show();
  const sent: unknown[] = [];
  server.use(
    http.put('*/api/roles/2', async ({ request }) => {
      const body: unknown = await request.json();
      if (sent.push(body) > 1) return HttpResponse.json({ ...virtual, permissions: [], version: 'v2' });
      const asked = { code: 'unconfirmed', message: 'Many', errors: [], effects: ['10 of 17 can do less at once.'] };
      return HttpResponse.json({ ...asked, codes: ['massChange'] }, { status: 409 });
    }),
  );
  await userEvent.click(screen.getByLabelText('Give consults'));
  await userEvent.click(screen.getByText('Save'));
  expect(await screen.findByText('10 of 17 can do less at once.')).toBeInTheDocument();
  await userEvent.click(screen.getByText('Save Anyway'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent).toMatchObject([{ confirmed: [] }, { confirmed: ['massChange'], permissions: [] }]);
});

it('only shows a role that people of other organizations have', async () => {
  await show({ ...virtual, isHeldElsewhere: true });
  expect(screen.getByText(/only someone who administers all of their organizations/)).toBeInTheDocument();
  expect(screen.getByText('Give consults')).toBeInTheDocument();
  expect(screen.queryByText('Save')).not.toBeInTheDocument();
  expect(screen.queryByText('Retire')).not.toBeInTheDocument();
});
