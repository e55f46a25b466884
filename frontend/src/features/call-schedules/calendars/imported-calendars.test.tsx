import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { CalendarPreview, ImportedCalendarRead } from '@/api/generated/types.gen';
import { connectQueries } from '@/api/live';
import { pasteInto } from '@/testing/paste-into';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';

import { ImportedCalendars } from './imported-calendars';

const PREVIEW: CalendarPreview = {
  shifts: [{ userId: 5, startsAt: '2026-03-08T00:00:00Z', endsAt: '2026-03-08T11:00:00Z' }],
  people: [{ id: 5, firstName: 'Amara', lastName: 'Feldspar' }],
  shiftTotal: 12,
  unknownTitles: [{ title: 'Dr. Who', count: 2, startsAt: '2026-03-09T12:00:00Z' }],
  unknownTotal: 2,
  remarks: [{ kind: 'unknownZone', about: 'Mars/Olympus' }],
};

function makeCalendar(about: Partial<ImportedCalendarRead> = {}): ImportedCalendarRead {
  return {
    id: 3,
    name: 'Group calendar',
    layer: 1,
    host: 'calendar.example',
    version: 4,
    fetchedAt: '2026-03-04T10:00:00Z',
    problem: null,
    shiftTotal: 132,
    unknownTitles: [],
    unknownTotal: 0,
    remarks: [],
    ...about,
  };
}

let disconnect: () => void = () => undefined;

/** A schedule of this zone with these calendars; `refuse` is the response to the next import. */
function show(calendars: ImportedCalendarRead[], hosts: string[] = ['calendar.example']) {
  const served = { calendars, sent: [] as unknown[], refuse: null as object | null };
  const record = async (request: Request) => {
    const text = await request.text();
    served.sent.push([request.method, new URL(request.url).pathname.replace('/api', ''), text && JSON.parse(text)]);
    return served.refuse === null ? null : HttpResponse.json(served.refuse, { status: 409 });
  };
  const path = '*/api/call-schedules/7/imported-calendars';
  server.use(
    http.get(path, () => HttpResponse.json({ calendars: served.calendars, hosts })),
    http.post(`${path}/preview`, async ({ request }) => {
      await record(request);
      return HttpResponse.json(PREVIEW);
    }),
    http.post(path, async ({ request }) => (await record(request)) ?? HttpResponse.json({ id: 3 }, { status: 201 })),
    http.delete(`${path}/:id`, async ({ request }) => {
      await record(request);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { queryClient } = renderFeature(<ImportedCalendars schedule={{ id: 7, timeZone: 'America/Denver' }} />);
  disconnect = connectQueries(queryClient);
  return served;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-04T12:10:00Z') }));
afterEach(() => {
  disconnect();
  vi.useRealTimers();
});

it('imports a file after a preview that names who is planned when, and what is not understood', async () => {
  const served = show([], []);
  await userEvent.click(await screen.findByRole('button', { name: 'Import a Calendar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import a Calendar' }));
  expect(dialog.queryByRole('radio')).not.toBeInTheDocument();
  await pasteInto(dialog.getByRole('textbox', { name: /Name/ }), 'Group calendar');
  await press('Preview');
  expect(await dialog.findByText('File: This field is required.')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Choose File' })).toHaveFocus();
  const file = new File(['BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'], 'group.ics', { type: 'text/calendar' });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input !== null) await userEvent.upload(input, file);
  expect(await dialog.findByText('group.ics')).toBeInTheDocument();
  await press('Preview');
  expect(await dialog.findByText('Sat, Mar 7, 5:00pm MST to Sun, Mar 8, 5:00am MDT')).toBeInTheDocument();
  expect(dialog.getByText('Amara Feldspar')).toBeInTheDocument();
  expect(dialog.getByText('2 entries are not planned.')).toBeInTheDocument();
  expect(dialog.getByText('“Dr. Who”, 2 times, first on Mon, Mar 9')).toBeInTheDocument();
  expect(dialog.getByText(/^“Mars\/Olympus”: Unknown time zone/)).toBeInTheDocument();
  const content = 'BEGIN:VCALENDAR\nEND:VCALENDAR';
  expect(served.sent).toEqual([['POST', '/call-schedules/7/imported-calendars/preview', { content, address: null }]]);
  served.calendars = [makeCalendar({ host: null })];
  await press('Import Calendar');
  expect(await screen.findByRole('listitem', { name: 'Group calendar' })).toHaveTextContent('132 shifts');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(served.sent.at(-1)).toEqual([
    'POST',
    '/call-schedules/7/imported-calendars',
    { name: 'Group calendar', layer: 0, content, address: null, version: null },
  ]);
});

it('previews a changed address again, and replaces what someone else has imported meanwhile only when asked again', async () => {
  const served = show([makeCalendar()]);
  await userEvent.click(await screen.findByRole('button', { name: 'Replace Group calendar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace Group calendar' }));
  const address = dialog.getByRole('textbox', { name: /Address/ });
  expect(address).toHaveAccessibleDescription(/calendar\.example/);
  await pasteInto(address, 'https://calendar.example/a.ics');
  await press('Preview');
  expect(await dialog.findByRole('button', { name: 'Replace Calendar' })).toBeInTheDocument();
  await pasteInto(address, 'x');
  await press('Preview');
  served.refuse = { code: 'calendar_saved', message: 'Replaced.', errors: [] };
  served.calendars = [makeCalendar({ version: 5 })];
  await userEvent.click(await dialog.findByRole('button', { name: 'Replace Calendar' }));
  expect(await dialog.findByText('Someone else has replaced this calendar in the meantime.')).toBeInTheDocument();
  expect(address).toHaveValue('https://calendar.example/a.icsx');
  const sent = { name: 'Group calendar', layer: 1, content: null, address: 'https://calendar.example/a.icsx' };
  expect(served.sent.at(-1)).toEqual(['POST', '/call-schedules/7/imported-calendars', { ...sent, version: 4 }]);
  served.refuse = null;
  await press('Replace Calendar');
  expect(await screen.findByText('Calendar replaced.')).toBeInTheDocument();
  expect(served.sent.at(-1)).toEqual(['POST', '/call-schedules/7/imported-calendars', { ...sent, version: 5 }]);
});

it.each([
  ['that is too large', 'x'.repeat(950_001), 'The calendar is larger than 950 KB.'],
  ['of another kind', 'PK\u0003\u0004', 'This is not a calendar.'],
])('says what is wrong with a file %s, also when it is to be previewed', async (_, content, message) => {
  const served = show([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Import a Calendar' }));
  await pasteInto(screen.getByRole('textbox', { name: /Name/ }), 'Group calendar');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  const file = new File([content], 'chosen.ics', { type: 'text/calendar' });
  if (input !== null) await userEvent.upload(input, file);
  expect(await screen.findByText(message)).toBeInTheDocument();
  await press('Preview');
  expect(await screen.findByText(`File: ${message}`)).toBeInTheDocument();
  expect(served.sent).toEqual([]);
});

it('says how old the copy is that counts while its address fails, and removes a calendar after a question', async () => {
  const served = show([makeCalendar({ problem: 'noAnswer' })]);
  const row = await screen.findByRole('listitem', { name: 'Group calendar' });
  expect(row).toHaveTextContent('Last good copy from 2 hours ago');
  expect(row).toHaveTextContent('The address did not answer.');
  await press('Remove Group calendar');
  const question = within(await screen.findByRole('dialog', { name: 'Remove Group calendar?' }));
  served.calendars = [];
  await userEvent.click(question.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('No imported calendars')).toBeInTheDocument();
  await waitFor(() => expect(served.sent).toEqual([['DELETE', '/call-schedules/7/imported-calendars/3', '']]));
  await waitFor(() => expect(screen.getByRole('group', { name: 'Imported Calendars' })).toHaveFocus());
});
