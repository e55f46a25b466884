import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { renderFeature } from '@/testing/render-app';
import { makeHold, makePeriod, serveRetention } from '@/testing/retention';

import { Retention } from './retention';

const CONSULT = 'c0ffee00-0000-4000-8000-000000000001';

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const type = async (label: RegExp, text: string) => {
  await userEvent.click(await screen.findByLabelText(label));
  await userEvent.paste(text);
};

it('keeps everything until a period is set, says what the law says, and shows what someone else has set', async () => {
  const served = serveRetention();
  renderFeature(<Retention />);
  expect(await screen.findByText('Kept forever')).toBeInTheDocument();
  expect(screen.getByText('Your counsel decides. (42 CFR 482.24(b)(1))')).toBeInTheDocument();
  await press('Change: Closed consults, Lakeshore Health');
  await type(/^Days/, '0');
  await press('Save');
  expect(await screen.findByText(/^Enter a whole number of days, /)).toBeInTheDocument();
  await userEvent.clear(screen.getByLabelText(/^Days/));
  await type(/^Days/, '4383');
  served.refusal = { status: 412, body: { code: 'changed_meanwhile', message: 'Changed.', errors: [] } };
  served.read = { ...served.read, periods: [makePeriod({ days: 3650, version: '7' })] };
  await press('Save');
  expect(await screen.findByText(/It is now: Kept for 3,650 days \(about 10 years\)/)).toBeInTheDocument();
  expect(served.sent).toEqual([{ organizationId: 1, days: 4383, reason: null }]);
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
});

it('begins a hold on the consult of an address, and shows when one has ended and why', async () => {
  const ended = { endedAt: '2026-03-05T12:00:00Z', endedBy: makeHold().by, endReason: 'Settled' };
  const served = serveRetention({ holds: [makeHold({ ...ended, id: 2 })] });
  renderFeature(<Retention />);
  expect(await screen.findByText(/^Ended by Ruth Hornbeam, .*: Settled$/)).toBeInTheDocument();
  await press('Begin a hold');
  await userEvent.selectOptions(await screen.findByLabelText(/^What Is Held/), 'One consult');
  await type(/^Consult/, 'https://example.org/consult/7');
  await type(/^Reason/, 'A suit');
  await press('Begin');
  expect(await screen.findByText('Enter the address of a consult.')).toBeInTheDocument();
  await type(/^Consult/, `https://example.org/consult/${CONSULT}`);
  await press('Begin');
  await screen.findByText('The hold has begun.');
  expect(served.sent).toEqual([
    { organizationId: 1, scope: 'consult', consultId: CONSULT, fromAt: null, untilAt: null, reason: 'A suit' },
  ]);
});

it('counts what could be removed, and says what a run that was cut off needs', async () => {
  const run = { id: 3, startedAt: '2026-03-04T12:00:00Z', endedAt: null, removed: [{ kind: 'consults', count: 500 }] };
  serveRetention({ runs: [run as never, { ...run, id: 2, removed: null }] });
  renderFeature(<Retention />);
  expect(await screen.findByText('Closed consults: 500')).toBeInTheDocument();
  expect(screen.getByText(/^Only people who administer every organization/)).toBeInTheDocument();
  expect(screen.getAllByText(/the next one continues it/)).toHaveLength(2);
  await press('Count now');
  const table = within(await screen.findByRole('table'));
  expect(table.getByText('1,204')).toBeInTheDocument();
});
