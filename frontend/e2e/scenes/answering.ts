import { expect, type Page } from '@playwright/test';

import { mockConsult } from './mock-consult';
import { act, chooseProfile, isNarrow, openConsult, type Scene } from './scene';

const MINUTE = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();

const people = [
  ['Amara', 'Feldspar'],
  ['Hiroshi', 'Obsidian'],
  ['Søren', 'Quartz'],
  ['Wilhelmina-Alexandra', 'Featherstonehaugh-Cholmondeley'],
  ['Ada', 'Basalt'],
  ['Omar', 'Tamarisk'],
  ['Iris', 'Okonkwo'],
  ['Lena', 'Marble'],
  ['Noor', 'Granite'],
  ['Piotr', 'Slate'],
].map(([firstName = '', lastName = ''], index) => ({ id: 9000 + index, firstName, lastName }));
const [acknowledger, receiver] = people.map((person) => ({ ...person, username: person.lastName.toLowerCase() }));

/** Mocks a consult that was acknowledged and then handed over, also in the list, and more people on call than the dialog lists. */
async function mockHandedOver(page: Page) {
  await mockConsult(page, {
    state: 'pending',
    acknowledgedAt: ago(40),
    acknowledgedBy: acknowledger?.id,
    acknowledgedByUser: acknowledger,
    responsible: receiver,
    allowedActions: ['comment', 'handOver'],
  });
  await page.route('**/api/consults/$search', async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { consults: { acknowledgedAt: string | null; handedOverTo: unknown }[] };
    for (const card of list.consults.slice(0, 3))
      Object.assign(card, { acknowledgedAt: ago(40), handedOverTo: receiver, state: 'pending' });
    await route.fulfill({ response, json: list });
  });
  await page.route('**/api/on-call?*', async (route) => {
    const serviceLineId = Number(new URL(route.request().url()).searchParams.get('serviceLineId'));
    const listed = people.map((person, index) => ({
      ...person,
      roleLabel: index % 3 === 0 ? 'Bedside' : 'Virtual',
      primary: index < 4,
      since: ago(200),
    }));
    await route.fulfill({ json: [{ serviceLineId, people: listed, total: 23 }] });
  });
}

/** Who answers for a consult, and how it is handed over. */
export const handingOver: readonly Scene[] = [
  {
    name: 'handed-over',
    path: '/help',
    show: async (page) => {
      await mockHandedOver(page);
      await page.goto('/consult');
      // An earlier scene may have collapsed the list.
      const full = page.getByRole('button', { name: 'Full list' });
      if (!isNarrow(page) && (await full.getAttribute('aria-expanded')) === 'false') await full.click();
      await expect(page.getByText(/^Handed over to/).first()).toBeVisible();
      await openConsult(page);
    },
  },
  {
    name: 'hand-over',
    show: async (page) => {
      await act(page, 'Hand Over');
      await expect(page.getByRole('dialog').getByText('13 more on call for')).toBeVisible();
    },
  },
];

const work = {
  locationName: 'Lakeshore General - Emergency Department',
  serviceLineId: 2,
  serviceLineName: 'Tele-Stroke',
  priority: { name: 'critical', completionLimit: 900, rank: 1 },
  state: 'pending',
  createdAt: ago(25),
  acknowledgedAt: ago(20),
};
const names = [
  ['Marsh', 'Rosa'],
  ['Featherstonehaugh-Cholmondeley', 'Wilhelmina-Alexandra'],
  ['Quill', 'Ona'],
  ['Hazelnut', 'Olga'],
  ['Bramble', 'Thanh'],
] as const;
const consultsInHand = names.map(([nameFamily, nameGiven], index) => ({
  ...work,
  id: `c0ffee00-0000-4000-8000-00000000000${index}`,
  patient: { nameFamily, nameGiven, birthDate: '1951-07-09', gender: 'female' },
}));

/** Mocks what the user would leave behind: of each kind something. */
async function mockOpenWork(page: Page) {
  const successors = people.slice(0, 4).map((person, index) => ({ ...person, primary: index < 2, since: ago(200) }));
  const consults = consultsInHand.map((consult, index) => ({
    ...consult,
    mayHandOver: true,
    mayComplete: true,
    hasDraft: index === 1,
    successors: index < 4 ? successors : [],
  }));
  const unsignedNotes = consultsInHand
    .slice(0, 2)
    .map((consult) => ({ ...consult, state: 'completed', mayContinue: true }));
  const lastOnCall = [
    { serviceLineId: 1, serviceLineName: 'Tele-Neuro', openUntil: null, waiting: 2, told: ['Luis Cedarwood'] },
  ];
  await page.route('**/api/checkout/open-work', (route) =>
    route.fulfill({ json: { consults, unsignedNotes, lastOnCall } }),
  );
}

/** What becomes of open work when its user goes off call or logs out. */
export const leaving: readonly Scene[] = [
  {
    name: 'going-off-call',
    path: '/help',
    show: async (page) => {
      await mockOpenWork(page);
      await page.getByRole('switch', { name: 'On Call' }).click();
      const all = page.getByRole('group', { name: 'All of Them' });
      await all.getByRole('radio', { name: 'Hand Over' }).check();
      await page.getByRole('group', { name: /Marsh/ }).getByRole('radio', { name: 'Leave' }).check();
    },
  },
  { name: 'logout', soakOnly: true, show: (page) => chooseProfile(page, 'Logout') },
];

const waiting = [
  {
    meetingId: 'a0000000-0000-4000-8000-000000000001',
    consultId: '00000000-0000-4000-8000-000000000000',
    serviceLineName: 'Tele-Stroke',
    locationName: 'Lakeshore General - Emergency Department',
    people: people.slice(0, 1),
    since: ago(1),
  },
  {
    meetingId: 'a0000000-0000-4000-8000-000000000002',
    consultId: '00000000-0000-4000-8000-000000000000',
    serviceLineName: 'Tele-Neuro',
    locationName: 'Fernwood - Emergency Room',
    people: people.slice(2, 4),
    since: ago(0),
  },
];

/** Mocks the calls in which someone waits for the user at the bedside. */
async function serveWaitingCalls(page: Page, calls: readonly object[]) {
  await page.unrouteAll({ behavior: 'wait' });
  await page.route('**/api/waiting-calls', (route) => route.fulfill({ json: calls }));
  await page.reload();
  await expect(page.getByRole('region', { name: 'Incoming call' }).getByRole('listitem')).toHaveCount(calls.length);
}

/** Calls that ring at the bedside. */
export const waitingCalls: readonly Scene[] = [
  {
    name: 'waiting-call',
    path: '/consult',
    soakOnly: true,
    show: (page) => serveWaitingCalls(page, waiting.slice(0, 1)),
  },
  {
    name: 'waiting-calls',
    path: '/consult',
    show: async (page) => {
      await serveWaitingCalls(page, waiting);
      await openConsult(page);
    },
  },
];
