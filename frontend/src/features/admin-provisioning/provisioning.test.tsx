import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { doctors, makeProvisioning, serveProvisioning } from '@/testing/provisioning';
import { renderFeature } from '@/testing/render-app';

import { Provisioning } from './provisioning';

const press = (name: string) => userEvent.click(screen.getByText(name));

async function openRoles() {
  await userEvent.click(await screen.findByLabelText('Choose Roles of Stroke Doctors'));
  return within(await screen.findByRole('dialog'));
}

it('gives a group the roles that are chosen, for the version that was shown', async () => {
  const served = serveProvisioning(makeProvisioning());
  renderFeature(<Provisioning />);
  const dialog = await openRoles();
  expect(dialog.getByText(/^12 members of this group get these roles at once/)).toBeInTheDocument();
  expect(dialog.queryByLabelText('Administrator')).not.toBeInTheDocument();
  await userEvent.click(dialog.getByLabelText('Reporting'));
  served.provisioning = makeProvisioning({ groups: [{ ...doctors, roleIds: [2, 4], version: 'v2' }] });
  await userEvent.click(dialog.getByText('Save'));
  expect(await screen.findByText('Gives Virtual Provider and Reporting.')).toBeInTheDocument();
  const path = '/api/provisioning/groups/3/roles';
  expect(served.sent).toEqual([{ path, version: 'v1', body: { roleIds: [2, 4], confirmed: [] } }]);
});

it('shows who has changed the roles and to what, and saves nothing over them before it is decided', async () => {
  const served = serveProvisioning(makeProvisioning());
  renderFeature(<Provisioning />);
  const dialog = await openRoles();
  await userEvent.click(dialog.getByLabelText('Reporting'));
  const rolesBy = { id: 7, username: 'feldspar', firstName: 'Amara', lastName: 'Feldspar' };
  served.provisioning = makeProvisioning({ groups: [{ ...doctors, roleIds: [], rolesBy, version: 'v2' }] });
  served.respond = () =>
    HttpResponse.json({ code: 'changed_meanwhile', message: 'Changed', errors: [] }, { status: 412 });
  await userEvent.click(dialog.getByText('Save'));
  expect(await dialog.findByText('Amara Feldspar changed this group while you were editing.')).toBeInTheDocument();
  expect(dialog.getByText('Theirs: Gives no role.')).toBeInTheDocument();
  expect(dialog.getByText('Yours: Gives Virtual Provider and Reporting.')).toBeInTheDocument();
  expect(dialog.getByText('Save').closest('button')).toBeDisabled();
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement).toContainElement(dialog.getByText('Keep mine'));
  await userEvent.click(dialog.getByText('Keep mine'));
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement).toContainElement(dialog.getByLabelText('Reporting'));
  served.respond = () =>
    HttpResponse.json(
      { code: 'unconfirmed', message: 'Many', errors: [], effects: ['40 of 300 lose a role.'], codes: ['massChange'] },
      { status: 409 },
    );
  await userEvent.click(dialog.getByText('Save'));
  expect(await screen.findByText('40 of 300 lose a role.')).toBeInTheDocument();
  served.respond = null;
  await press('Save Anyway');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(served.sent.at(-1)).toMatchObject({ version: 'v2', body: { roleIds: [2, 4], confirmed: ['massChange'] } });
});

it('asks before it lets a provider deactivate many people', async () => {
  const stop = { organizationId: 1, organizationName: 'Lakeshore Health', stoppedAt: '2026-03-04T15:00:00Z' };
  const served = serveProvisioning(
    makeProvisioning({ stops: [{ ...stop, deactivated: 12, limit: 12, allowedUntil: null }] }),
  );
  renderFeature(<Provisioning />);
  await userEvent.click(await screen.findByText('Allow More…'));
  served.provisioning = makeProvisioning({
    stops: [{ ...stop, deactivated: 12, limit: 12, allowedUntil: '2026-03-04T16:00:00Z' }],
  });
  await press('Allow for One Hour');
  expect(await screen.findByText(/^Any number of people of Lakeshore Health may be/)).toBeInTheDocument();
  expect(served.sent).toHaveLength(1);
});

it('shows how to set it up where nothing is, and what went wrong where something did', async () => {
  serveProvisioning(makeProvisioning({ clients: [], groups: [], isConfigured: false }));
  const { unmount } = renderFeature(<Provisioning />);
  expect(await screen.findByText(/^This server has no file of secrets yet/)).toBeInTheDocument();
  expect(screen.getByDisplayValue('https://wardline.example/api/scim/v2')).toBeInTheDocument();
  unmount();
  const problem = { id: 1, organizationId: 1, client: 'entra', at: '2026-03-04T15:00:00Z', person: null };
  serveProvisioning(
    makeProvisioning({
      fileProblem: 'line 2 has a secret of less than 32 characters',
      problems: [{ ...problem, did: 'changed a group through provisioning', message: 'Not known.', groupName: 'Desk' }],
    }),
  );
  renderFeature(<Provisioning />);
  expect(await screen.findByText(/line 2 has a secret/)).toBeInTheDocument();
  expect(screen.getByText(/entra: changed a group \(Desk\)$/)).toBeInTheDocument();
  expect(screen.getByText('Not known.')).toBeInTheDocument();
});
