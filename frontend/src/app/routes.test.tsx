import { createMemoryHistory } from '@tanstack/react-router';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { type Me, meQuery } from '@/session/me';
import { routes } from '@/shared/lib/routes';
import { CONSULT_ID } from '@/testing/make-consult';
import { makeMe, permissions } from '@/testing/me';
import { server } from '@/testing/server';
import { signInForTest } from '@/testing/session';

import { createQueryClient } from './query-client';
import { createAppRouter } from './router';

const people = {
  nobody: makeMe(),
  bedside: makeMe({ rbacPermissions: permissions('List Consult', 'Request Consult', 'View Consult') }),
  /** A user who may list consults but not open them. */
  lister: makeMe({ rbacPermissions: permissions('List Consult') }),
  coordinator: makeMe({ rbacPermissions: permissions('List Transfer', 'List Consult', 'View Consult') }),
  transferLister: makeMe({ rbacPermissions: permissions('List Transfer') }),
};

type Person = keyof typeof people;

const NO_ACCESS = '/error: You are not authorized to use this application.';
const notAuthorized = (path: string) => `/error: You are not authorized to enter "${path}" route`;

function routerAt(path: string, me: Me | null) {
  const queryClient = createQueryClient();
  if (me !== null) {
    signInForTest(me.username);
    queryClient.setQueryData(meQuery.queryKey, me);
  }
  return createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
}

/** The final path of a navigation, with the message for the error page or the error that occurred. */
async function landing(path: string, me: Me | null) {
  const router = routerAt(path, me);
  await router.load();
  // Lists are requested by their routes.
  const requested = router.options.context.queryClient.getQueryCache().getAll();
  await Promise.all(requested.flatMap(({ promise }) => promise ?? []));
  const { href, state } = router.state.location;
  for (const { status, error } of router.state.matches) if (status === 'error') return `${href}: ${String(error)}`;
  return state.errorMessage === undefined ? href : `${href}: ${state.errorMessage}`;
}

async function expectLandings(expected: readonly (readonly [path: string, who: Person, where: string])[]) {
  const actual: typeof expected = await Promise.all(
    expected.map(async ([path, who]) => [path, who, await landing(path, people[who])] as const),
  );
  expect(actual).toEqual(expected);
}

let starts: readonly (readonly [Person, string])[] = [];

beforeEach(() => {
  server.use(
    http.post(/\/api\/\w+\/\$search$/, () => HttpResponse.json({ consults: [], transfers: [], hasMore: false })),
  );
  starts = [
    ['nobody', NO_ACCESS],
    ['bedside', '/consult'],
    ['lister', '/consult'],
    ['coordinator', '/transfer'],
    ['transferLister', '/transfer'],
  ];
});

it('[ROUTE-05] [ROUTE-12] [ROUTE-13] [ROUTE-14] [ROUTE-35] the home page and unknown paths redirect users to what they may see', async () => {
  const unknown = ['/nowhere/at/all', `/consult/${CONSULT_ID}/nowhere`, '/request/tele-stroke/7', '/%2e%2e/x'];
  const paths = ['/', '/invite', '/invite?id_token_hint=', ...unknown];
  await expectLandings(paths.flatMap((path) => starts.map(([who, where]) => [path, who, where] as const)));
});

it('[ROUTE-17] [ROUTE-24] [ROUTE-39] lists that a user may not see redirect to the home page, and other paths do not', async () => {
  const expectedFor = (path: string, may: readonly Person[]) =>
    starts.map(([who, where]) => [path, who, may.includes(who) ? path : where] as const);
  await expectLandings([
    ...expectedFor('/consult', ['bedside', 'lister', 'coordinator']),
    ...expectedFor('/transfer', ['coordinator', 'transferLister']),
  ]);
});

it('[ROUTE-38] [ROUTE-40] [PERM-07] a consult opens for users who may view it, and others see its path in the error', async () => {
  const inLists = (list: string, may: Person, mayNot: Person) =>
    [`${list}/7`, `${list}/7/next`].flatMap((path) => [
      [path, may, path] as const,
      [path, mayNot, notAuthorized(path)] as const,
    ]);
  await expectLandings([
    ...inLists('/consult', 'bedside', 'lister'),
    ...inLists('/transfer', 'coordinator', 'transferLister'),
    ['/consult-legacy/7?cb=1', 'bedside', '/consult-legacy/7?cb=1'],
    ['/consult-legacy/7?cb=1', 'lister', notAuthorized('/consult-legacy/7')],
    ['/consult-legacy/7/force', 'nobody', notAuthorized('/consult-legacy/7/force')],
    ['/request/location', 'lister', notAuthorized('/request/location')],
    ['/admin/connections', 'coordinator', notAuthorized('/admin/connections')],
  ]);
  const admin = makeMe({ rbacPermissions: permissions('Manage Admin') });
  expect(await landing('/admin/undelivered-notes', admin)).toBe('/admin/connections/undelivered-notes');
});

it('the coverage board opens for those who list consults and those who plan who is on call', async () => {
  await expectLandings([
    ['/coverage?wall=1', 'lister', '/coverage?wall=1'],
    ['/coverage', 'transferLister', notAuthorized('/coverage')],
  ]);
  const planner = makeMe({ rbacPermissions: permissions('Edit CallSchedule') });
  expect(await landing('/coverage', planner)).toBe('/coverage');
});

it('the own shifts open for those who give consults', async () => {
  await expectLandings([['/my-shifts', 'coordinator', notAuthorized('/my-shifts')]]);
  server.use(http.get('*/api/notifications/:id', () => HttpResponse.json([])));
  const specialist = makeMe({ rbacPermissions: permissions('Give Consult') });
  expect(await landing('/my-shifts', specialist)).toBe('/my-shifts');
});

it('the admin area opens on the list of people, and undelivered notes also have their old paths', async () => {
  const admin = makeMe({ rbacPermissions: permissions('Manage Admin') });
  expect(await landing('/admin', admin)).toBe('/admin/people');
  expect(await landing('/undelivered-notes', admin)).toBe('/admin/connections/undelivered-notes');
});

it('[ROUTE-26] [ROUTE-30] [ROUTE-31] the wizard starts at its first step, and an unknown line returns to the choice of a line', async () => {
  const stroke = ['tele-stroke', 'acute-stroke'];
  const others = ['tele-neuro', 'tele-psych', 'tele-toxicology', 'tele-icu', 'tele-covid', 'tele-triage'];
  const forms = [...stroke, ...others, 'tele-hospitalist'].map((slug) => `/request/${slug}`);
  await expectLandings([
    ['/request-wizard', 'bedside', '/request/location'],
    ['/request', 'bedside', '/request/location'],
    ['/request/tele-nothing', 'bedside', '/request/service'],
    ['/request/tele-strokes', 'bedside', '/request/service'],
    ...forms.map((path) => [path, 'bedside', path] as const),
  ]);
});

it('[ROUTE-15] [ROUTE-16] pages with patient data redirect signed-out users to the login page, which remembers the path', async () => {
  const remembered = [
    '/',
    '/consult',
    '/consult/7?view=timeline',
    '/consult-legacy/7/force/2?cb=1',
    '/request/patient',
  ];
  for (const path of remembered) {
    expect(await landing(path, null)).toBe(`/login?redirect=${encodeURIComponent(path)}`);
  }
  for (const path of ['/login?redirect=%2F', '/error', '/help', '/invite?id_token_hint=hint', '/oauth2/callback']) {
    expect(await landing(path, null)).toBe(path);
  }
});

it('[ROUTE-36] [ROUTE-37] the named routes resolve to their paths', () => {
  const { buildLocation } = routerAt('/', null);
  const { login, Error: error, Help: help, consultLocation, consultPatient, consultServiceLine } = routes;
  const plain = [login, error, help, consultLocation, consultPatient, consultServiceLine];
  const steps = ['/request/location', '/request/patient', '/request/service'];
  expect(plain.map((to) => buildLocation({ to }).pathname)).toEqual(['/login', '/error', '/help', ...steps]);
  const details = buildLocation({ to: routes.consultDetails, params: { serviceLine: 'tele-stroke' } });
  expect(details.pathname).toBe('/request/tele-stroke');
});

it('[ROUTE-23] the legacy route has an id, optional force and cb, and accepts cb in the query', () => {
  const { buildLocation } = routerAt('/', null);
  const to = routes.legacy;
  expect(buildLocation({ to, params: { id: '7' } }).href).toBe('/consult-legacy/7');
  expect(buildLocation({ to, params: { id: '7', force: 'force', cb: '2' }, search: { cb: '1' } }).href).toBe(
    '/consult-legacy/7/force/2?cb=1',
  );
});
