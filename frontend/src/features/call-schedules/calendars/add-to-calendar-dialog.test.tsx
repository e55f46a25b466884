import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import type { CalendarLinkRead } from '@/api/generated/types.gen';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';

import { AddToCalendarDialog } from './add-to-calendar-dialog';

const ADDRESS = 'https://wardline.example/api/calendars/secret.ics';

function makeLink(about: Partial<CalendarLinkRead> = {}): CalendarLinkRead {
  return {
    id: 1,
    scheduleId: null,
    scheduleName: null,
    createdAt: '2026-03-04T12:00:00Z',
    lastReadAt: null,
    ...about,
  };
}

/** The dialog for a user with these addresses. */
function show(links: CalendarLinkRead[], scheduleId: number | null = null) {
  const served = { links, sent: [] as unknown[] };
  server.use(
    http.get('*/api/calendar-links', () => HttpResponse.json(served.links)),
    http.post('*/api/calendar-links', async ({ request }) => {
      served.sent.push(['POST', await request.json()]);
      served.links = [
        ...served.links.filter((link) => link.scheduleId !== scheduleId),
        makeLink({ id: 9, scheduleId }),
      ];
      return HttpResponse.json({ id: 9, address: ADDRESS }, { status: 201 });
    }),
    http.delete('*/api/calendar-links/:id', ({ params }) => {
      served.sent.push(['DELETE', params.id]);
      served.links = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  renderFeature(<AddToCalendarDialog scheduleId={scheduleId} onClose={() => undefined} />);
  return served;
}

it('creates an address for the own shifts, which can be copied and is not shown again', async () => {
  const user = userEvent.setup();
  const served = show([makeLink({ id: 2, scheduleId: 7, scheduleName: 'First call' })]);
  expect(await screen.findByText(/^Anyone who has the address can read the shifts/)).toBeInTheDocument();
  expect(screen.getByText(/^Calendars may lag behind by a day/)).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Create Address' }));
  const address = await screen.findByRole('textbox', { name: 'Your Address' });
  expect(address).toHaveValue(ADDRESS);
  expect(address).toHaveFocus();
  expect(served.sent).toEqual([['POST', { scheduleId: null }]]);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('The address was copied.')).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe(ADDRESS);
  expect(screen.getByRole('link')).toHaveAttribute('href', 'webcal://wardline.example/api/calendars/secret.ics');
});

it('asks before it replaces or revokes an address that a calendar may have', async () => {
  const served = show([makeLink({ lastReadAt: '2026-03-05T12:00:00Z' })]);
  expect(await screen.findByText(/A calendar last read it at/)).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Replace Address' }));
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Replace Address?' })).getByText('Replace'));
  expect(await screen.findByRole('textbox', { name: 'Your Address' })).toHaveValue(ADDRESS);
  await userEvent.click(screen.getByRole('button', { name: 'Revoke Address' }));
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Revoke Address?' })).getByText('Revoke'));
  expect(await screen.findByRole('button', { name: 'Create Address' })).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('group', { name: 'Calendar address' })).toHaveFocus());
  expect(served.sent).toEqual([
    ['POST', { scheduleId: null }],
    ['DELETE', '9'],
  ]);
});

it('says that a failed request created nothing', async () => {
  show([], 7);
  server.use(http.post('*/api/calendar-links', () => HttpResponse.json({ message: 'Not now.' }, { status: 404 })));
  await userEvent.click(await screen.findByRole('button', { name: 'Create Address' }));
  expect(await screen.findByText('Not now.')).toBeInTheDocument();
});
