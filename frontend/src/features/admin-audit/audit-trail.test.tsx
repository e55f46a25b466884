import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';

import type { AuditState, ListedEntryRead } from '@/api/generated/types.gen';
import { makeAuditEntry, makeAuditState, serveAuditTrail } from '@/testing/audit';
import { renderFeature } from '@/testing/render-app';

import { AuditTrail } from './audit-trail';
import type { AuditAddress } from './filters';

const closed = makeAuditEntry({ openableConsultIds: [], action: 'addUpdate' });
const refused = makeAuditEntry({
  status: 403,
  code: 'forbidden',
  result: 'refused',
  consultIds: [],
  patientIds: [],
  openableConsultIds: [],
});
const ofList = makeAuditEntry({
  action: 'readCensus',
  consultIds: [],
  patientIds: [],
  openableConsultIds: [],
  emrIds: ['E-1', 'E-2'],
  details: { hasText: true },
});

/** The page with its address, which a test reads as `addresses.at(-1)`. */
function showTrail(entries: readonly ListedEntryRead[], address: AuditAddress = {}, state?: AuditState) {
  const served = serveAuditTrail(entries, state);
  const addresses: AuditAddress[] = [address];
  function Page() {
    const [current, setCurrent] = useState(address);
    const change = (next: AuditAddress) => {
      addresses.push(next);
      setCurrent(next);
    };
    return <AuditTrail address={current} onFilter={change} />;
  }
  renderFeature(<Page />);
  return { served, addresses };
}

const rows = async () => (await screen.findAllByRole('row')).slice(1);
const button = (name: string | RegExp) => screen.findByRole('button', { name });

it('says who did what with whose data, and with which result', async () => {
  showTrail([closed, refused]);
  const [first, second] = await rows();
  expect(first).toHaveTextContent(/Ada Lovelace.*commented on a consult.*Consult 0b9f8a52.*Allowed.*10\.1\.2\.3/);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  expect(second).toHaveTextContent(/viewed a consult.*Refused: not permitted/);
  expect(await screen.findByText(/^Intact: 12,345 entries, checked until/)).toBeInTheDocument();
  expect(screen.getByText('There are no older entries.')).toBeInTheDocument();
});

it('shows older entries, and finds the patient of the record in memory only', async () => {
  const { served, addresses } = showTrail([closed, refused, ofList]);
  await userEvent.click(await button('Show Older Entries'));
  await waitFor(async () => expect(await rows()).toHaveLength(3));
  expect(served.searches).toEqual([{}, { before: refused.id }]);
  await userEvent.click(await button(/^Details of Ada Lovelace, viewed the patients of a unit/));
  const [, , , details] = await rows();
  expect(details).toHaveTextContent(/Also searched for a text.*Yes.*Operation readCensus, response 200, request/);
  await userEvent.click(await button('E-2: show the history'));
  expect(await button("Remove the filter Hospital's record: E-2")).toBeInTheDocument();
  expect(served.searches.at(-1)).toEqual({ emrId: 'E-2' });
  expect(addresses.at(-1)).toEqual({});
});

it("tells one person's story", async () => {
  const { served, addresses } = showTrail([refused, refused], { person: '7', view: 'story' });
  expect(await screen.findByText(/^Viewed a consult 2 times at/)).toBeInTheDocument();
  expect(await button('Remove the filter Ada Lovelace')).toBeInTheDocument();
  expect(served.searches).toEqual([{ userId: 7 }]);
  await userEvent.click(await button('Remove the filter Ada Lovelace'));
  expect(addresses.at(-1)).toEqual({ view: 'story' });
  expect(await rows()).toHaveLength(2);
});

it('filters by action, result and time, and leaves out what it does not understand', async () => {
  const { served, addresses } = showTrail([closed], { action: 'nonsense', from: 'yesterday', person: 'ada' });
  await rows();
  expect(served.searches).toEqual([{}]);
  await userEvent.click(await button('Filter'));
  const dialog = await screen.findByRole('dialog', { name: 'Filter the Audit Trail' });
  await userEvent.type(within(dialog).getByRole('combobox', { name: 'What Was Done' }), 'knowledged a cons');
  await userEvent.click(await within(dialog).findByRole('option', { name: 'Acknowledged a consult', hidden: true }));
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Refused' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Show Results' }));
  expect(await button('Remove the filter Acknowledged a consult')).toBeInTheDocument();
  await waitFor(() => expect(served.searches.at(-1)).toEqual({ action: 'acknowledgeConsult', result: 'refused' }));
  expect(addresses.at(-1)).toMatchObject({ action: 'acknowledgeConsult', result: 'refused' });
});

it('shows nothing of a time that ends before it begins', async () => {
  const { addresses } = showTrail([closed], { from: '2026-03-04T15:00:00Z', to: '2026-03-05T15:00:00Z' });
  await rows();
  await userEvent.click(await button('Filter'));
  const dialog = await screen.findByRole('dialog', { name: 'Filter the Audit Trail' });
  const before = within(dialog).getByLabelText(/^Before/);
  fireEvent.change(before, { target: { value: '2026-03-03T08:00' } });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Show Results' }));
  expect(before).toHaveAccessibleDescription('Must be after the start.');
  expect(before).toHaveFocus();
  expect(addresses).toHaveLength(1);
});

it('exports what the filters find, says that it is recorded, and stays open if it fails', async () => {
  const address = vi.fn(() => 'blob:audit');
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: address, revokeObjectURL: vi.fn() }));
  const { served } = showTrail([closed], { result: 'allowed' });
  await userEvent.click(await button('Export'));
  const dialog = await screen.findByRole('dialog', { name: 'Export the Audit Trail' });
  expect(dialog).toHaveTextContent(/is recorded in the audit trail with your name/);
  served.isDown = true;
  await userEvent.click(within(dialog).getByRole('button', { name: 'Export' }));
  expect(await within(dialog).findByText('The export failed.')).toBeInTheDocument();
  served.isDown = false;
  await userEvent.click(within(dialog).getByRole('button', { name: 'Export' }));
  expect(await screen.findByText('The audit trail was exported.')).toBeInTheDocument();
  expect(served.exports).toEqual(Array.from({ length: 2 }, () => ({ result: 'allowed', format: 'csv' })));
  expect(address).toHaveBeenCalledOnce();
});

it('says where retention has removed entries, and how many', async () => {
  const removal = (entries: number, lastEntryId: number) => ({
    entries,
    lastEntryId,
    removedAt: '2026-03-01T03:00:00Z',
  });
  const entries = [900, 800, 700].map((id) => makeAuditEntry({ id, openableConsultIds: [] }));
  const removals = [removal(5, 950), removal(1, 850), removal(1_200, 600)];
  showTrail(entries, {}, makeAuditState({ removed: 1_206, removals }));
  const texts = async () => (await rows()).map(({ textContent }) => /^[\d,]+ entr\S+/.exec(textContent)?.[0]);
  await waitFor(async () => expect(await texts()).toEqual([undefined, '1 entry', undefined]));
  await userEvent.click(await button('Show Older Entries'));
  await waitFor(async () =>
    expect(await texts()).toEqual([undefined, '1 entry', undefined, undefined, '1,200 entries']),
  );
  expect(
    screen.getByText(/^Intact: 12,345 entries, of which retention has removed 1,206, checked/),
  ).toBeInTheDocument();
});

it('turns loud when the trail was changed', async () => {
  const problem = { isUrgent: true, title: 'The audit trail was changed.', advice: 'Keep the database as it is.' };
  showTrail([], {}, makeAuditState({ isChanged: true, problems: [problem] }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/The audit trail is not intact.*was changed\. Keep the database/);
  expect(screen.queryByText(/^Intact/)).not.toBeInTheDocument();
  expect(await screen.findByText('No entries found')).toBeInTheDocument();
});

it('offers to try again if it cannot be loaded', async () => {
  const { served } = showTrail([closed], { person: '8' });
  served.isDown = true;
  expect(await screen.findByText('Failed to load the audit trail')).toBeInTheDocument();
  served.isDown = false;
  await userEvent.click(await button('Try again'));
  expect(await rows()).toHaveLength(1);
});
