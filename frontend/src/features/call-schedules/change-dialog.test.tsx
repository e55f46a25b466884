import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import {
  amara,
  closePlanner,
  gap,
  hiroshi,
  makeShift,
  noFindings,
  servePlan,
  showChangeDialog,
  soren,
} from '@/testing/call-schedules';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-04T12:00:00Z'), toFake: ['Date'] });
  vi.stubEnv('TZ', 'America/New_York');
});
afterEach(() => {
  closePlanner();
  vi.useRealTimers();
});

const time = { startsAt: '2026-03-08T01:00:00Z', endsAt: '2026-03-08T12:00:00Z' };
const begun = { scheduleId: 1, kind: 'remove', replacedUserId: amara.id, ...time } as const;

it('says what a change newly leaves open before it is saved', async () => {
  const served = servePlan();
  served.respond = () => HttpResponse.json({ id: 7 }, { status: 201 });
  const conflict = {
    scheduleId: 1,
    userId: soren.id,
    reason: 'noContact',
    about: [],
    startsAt: gap.startsAt,
  } as const;
  served.checkChange = () =>
    HttpResponse.json({ ...noFindings, gaps: [gap], gapTotal: 1, conflicts: [conflict], people: [soren] });
  const dialog = await showChangeDialog(begun);
  await userEvent.click(dialog.getByText('Save Change'));
  const alert = await dialog.findByRole('alert');
  expect(alert).toHaveTextContent('This change leaves 1 gap, 1 conflict.Gap: Sat, Mar 7, 7:00am to 7:00pm CST');
  expect(alert).toHaveTextContent('Søren Quartz, First call: Has no verified contact');
  expect(served.sent).toEqual([]);
  await userEvent.click(dialog.getByText('Save Anyway'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const body = { kind: 'remove', ...time, userId: null, replacedUserId: amara.id };
  expect(served.sent).toEqual([['POST', '/1/changes', body]]);
});

it('offers whoever is on call at that time before everybody else, and shows a refusal at the field', async () => {
  const served = servePlan({ shifts: [makeShift(time.startsAt, time.endsAt, { userId: hiroshi.id })] });
  const message = 'Not on call at that time. On call then: Hiroshi Obsidian.';
  const refused = { code: 'invalid', message: 'Check.', errors: [{ field: 'replacedUserId', message }] };
  served.checkChange = () => HttpResponse.json(refused, { status: 400 });
  const dialog = await showChangeDialog(begun);
  await dialog.findByText('Hiroshi Obsidian (on call then)');
  const select = dialog.getByRole('combobox', { name: /^Who Is Not on Call/ });
  const options = within(select).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Choose one',
    'Hiroshi Obsidian (on call then)',
    'Amara Feldspar',
    'Søren Quartz',
  ]);
  await userEvent.click(dialog.getByText('Save Change'));
  expect(await dialog.findByText(`Who Is Not on Call: ${message}`)).toBeInTheDocument();
  expect(served.sent).toEqual([]);
});
