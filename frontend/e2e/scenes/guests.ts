import { expect, type Page } from '@playwright/test';

import { resetLayoutShift, type Scene } from './scene';

const PATH = `/guest#${'l'.repeat(43)}`;
const GUEST = { id: 'a5f3c1de-0000-4000-8000-000000000011', name: 'Ana Ruiz', kind: 'interpreter' };
const MEETING = { meetingId: 'a5f3c1de-0000-4000-8000-000000000001', externalMeetingId: 'outside', iceServers: [] };
const OWN = 'b5f3c1de-0000-4000-8000-000000000012';
const ATTENDEES = [
  { attendeeId: OWN, user: null, guest: GUEST, unattended: false },
  {
    attendeeId: 'c5f3c1de-0000-4000-8000-000000000013',
    user: { id: 2, firstName: 'Daniel', lastName: 'Sandstone' },
    guest: null,
    unattended: false,
  },
];

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Screens of a guest, who has no account; the responses are mocked. */
export const guests: readonly Scene[] = [
  { name: 'guest-invited', path: PATH, show: (page) => heading(page, 'You are invited to a video call') },
  {
    name: 'guest-check',
    show: async (page) => {
      await mock(page, 'invited');
      await press(page, 'Continue');
      await expect(page.getByLabel('Preview')).toBeVisible();
    },
  },
  {
    name: 'guest-waiting',
    show: async (page) => {
      await mock(page, 'waiting');
      await press(page, 'Ask to Join');
      await heading(page, 'Waiting to be let in');
    },
  },
  {
    name: 'guest-call',
    show: async (page) => {
      await mock(page, 'admitted');
      await expect(page.getByRole('region', { name: 'Video call' }).getByText('Daniel Sandstone')).toBeVisible();
    },
  },
  {
    name: 'guest-left',
    show: async (page) => {
      await mock(page, 'left');
      await press(page, 'End Call');
      await heading(page, 'You have left the call');
    },
  },
  {
    name: 'guest-used-link',
    soakOnly: true,
    show: async (page) => {
      await page.evaluate(() => localStorage.removeItem('wardline.guest'));
      await page.route('**/api/guest', (route) =>
        route.fulfill({ status: 403, json: { code: 'guest_link_used', message: 'Used.', errors: [] } }),
      );
      await page.reload();
      await press(page, 'Continue');
      await heading(page, 'This link is used on another device');
    },
  },
  {
    name: 'guest-without-link',
    soakOnly: true,
    path: '/guest',
    reload: true,
    show: (page) => heading(page, 'This link is not valid'),
  },
];

/** The server's side of a guest's call, in which Daniel Sandstone is. */
async function mock(page: Page, state: string) {
  const call = { json: { ...GUEST, state, organizationName: 'Cinderhill Health' } };
  await page.route('**/api/guest', (route) => route.fulfill(call));
  await page.route('**/api/guest/knock', (route) => route.fulfill(call));
  await page.route('**/api/guest/attendee', (route) =>
    route.fulfill({ json: { joinInfo: { meeting: MEETING, attendee: { attendeeId: OWN } } } }),
  );
  await page.route('**/api/guest/attendees/*/attend', (route) =>
    route.fulfill({
      json: {
        state: 'connected',
        attendees: ATTENDEES,
        removed: [],
        knocking: [],
        signals: [],
        callbacks: [],
        ringing: null,
        iceServers: null,
      },
    }),
  );
  await page.route(/\/api\/guest\/attendees\/[^/]+\?/, (route) => route.fulfill({ status: 204 }));
}

const EXPIRED = '2026-01-01T00:00:00Z';
const listed = (id: number, name: string, kind: string, state: string, opensUntil = '2099-01-01T00:00:00Z') => ({
  id: `a5f3c1de-0000-4000-8000-00000000002${id}`,
  name,
  kind,
  state,
  isOpened: state !== 'invited',
  opensUntil,
});

/** The guests of a call, as whoever is in it sees them; their names and states are mocked. */
export async function showGuests(page: Page) {
  await page.route('**/api/meeting/*/guests', (route) =>
    route.fulfill({
      json: [
        listed(1, 'Bo Li', 'family', 'invited', EXPIRED),
        listed(2, 'Chidi Okafor', 'specialist', 'left'),
        listed(3, 'Dana Novak', 'other', 'invited'),
        listed(4, 'Ana Ruiz', 'interpreter', 'waiting'),
      ],
    }),
  );
  await page.unroute(ATTEND);
  await expect(page.getByText(KNOCK)).toBeHidden({ timeout: 15_000 });
  await resetLayoutShift(page);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Invite Guest' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite Guest' });
  await expect(dialog.getByText('Ana Ruiz (interpreter)')).toBeVisible();
}

const ATTEND = '**/api/meeting/*/attendees/*/attend';
const KNOCK = 'Ana Ruiz (interpreter) asks to join';

/** A guest asks to join the call. */
export async function letGuestKnock(page: Page) {
  await page.route(ATTEND, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as object;
    await route.fulfill({ response, json: { ...body, knocking: [GUEST] } });
  });
  await expect(page.getByText(KNOCK)).toBeVisible({ timeout: 15_000 });
  // The picture makes room instead of being covered; the buttons of the call stay.
  await resetLayoutShift(page);
}
